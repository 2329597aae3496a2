-- Payment links with their lines, questions and counts.
create table payments_payment_link (
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
  title text not null,
  description text,
  slug text,
  amount_mode text not null,
  currency text not null,
  customer_amount_min bigint,
  customer_amount_max bigint,
  customer_amount_preset bigint,
  max_payments integer,
  expires_at timestamptz(3),
  allow_coupons boolean not null,
  auto_promotions boolean not null,
  accept_tokens_token text,
  accept_tokens_rate integer,
  accept_tokens_max_percent integer,
  collect_name boolean,
  collect_phone boolean,
  collect_address boolean,
  after_payment_redirect_url text,
  after_payment_message text,
  contact_id text,
  provider_id text,
  filled_lists text[] not null,
  constraint payments_payment_link_pk primary key (account_id, id),
  constraint payments_payment_link_status_check check (status in (
    'active', 'inactive', 'completed', 'expired', 'deleted')),
  constraint payments_payment_link_mode_check check (amount_mode in ('fixed', 'customer')),
  constraint payments_payment_link_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index payments_payment_link_reference_key on payments_payment_link (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index payments_payment_link_slug_key on payments_payment_link (account_id, slug);
create index payments_payment_link_created_ix on payments_payment_link (account_id, created_at, id)
  where deleted_at is null;
create index payments_payment_link_title_ix on payments_payment_link (account_id, title, id) where deleted_at is null;
create index payments_payment_link_deleted_ix on payments_payment_link (account_id, deleted_at)
  where deleted_at is not null;

create table payments_link_item (
  account_id bigint not null,
  payment_link_id uuid not null,
  position integer not null,
  name text not null,
  amount bigint not null,
  quantity integer,
  sku text,
  adjustable_min integer,
  adjustable_max integer,
  image_url text,
  constraint payments_link_item_pk primary key (account_id, payment_link_id, position)
);

create table payments_link_field (
  account_id bigint not null,
  payment_link_id uuid not null,
  position integer not null,
  key text not null,
  label text not null,
  kind text,
  is_required boolean,
  constraint payments_link_field_pk primary key (account_id, payment_link_id, position)
);

create table payments_link_count (
  account_id bigint not null,
  payment_link_id uuid not null,
  uses_max integer,
  used integer not null,
  reserved integer not null,
  views bigint not null,
  started bigint not null,
  succeeded bigint not null,
  amount bigint not null,
  constraint payments_link_count_pk primary key (account_id, payment_link_id),
  constraint payments_link_count_reserved_check check (reserved >= 0)
);

alter table payments_payment_link add constraint payments_payment_link_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table payments_link_item add constraint payments_link_item_link_fk
  foreign key (account_id, payment_link_id) references payments_payment_link (account_id, id) on delete cascade;
alter table payments_link_field add constraint payments_link_field_link_fk
  foreign key (account_id, payment_link_id) references payments_payment_link (account_id, id) on delete cascade;
alter table payments_link_count add constraint payments_link_count_link_fk
  foreign key (account_id, payment_link_id) references payments_payment_link (account_id, id) on delete cascade;
