-- Tokens that a purchase gave, which its refunds take back. `owed`: tokens that were spent before the refund, and are
-- taken when they come back.
alter table loyalty_token_lot add column purchase text;
alter table loyalty_token_lot add column owed bigint not null default 0;
-- Sum of the refunds of a purchase: what it gives after them is less by their share.
alter table loyalty_offer_hold add column refunded bigint not null default 0;
alter table loyalty_offer_hold add column captured bigint not null default 0;
