-- Links that take their price in parts: the first least part, the whole price, and the amounts of running payments.
alter table payments_payment_link add column allow_partial_first_min bigint;
alter table payments_link_count add column price bigint;
alter table payments_link_count add column held bigint not null default 0;
