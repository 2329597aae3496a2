-- nontransactional
-- Links of a live stream: its page shows them, lists filter by it.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists payments_payment_link_stream_ix;
create index concurrently payments_payment_link_stream_ix
  on payments_payment_link (account_id, stream_id, created_at, id) where stream_id is not null;
