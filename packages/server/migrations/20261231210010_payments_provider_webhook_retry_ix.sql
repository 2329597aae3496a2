-- nontransactional
-- Providers whose webhook endpoint is to be registered again.
drop index concurrently if exists payments_provider_webhook_retry_ix;
create index concurrently payments_provider_webhook_retry_ix
  on payments_provider (account_id, webhook_retry_at, id) where webhook_retry_at is not null and deleted_at is null;
