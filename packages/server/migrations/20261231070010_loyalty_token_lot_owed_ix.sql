-- nontransactional
-- Tokens that contacts owe: a spend reads them with the open lots.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists loyalty_token_lot_owed_ix;
create index concurrently loyalty_token_lot_owed_ix
  on loyalty_token_lot (account_id, contact_id, token, id) where owed > 0;
