-- Tokens of a lot that were asked back in all: a repeat of a roll-back takes nothing more.
alter table loyalty_token_lot add column taken_back bigint not null default 0;
