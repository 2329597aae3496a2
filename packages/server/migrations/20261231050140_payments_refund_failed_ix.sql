-- nontransactional
-- Refunds that failed after their success, which a day takes back.
drop index concurrently if exists payments_refund_failed_ix;
create index concurrently payments_refund_failed_ix
  on payments_refund (account_id, failed_at) where failed_at is not null;
