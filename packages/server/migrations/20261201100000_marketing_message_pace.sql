-- nontransactional
-- Due messages of each campaign, so that one that waits for its turn holds up no other.
create index concurrently if not exists marketing_message_pace_ix
  on marketing_message (account_id, campaign_id, due_at, id) where state in ('queued', 'deferred');
