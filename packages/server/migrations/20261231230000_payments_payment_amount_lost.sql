-- Sum of the lost disputes of a payment.
alter table payments_payment add column amount_lost bigint not null default 0;
