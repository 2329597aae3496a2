-- Companies that take payments for an account, with its sealed keys there.
create table payments_provider (
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
  name text not null,
  kind text not null,
  is_default boolean not null,
  mode text not null,
  has_settings_keys boolean not null,
  sealed_keys text,
  last_ok_at timestamptz(3),
  last_error text,
  constraint payments_provider_pk primary key (account_id, id),
  constraint payments_provider_status_check check (status in ('active', 'error', 'disabled', 'deleted')),
  constraint payments_provider_kind_check check (kind in ('sandbox', 'stripe')),
  constraint payments_provider_mode_check check (mode in ('test', 'live')),
  constraint payments_provider_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index payments_provider_reference_key on payments_provider (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index payments_provider_default_key on payments_provider (account_id)
  where is_default and deleted_at is null;
create index payments_provider_created_ix on payments_provider (account_id, created_at, id) where deleted_at is null;
create index payments_provider_deleted_ix on payments_provider (account_id, deleted_at) where deleted_at is not null;
alter table payments_provider add constraint payments_provider_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
