-- nontransactional
-- Payments of a live stream.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists payments_payment_stream_ix;
create index concurrently payments_payment_stream_ix
  on payments_payment (account_id, stream_id, created_at, id) where stream_id is not null;
