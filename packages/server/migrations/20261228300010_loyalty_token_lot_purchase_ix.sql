-- nontransactional
-- Tokens of a purchase, for its refunds.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists loyalty_token_lot_purchase_ix;
create index concurrently loyalty_token_lot_purchase_ix
  on loyalty_token_lot (account_id, purchase) where purchase is not null;
