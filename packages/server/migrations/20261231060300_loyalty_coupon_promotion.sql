-- Coupons that give the effects of a promotion have no discount of their own. The promotion may be gone: it then gives
-- nothing, so there is no foreign key, which would keep its row for as long as the coupon.
alter table loyalty_coupon add column promotion_id uuid;
alter table loyalty_coupon alter column discount_type drop not null;
-- A promotion that coupons alone give needs no code of its own.
alter table loyalty_promotion drop constraint loyalty_promotion_code_check;
alter table loyalty_promotion add constraint loyalty_promotion_code_check
  check (trigger = 'code' or code is null) not valid;
alter table loyalty_promotion validate constraint loyalty_promotion_code_check;
-- Order by the end, which is never null: coupons without one come last.
alter table loyalty_coupon add column expiry_key timestamptz(3) not null default '9999-12-31T23:59:59.999Z';
alter table loyalty_coupon alter column expiry_key drop default;
update loyalty_coupon set expiry_key = expires_at where expires_at is not null;
