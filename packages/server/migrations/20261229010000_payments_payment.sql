-- Payments with their lines, discounts, answers and time line; refunds, disputes, and calls of providers.
create table payments_payment (
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
  payment_link_id uuid not null,
  title text not null,
  provider text not null,
  provider_id text not null,
  currency text not null,
  subtotal bigint not null,
  discount_total bigint not null,
  token_value bigint not null,
  amount bigint not null,
  amount_refunded bigint not null,
  refund_pending bigint not null,
  fee bigint not null,
  customer_email text,
  customer_name text,
  customer_phone text,
  customer_address text,
  customer_language text,
  contact_id text,
  method_type text,
  method_brand text,
  method_last4 text,
  attempts integer not null,
  failure_code text,
  provider_reference text,
  charge_reference text,
  is_over_limit boolean not null,
  expires_at timestamptz(3) not null,
  paid_at timestamptz(3),
  captured_at timestamptz(3),
  attempt_key text not null,
  session_url text,
  reported_at timestamptz(3),
  is_released boolean not null,
  filled_lists text[] not null,
  constraint payments_payment_pk primary key (account_id, id),
  constraint payments_payment_status_check check (status in (
    'created', 'processing', 'requiresAction', 'succeeded', 'partiallyRefunded', 'refunded', 'disputed', 'lost',
    'failed', 'cancelled', 'expired', 'deleted')),
  constraint payments_payment_provider_check check (provider in ('sandbox', 'stripe')),
  constraint payments_payment_refund_check check (amount_refunded >= 0 and refund_pending >= 0),
  constraint payments_payment_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index payments_payment_reference_key on payments_payment (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index payments_payment_attempt_key on payments_payment (account_id, attempt_key);
create unique index payments_payment_provider_key on payments_payment (account_id, provider_id, provider_reference)
  where provider_reference is not null;
create index payments_payment_charge_ix on payments_payment (account_id, provider_id, charge_reference)
  where charge_reference is not null;
create index payments_payment_created_ix on payments_payment (account_id, created_at, id) where deleted_at is null;
create index payments_payment_link_ix on payments_payment (account_id, payment_link_id, created_at, id)
  where deleted_at is null;
create index payments_payment_contact_ix on payments_payment (account_id, contact_id, created_at, id)
  where contact_id is not null and deleted_at is null;
create index payments_payment_captured_ix on payments_payment (account_id, provider_id, captured_at)
  where captured_at is not null;
create index payments_payment_open_ix on payments_payment (account_id, updated_at, id)
  where status in ('created', 'processing', 'requiresAction');
create index payments_payment_deleted_ix on payments_payment (account_id, deleted_at) where deleted_at is not null;

create table payments_payment_item (
  account_id bigint not null,
  payment_id uuid not null,
  position integer not null,
  name text not null,
  sku text,
  quantity integer not null,
  unit_amount bigint not null,
  discount bigint not null,
  amount bigint not null,
  constraint payments_payment_item_pk primary key (account_id, payment_id, position)
);

create table payments_payment_discount (
  account_id bigint not null,
  payment_id uuid not null,
  position integer not null,
  offer_id text not null,
  kind text not null,
  title text not null,
  code text,
  amount bigint not null,
  constraint payments_payment_discount_pk primary key (account_id, payment_id, position)
);

create table payments_payment_answer (
  account_id bigint not null,
  payment_id uuid not null,
  position integer not null,
  key text not null,
  label text not null,
  value text not null,
  constraint payments_payment_answer_pk primary key (account_id, payment_id, position)
);

create table payments_payment_step (
  account_id bigint not null,
  payment_id uuid not null,
  kind text not null,
  source text not null,
  at timestamptz(3) not null,
  detail text,
  constraint payments_payment_step_pk primary key (account_id, payment_id, kind, source)
);

create table payments_refund (
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
  payment_id uuid not null,
  amount bigint not null,
  currency text not null,
  reason text,
  origin text not null,
  provider_reference text,
  failure_code text,
  constraint payments_refund_pk primary key (account_id, id),
  constraint payments_refund_status_check check (status in ('pending', 'succeeded', 'failed', 'deleted')),
  constraint payments_refund_origin_check check (origin in ('api', 'provider')),
  constraint payments_refund_amount_check check (amount > 0),
  constraint payments_refund_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index payments_refund_reference_key on payments_refund (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index payments_refund_provider_key on payments_refund (account_id, provider_reference)
  where provider_reference is not null;
create index payments_refund_created_ix on payments_refund (account_id, created_at, id) where deleted_at is null;
create index payments_refund_payment_ix on payments_refund (account_id, payment_id, created_at, id)
  where deleted_at is null;
create index payments_refund_deleted_ix on payments_refund (account_id, deleted_at) where deleted_at is not null;

create table payments_dispute (
  account_id bigint not null,
  payment_id uuid not null,
  provider_reference text not null,
  status text not null,
  amount bigint not null,
  reason text not null,
  opened_at timestamptz(3) not null,
  closed_at timestamptz(3),
  constraint payments_dispute_pk primary key (account_id, payment_id, provider_reference),
  constraint payments_dispute_status_check check (status in ('open', 'won', 'lost'))
);

-- A call is stored before it is processed: the key makes a repeat harmless.
create table payments_provider_event (
  account_id bigint not null,
  provider_id text not null,
  event_id text not null,
  type text not null,
  at timestamptz(3) not null,
  received_at timestamptz(3) not null,
  processed_at timestamptz(3),
  body text not null,
  report text,
  constraint payments_provider_event_pk primary key (account_id, provider_id, event_id)
);
create index payments_provider_event_old_ix on payments_provider_event (received_at);

alter table payments_payment add constraint payments_payment_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table payments_payment add constraint payments_payment_payment_link_fk
  foreign key (account_id, payment_link_id) references payments_payment_link (account_id, id);
alter table payments_payment_item add constraint payments_payment_item_payment_fk
  foreign key (account_id, payment_id) references payments_payment (account_id, id) on delete cascade;
alter table payments_payment_discount add constraint payments_payment_discount_payment_fk
  foreign key (account_id, payment_id) references payments_payment (account_id, id) on delete cascade;
alter table payments_payment_answer add constraint payments_payment_answer_payment_fk
  foreign key (account_id, payment_id) references payments_payment (account_id, id) on delete cascade;
alter table payments_payment_step add constraint payments_payment_step_payment_fk
  foreign key (account_id, payment_id) references payments_payment (account_id, id) on delete cascade;
alter table payments_refund add constraint payments_refund_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table payments_refund add constraint payments_refund_payment_fk
  foreign key (account_id, payment_id) references payments_payment (account_id, id);
alter table payments_dispute add constraint payments_dispute_payment_fk
  foreign key (account_id, payment_id) references payments_payment (account_id, id) on delete cascade;
alter table payments_provider_event add constraint payments_provider_event_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
