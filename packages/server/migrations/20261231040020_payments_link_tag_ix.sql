-- nontransactional
-- Links by the tag of their owner.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists payments_payment_link_tag_ix;
create index concurrently payments_payment_link_tag_ix
  on payments_payment_link (account_id, source_tag, created_at, id) where source_tag is not null;
