-- Failed registrations of webhook endpoints: why, how often, and when the next try is.
alter table payments_provider add column webhook_error text;
alter table payments_provider add column webhook_tries integer not null default 0;
alter table payments_provider add column webhook_retry_at timestamptz(3);
