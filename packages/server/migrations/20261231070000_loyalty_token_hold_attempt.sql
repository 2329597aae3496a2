-- Number of a hold under its reference: a purchase that is paid after its time takes its tokens again.
alter table loyalty_token_hold add column attempt integer not null default 1;
-- Moment at which a hold was captured or given back.
alter table loyalty_token_hold add column ended_at timestamptz(3);
