-- nontransactional
-- Links for one person, which follow a merged contact.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists payments_payment_link_contact_ix;
create index concurrently payments_payment_link_contact_ix
  on payments_payment_link (account_id, contact_id) where contact_id is not null;
