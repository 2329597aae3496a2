-- Links name the live stream that they belong to and a tag of the owner; payments keep both from their start.
alter table payments_payment_link add column stream_id uuid;
alter table payments_payment_link add column source_tag text;
alter table payments_payment add column stream_id uuid;
alter table payments_payment add column source_tag text;
