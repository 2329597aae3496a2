-- Reports that do not fit the payment that they name, and refunds that failed after their success.
alter table payments_refund add column failed_at timestamptz(3);
alter table payments_reconciliation add column payment_id text;
alter table payments_reconciliation add column provider_reference text;
alter table payments_reconciliation drop constraint payments_reconciliation_kind_check;
alter table payments_reconciliation add constraint payments_reconciliation_kind_check check (kind in (
  'payments', 'captured', 'fees', 'refunded', 'session', 'currency', 'amount', 'refund')) not valid;
alter table payments_reconciliation validate constraint payments_reconciliation_kind_check;
