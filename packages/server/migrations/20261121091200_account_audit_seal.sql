-- One leaf per sealed audit row. `changes_digest` is salted: erasing a row's changes together with its salt leaves
-- nothing to guess from, and the chain still holds.
create table account_audit_leaf (
  account_id bigint not null,
  id uuid not null,
  sequence bigint not null,
  position integer not null,
  salt bytea,
  changes_digest bytea not null,
  digest bytea not null,
  constraint account_audit_leaf_pk primary key (account_id, id)
);
create unique index account_audit_leaf_place_key on account_audit_leaf (account_id, sequence, position);

-- The chain: each seal holds the digest of the one before and those of its leaves. A row whose id is below
-- `floor_id` comes too late to be sealed.
create table account_audit_seal (
  account_id bigint not null,
  id uuid not null,
  sequence bigint not null,
  from_id uuid not null,
  to_id uuid not null,
  floor_id uuid not null,
  row_count integer not null,
  previous_digest bytea not null,
  digest bytea not null,
  sealed_at timestamptz(3) not null,
  constraint account_audit_seal_pk primary key (account_id, id)
);
create unique index account_audit_seal_sequence_key on account_audit_seal (account_id, sequence);
