-- People of a comparison with a holdout whose rows retention has removed.
alter table loyalty_promotion_total add column people bigint not null default 0;
alter table loyalty_promotion_total add column buyers bigint not null default 0;
alter table loyalty_promotion_total add column people_held_out bigint not null default 0;
alter table loyalty_promotion_total add column buyers_held_out bigint not null default 0;
