-- nontransactional
create index concurrently if not exists account_idempotency_record_ix
  on account_idempotency (account_id, record_id) where record_id is not null;
