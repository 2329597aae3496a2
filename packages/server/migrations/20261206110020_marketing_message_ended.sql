-- nontransactional
create index concurrently if not exists marketing_message_ended_ix
  on marketing_message (account_id, campaign_id, state, contact_id)
  where campaign_id is not null and state in ('bounced', 'failed', 'uncertain', 'skipped', 'cancelled');
