-- nontransactional
-- Open holds of a contact, which follow a merge.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists loyalty_offer_hold_contact_ix;
create index concurrently loyalty_offer_hold_contact_ix
  on loyalty_offer_hold (account_id, contact_id) where contact_id is not null and status = 'held';
