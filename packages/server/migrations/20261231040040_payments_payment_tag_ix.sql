-- nontransactional
-- Payments by the tag of their source.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists payments_payment_tag_ix;
create index concurrently payments_payment_tag_ix
  on payments_payment (account_id, source_tag, created_at, id) where source_tag is not null;
