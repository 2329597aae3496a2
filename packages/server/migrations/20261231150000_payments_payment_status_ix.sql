-- nontransactional
-- Payments by status, also a rare one.
drop index concurrently if exists payments_payment_status_ix;
create index concurrently payments_payment_status_ix
  on payments_payment (account_id, status, created_at, id) where deleted_at is null;
