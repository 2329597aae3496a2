-- Members of an account: invited by mail, active once the person has accepted.
create table account_member (
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
  email text not null,
  email_key text not null,
  name text not null,
  role text not null,
  person_id text,
  joined_at timestamptz(3),
  constraint account_member_pk primary key (account_id, id),
  constraint account_member_status_check check (status in ('invited', 'active', 'deleted')),
  constraint account_member_role_check check (role in ('owner', 'developer', 'operator', 'analyst', 'reader')),
  constraint account_member_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index account_member_reference_key on account_member (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index account_member_email_key on account_member (account_id, email_key) where deleted_at is null;
create index account_member_created_ix on account_member (account_id, created_at, id) where deleted_at is null;
alter table account_member add constraint account_member_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;

-- One-time links. The token in a link is the id with a keyed hash of it, so the table holds no secret.
create table person_link (
  id uuid not null,
  kind text not null,
  account_id bigint,
  role text,
  email text,
  person_id uuid,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint person_link_pk primary key (id),
  constraint person_link_kind_check check (kind in ('console', 'invitation', 'passwordReset', 'emailChange')),
  constraint person_link_role_check
    check (role is null or role in ('owner', 'developer', 'operator', 'analyst', 'reader'))
);
create index person_link_expires_ix on person_link (expires_at);
