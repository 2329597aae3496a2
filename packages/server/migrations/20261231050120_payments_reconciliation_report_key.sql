-- nontransactional
-- One difference of each report that does not fit its payment.
drop index concurrently if exists payments_reconciliation_report_key;
create unique index concurrently payments_reconciliation_report_key on payments_reconciliation
  (account_id, payment_id, kind, provider_reference) where payment_id is not null;
