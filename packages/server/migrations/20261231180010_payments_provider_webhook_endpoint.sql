-- The webhook endpoint that this server has registered at the company of a provider.
alter table payments_provider add column webhook_endpoint text;
