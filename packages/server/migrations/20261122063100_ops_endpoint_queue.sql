-- nontransactional
create index concurrently if not exists ops_delivery_unanswered_ix on ops_delivery
  (account_id, endpoint_id, next_attempt_at) where status = 'failed' and last_status is null;
