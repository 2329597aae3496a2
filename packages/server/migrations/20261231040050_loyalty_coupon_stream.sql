-- Coupons may apply to orders of some live streams alone.
alter table loyalty_coupon add column applies_to_stream_ids text[];
