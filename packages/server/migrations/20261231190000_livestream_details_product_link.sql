-- A product of a sheet names a payment link in place of the address of a shop.
alter table livestream_details_product alter column url drop not null;
alter table livestream_details_product add column payment_link_id text;
