-- Daily comparison with the providers, and the moment of refunds there.
alter table payments_refund add column settled_at timestamptz(3);

create table payments_reconciliation (
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
  provider_id text not null,
  day date not null,
  currency text not null,
  kind text not null,
  ours bigint not null,
  theirs bigint not null,
  constraint payments_reconciliation_pk primary key (account_id, id),
  constraint payments_reconciliation_status_check check (status in ('open', 'resolved', 'deleted')),
  constraint payments_reconciliation_kind_check check (kind in ('payments', 'captured', 'fees', 'refunded')),
  constraint payments_reconciliation_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index payments_reconciliation_reference_key on payments_reconciliation (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index payments_reconciliation_day_key on payments_reconciliation
  (account_id, provider_id, day, currency, kind);
create index payments_reconciliation_created_ix on payments_reconciliation (account_id, created_at, id)
  where deleted_at is null;
create index payments_reconciliation_deleted_ix on payments_reconciliation (account_id, deleted_at)
  where deleted_at is not null;

-- A row per day with money of a provider; it is compared after the day, and again after a late report.
create table payments_day (
  account_id bigint not null,
  provider_id text not null,
  day date not null,
  checked_at timestamptz(3),
  constraint payments_day_pk primary key (account_id, provider_id, day)
);
create index payments_day_unchecked_ix on payments_day (day, account_id, provider_id) where checked_at is null;

alter table payments_reconciliation add constraint payments_reconciliation_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table payments_day add constraint payments_day_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
