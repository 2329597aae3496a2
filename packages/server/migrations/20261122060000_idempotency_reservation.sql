-- An Idempotency-Key is reserved before its request runs; the lease says whether its answer may still come.
alter table account_idempotency alter column answer drop not null;
alter table account_idempotency add column request_id text;
alter table account_idempotency add column lease_token uuid;
alter table account_idempotency add column lease_until timestamptz(3);
