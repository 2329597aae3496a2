-- nontransactional
-- Payments by currency, also a rare one.
drop index concurrently if exists payments_payment_currency_ix;
create index concurrently payments_payment_currency_ix
  on payments_payment (account_id, currency, created_at, id) where deleted_at is null;
