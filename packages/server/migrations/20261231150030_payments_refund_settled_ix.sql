-- nontransactional
-- Refunds of a day, which the daily comparison sums.
drop index concurrently if exists payments_refund_settled_ix;
create index concurrently payments_refund_settled_ix
  on payments_refund (account_id, settled_at) where settled_at is not null;
