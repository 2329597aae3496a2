-- nontransactional
-- Reserved uses of a coupon that ends.
drop index concurrently if exists loyalty_redemption_reserved_ix;
create index concurrently loyalty_redemption_reserved_ix
  on loyalty_redemption (account_id, coupon_id, id) where status = 'reserved';
