-- nontransactional
-- Lots of a contact, spent ones too, which a merge locks and moves.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists loyalty_token_lot_contact_ix;
create index concurrently loyalty_token_lot_contact_ix on loyalty_token_lot (account_id, contact_id);
