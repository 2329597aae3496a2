-- nontransactional
-- Holds of purchases that were not paid, which retention removes.
drop index concurrently if exists loyalty_offer_hold_released_ix;
create index concurrently loyalty_offer_hold_released_ix
  on loyalty_offer_hold (updated_at) where status = 'released';
