-- nontransactional
-- Coupons of a promotion, by age.
drop index concurrently if exists loyalty_coupon_promotion_ix;
create index concurrently loyalty_coupon_promotion_ix
  on loyalty_coupon (account_id, promotion_id, created_at, id) where promotion_id is not null and deleted_at is null;
