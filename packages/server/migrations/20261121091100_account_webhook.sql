-- Where an account wants its facts sent. The secrets are sealed; the previous one signs too until its overlap ends.
create table account_webhook_endpoint (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  url text not null,
  facts text[] not null,
  description text,
  signature text not null,
  public_key text,
  sealed_secret text not null,
  sealed_previous_secret text,
  previous_secret_until timestamptz(3),
  disabled_reason text,
  constraint account_webhook_endpoint_pk primary key (account_id, id),
  constraint account_webhook_endpoint_status_check check (status in ('enabled', 'disabled', 'deleted')),
  constraint account_webhook_endpoint_signature_check check (signature in ('hmac', 'ed25519')),
  constraint account_webhook_endpoint_reason_check check (disabled_reason in ('gone', 'request')),
  constraint account_webhook_endpoint_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index account_webhook_endpoint_reference_key on account_webhook_endpoint (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index account_webhook_endpoint_created_ix on account_webhook_endpoint (account_id, created_at, id)
  where deleted_at is null;
alter table account_webhook_endpoint add constraint account_webhook_endpoint_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
