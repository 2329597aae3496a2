-- nontransactional
-- Replaced by payments_reconciliation_sum_key: several reports of a day may differ in the same way.
drop index concurrently if exists payments_reconciliation_day_key;
