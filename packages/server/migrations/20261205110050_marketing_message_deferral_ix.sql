-- nontransactional
create index concurrently if not exists marketing_message_deferral_ix on marketing_message (account_id, attempted_at)
  where state = 'deferred' and deferral_told_at is null;
