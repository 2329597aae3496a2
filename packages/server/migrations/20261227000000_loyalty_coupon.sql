-- Coupons: one row per code with its counters, batches of codes, uses, and uses by contact.
create table loyalty_coupon_batch (
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
  quantity integer not null,
  made integer not null,
  code_pattern_prefix text,
  code_pattern_length integer,
  code_pattern_suffix text,
  constraint loyalty_coupon_batch_pk primary key (account_id, id),
  constraint loyalty_coupon_batch_status_check check (status in ('building', 'ready', 'deleted')),
  constraint loyalty_coupon_batch_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index loyalty_coupon_batch_reference_key on loyalty_coupon_batch (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index loyalty_coupon_batch_created_ix on loyalty_coupon_batch (account_id, created_at, id)
  where deleted_at is null;
create index loyalty_coupon_batch_deleted_ix on loyalty_coupon_batch (account_id, deleted_at)
  where deleted_at is not null;

-- No index holds a counter: an update of counters then touches no index.
create table loyalty_coupon (
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
  code text not null,
  discount_type text not null,
  discount_percent_off double precision,
  discount_max_amount bigint,
  discount_amount bigint,
  discount_currency text,
  discount_sku text,
  discount_quantity integer,
  discount_token text,
  starts_at timestamptz(3) not null,
  expires_at timestamptz(3),
  valid_windows jsonb not null,
  max_redemptions integer,
  max_redemptions_per_contact integer,
  budget_amount bigint,
  budget_currency text,
  min_subtotal_amount bigint,
  min_subtotal_currency text,
  applies_to_skus text[],
  applies_to_categories text[],
  applies_to_payment_link_ids text[],
  applies_to_event_ids text[],
  applies_to_place_ids text[],
  applies_to_vendor_ids text[],
  audience jsonb,
  first_purchase_only boolean not null,
  stacking_class text not null,
  stacking_combines_with text[] not null,
  stacking_exclusive boolean not null,
  stacking_priority integer not null,
  redeemed integer not null,
  reserved integer not null,
  discount_granted_amount bigint,
  discount_granted_currency text,
  has_been_used boolean not null,
  batch_id uuid,
  name_key text not null,
  contact_id uuid,
  next_at timestamptz(3),
  constraint loyalty_coupon_pk primary key (account_id, id),
  constraint loyalty_coupon_status_check check (status in (
    'scheduled', 'active', 'paused', 'exhausted', 'expired', 'deleted')),
  constraint loyalty_coupon_redeemed_check check (redeemed >= 0),
  constraint loyalty_coupon_reserved_check check (reserved >= 0),
  constraint loyalty_coupon_granted_check check (discount_granted_amount >= 0),
  constraint loyalty_coupon_windows_check check (pg_column_size(valid_windows) <= 16384),
  constraint loyalty_coupon_audience_check check (pg_column_size(audience) <= 65536),
  constraint loyalty_coupon_metadata_check check (pg_column_size(metadata) <= 65536)
) with (fillfactor = 80);
create unique index loyalty_coupon_reference_key on loyalty_coupon (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index loyalty_coupon_code_key on loyalty_coupon (account_id, code) where deleted_at is null;
create index loyalty_coupon_created_ix on loyalty_coupon (account_id, created_at, id) where deleted_at is null;
create index loyalty_coupon_name_ix on loyalty_coupon (account_id, name_key, id) where deleted_at is null;
create index loyalty_coupon_expires_ix on loyalty_coupon (account_id, expires_at, id) where deleted_at is null;
create index loyalty_coupon_batch_ix on loyalty_coupon (account_id, batch_id, created_at, id)
  where batch_id is not null and deleted_at is null;
create index loyalty_coupon_contact_ix on loyalty_coupon (account_id, contact_id, created_at, id)
  where contact_id is not null and deleted_at is null;
create index loyalty_coupon_deleted_ix on loyalty_coupon (account_id, deleted_at) where deleted_at is not null;
create index loyalty_coupon_next_ix on loyalty_coupon (next_at) where next_at is not null and deleted_at is null;

-- One row per use. It outlives its coupon.
create table loyalty_redemption (
  account_id bigint not null,
  id uuid not null,
  coupon_id uuid not null,
  code text not null,
  contact_id uuid,
  client_reference text not null,
  request_hash bytea not null,
  reference text,
  status text not null,
  version integer not null,
  amount bigint not null,
  currency text,
  tokens bigint,
  token text,
  rolled_back_amount bigint not null,
  reason text,
  created_at timestamptz(3) not null,
  until_at timestamptz(3),
  redeemed_at timestamptz(3),
  ended_at timestamptz(3),
  constraint loyalty_redemption_pk primary key (account_id, id),
  constraint loyalty_redemption_status_check check (status in (
    'reserved', 'redeemed', 'released', 'partiallyRolledBack', 'rolledBack')),
  constraint loyalty_redemption_rolled_back_check check (rolled_back_amount between 0 and amount)
) with (fillfactor = 90);
create unique index loyalty_redemption_reference_key on loyalty_redemption (account_id, client_reference, coupon_id);
create index loyalty_redemption_purchase_ix on loyalty_redemption (account_id, reference) where reference is not null;
create index loyalty_redemption_coupon_ix on loyalty_redemption (account_id, coupon_id, created_at, id);
create index loyalty_redemption_contact_ix on loyalty_redemption (account_id, contact_id, created_at, id)
  where contact_id is not null;
create index loyalty_redemption_created_ix on loyalty_redemption (account_id, created_at, id);
create index loyalty_redemption_due_ix on loyalty_redemption (account_id, coupon_id, until_at)
  where until_at is not null;
create index loyalty_redemption_until_ix on loyalty_redemption (until_at) where until_at is not null;

-- Uses of a coupon by one contact. `used_max`: the limit that the last use obeyed.
create table loyalty_coupon_contact (
  account_id bigint not null,
  coupon_id uuid not null,
  contact_id uuid not null,
  used integer not null,
  used_max integer,
  constraint loyalty_coupon_contact_pk primary key (account_id, coupon_id, contact_id),
  constraint loyalty_coupon_contact_used_check check (used >= 0 and used <= used_max)
) with (fillfactor = 80);

alter table loyalty_coupon_batch add constraint loyalty_coupon_batch_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_coupon add constraint loyalty_coupon_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_coupon add constraint loyalty_coupon_batch_fk
  foreign key (account_id, batch_id) references loyalty_coupon_batch (account_id, id);
alter table loyalty_redemption add constraint loyalty_redemption_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_coupon_contact add constraint loyalty_coupon_contact_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
