-- nontransactional
-- One difference of each sum of a day.
drop index concurrently if exists payments_reconciliation_sum_key;
create unique index concurrently payments_reconciliation_sum_key on payments_reconciliation
  (account_id, provider_id, day, currency, kind) where payment_id is null;
