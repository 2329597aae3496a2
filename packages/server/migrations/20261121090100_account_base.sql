-- What every account has: itself, its keys, what it told, what it changed, and the answers kept for safe retries.
create extension if not exists pg_trgm;
create extension if not exists btree_gin;
create extension if not exists btree_gist;
create extension if not exists cube;
create extension if not exists unaccent;

-- One row per account. `id` repeats nothing: the account's number is its key, and its shard.
create table account_account (
  account_id bigint not null,
  kind text not null,
  mode text not null,
  twin_id bigint not null,
  name text not null,
  language text not null,
  time_zone text not null,
  is_suspended boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint account_account_pk primary key (account_id),
  constraint account_account_number_check check (account_id between 0 and 1099511627775),
  constraint account_account_kind_check check (kind in ('business', 'streamer', 'personal')),
  constraint account_account_mode_check check (mode in ('live', 'test'))
);

-- Keys as their account manages them. The secret itself is nowhere: `directory_key` holds its keyed hash.
create table account_key (
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
  hint text not null,
  scopes text[] not null,
  allowed_origins text[] not null,
  allowed_apps text[] not null,
  allowed_addresses text[] not null,
  expires_at timestamptz(3),
  last_used_at timestamptz(3),
  rotated_to_id uuid,
  constraint account_key_pk primary key (account_id, id),
  constraint account_key_kind_check check (kind in ('secret', 'restricted', 'public')),
  constraint account_key_status_check check (status in ('active', 'revoked', 'deleted')),
  constraint account_key_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index account_key_reference_key on account_key (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index account_key_created_ix on account_key (account_id, created_at, id) where deleted_at is null;
alter table account_key add constraint account_key_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;

-- From a key's hash to its account: sharded by the hash.
create table directory_key (
  key_hash bytea not null,
  account_id bigint not null,
  key_id uuid not null,
  constraint directory_key_pk primary key (key_hash)
);

-- Changes of keys and accounts that every process must feel within a second; pruned after an hour.
create table ops_access_change (
  id uuid not null,
  account_id bigint not null,
  changed_at timestamptz(3) not null,
  constraint ops_access_change_pk primary key (id)
);
create index ops_access_change_at_ix on ops_access_change (changed_at);

-- Told facts and asked-for tasks, committed with the state they speak of; kept 30 days as the account's fact list.
create table account_outbox (
  account_id bigint not null,
  id uuid not null,
  kind text not null,
  name text not null,
  subject text not null,
  subject_version integer not null,
  payload text not null,
  cause text not null,
  depth integer not null,
  is_public boolean not null,
  is_silent boolean not null,
  told_at timestamptz(3) not null,
  run_at timestamptz(3),
  published_at timestamptz(3),
  constraint account_outbox_pk primary key (account_id, id),
  constraint account_outbox_kind_check check (kind in ('fact', 'task'))
);
-- The relay reads what no one has published yet, whatever the account.
create index account_outbox_relay_ix on account_outbox (told_at, id) where published_at is null;
-- The account's fact list, in the order of publication: filled by the relay, not by the write that tells.
create index account_outbox_public_ix on account_outbox (account_id, published_at, id)
  where is_public and published_at is not null;
create index account_outbox_name_ix on account_outbox (account_id, name, published_at, id)
  where is_public and published_at is not null;
create index account_outbox_subject_ix on account_outbox (account_id, subject, published_at, id)
  where is_public and published_at is not null;

-- Facts that a consumer has dealt with: what makes an effect happen once.
create table account_inbox (
  account_id bigint not null,
  consumer text not null,
  fact_id uuid not null,
  handled_at timestamptz(3) not null,
  constraint account_inbox_pk primary key (account_id, consumer, fact_id)
);

-- Who changed what. `sealed_*` is filled in batches: a hash chain over salted digests.
create table account_audit (
  account_id bigint not null,
  id uuid not null,
  at timestamptz(3) not null,
  request_id text not null,
  actor text not null,
  action text not null,
  target text not null,
  changes text not null,
  constraint account_audit_pk primary key (account_id, id)
);
create index account_audit_target_ix on account_audit (account_id, target, id);

-- Answers kept 24 hours, sealed, so that a repeated write answers the same.
create table account_idempotency (
  account_id bigint not null,
  key text not null,
  operation text not null,
  request_hash bytea not null,
  answer bytea not null,
  created_at timestamptz(3) not null,
  constraint account_idempotency_pk primary key (account_id, key)
);
create index account_idempotency_created_ix on account_idempotency (account_id, created_at);
