-- nontransactional
-- Refunds that the provider has not confirmed, which the reconciler retrieves.
create index concurrently if not exists payments_refund_pending_ix
  on payments_refund (account_id, updated_at, id) where status = 'pending';
