-- Domains of senders with their DKIM keys.
create table marketing_sending_domain (
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
  domain text not null,
  selector text,
  public_key text,
  sealed_private_key text,
  has_dkim boolean,
  has_spf boolean,
  has_dmarc boolean,
  last_checked_at timestamptz(3),
  last_error text,
  next_check_at timestamptz(3),
  constraint marketing_sending_domain_pk primary key (account_id, id),
  constraint marketing_sending_domain_status_check check (status in ('unverified', 'verified', 'failing', 'deleted')),
  constraint marketing_sending_domain_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_sending_domain_reference_key on marketing_sending_domain (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index marketing_sending_domain_key on marketing_sending_domain (account_id, domain)
  where deleted_at is null;
create index marketing_sending_domain_created_ix on marketing_sending_domain (account_id, created_at, id)
  where deleted_at is null;
create index marketing_sending_domain_name_ix on marketing_sending_domain (account_id, domain, id)
  where deleted_at is null;
create index marketing_sending_domain_deleted_ix on marketing_sending_domain (account_id, deleted_at)
  where deleted_at is not null;
alter table marketing_sending_domain add constraint marketing_sending_domain_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
