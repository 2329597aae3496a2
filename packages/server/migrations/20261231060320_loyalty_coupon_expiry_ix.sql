-- nontransactional
-- Coupons by their end, for the order as for the filter; the index of the nullable column serves nothing more.
drop index concurrently if exists loyalty_coupon_expiry_ix;
create index concurrently loyalty_coupon_expiry_ix
  on loyalty_coupon (account_id, expiry_key, id) where deleted_at is null;
drop index concurrently if exists loyalty_coupon_expires_ix;
