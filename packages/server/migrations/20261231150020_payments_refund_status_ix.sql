-- nontransactional
-- Refunds by status, also a rare one.
drop index concurrently if exists payments_refund_status_ix;
create index concurrently payments_refund_status_ix
  on payments_refund (account_id, status, created_at, id) where deleted_at is null;
