-- Live drops: coupons for the first viewers of a stream who tap. Stream and coupon have no foreign key: a drop outlives
-- both. No index holds the counter, so a claim touches none.
create table loyalty_drop (
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
  stream_id uuid not null,
  coupon_id uuid not null,
  quantity integer not null,
  seconds integer not null,
  opens_at timestamptz(3) not null,
  ends_at timestamptz(3) not null,
  closed_at timestamptz(3),
  claimed integer not null,
  constraint loyalty_drop_pk primary key (account_id, id),
  constraint loyalty_drop_status_check check (status in ('scheduled', 'open', 'full', 'ended', 'deleted')),
  constraint loyalty_drop_claimed_check check (claimed >= 0 and claimed <= quantity),
  constraint loyalty_drop_metadata_check check (pg_column_size(metadata) <= 65536)
) with (fillfactor = 50);
create unique index loyalty_drop_reference_key on loyalty_drop (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index loyalty_drop_created_ix on loyalty_drop (account_id, created_at, id) where deleted_at is null;
create index loyalty_drop_stream_ix on loyalty_drop (account_id, stream_id, created_at, id) where deleted_at is null;
create index loyalty_drop_stream_end_ix on loyalty_drop (account_id, stream_id, ends_at) where deleted_at is null;
create index loyalty_drop_deleted_ix on loyalty_drop (account_id, deleted_at) where deleted_at is not null;

-- One claim of a drop for each contact, with its copy of the coupon.
create table loyalty_drop_claim (
  account_id bigint not null,
  drop_id uuid not null,
  contact_id uuid not null,
  coupon_id uuid not null,
  claimed_at timestamptz(3) not null,
  constraint loyalty_drop_claim_pk primary key (account_id, drop_id, contact_id)
);
create index loyalty_drop_claim_contact_ix on loyalty_drop_claim (account_id, contact_id);

alter table loyalty_drop add constraint loyalty_drop_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_drop_claim add constraint loyalty_drop_claim_drop_fk
  foreign key (account_id, drop_id) references loyalty_drop (account_id, id) on delete cascade;
