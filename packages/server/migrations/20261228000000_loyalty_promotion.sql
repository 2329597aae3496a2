-- Promotions: their rules by revision, their counters, uses, people of a holdout, and holds of a purchase's offers.
create table loyalty_promotion (
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
  name_key text not null,
  trigger text not null,
  code text,
  starts_at timestamptz(3) not null,
  ends_at timestamptz(3),
  valid_windows jsonb not null,
  filter jsonb,
  effects jsonb not null,
  currency text,
  max_amount bigint,
  limits_total integer,
  limits_per_contact integer,
  limits_per_day integer,
  budget_type text,
  budget_amount bigint,
  stacking_class text not null,
  stacking_combines_with text[] not null,
  stacking_exclusive boolean not null,
  stacking_group text,
  stacking_group_limit integer,
  stacking_priority integer not null,
  stacking_percent_of text not null,
  strategy text not null,
  display_title text,
  display_badge text,
  display_image_url text,
  display_terms text,
  holdout_percent double precision not null,
  revision integer not null,
  constraint loyalty_promotion_pk primary key (account_id, id),
  constraint loyalty_promotion_status_check check (status in (
    'draft', 'scheduled', 'active', 'paused', 'exhausted', 'ended', 'archived', 'deleted')),
  constraint loyalty_promotion_trigger_check check (trigger in ('automatic', 'code')),
  constraint loyalty_promotion_code_check check ((trigger = 'code') = (code is not null)),
  constraint loyalty_promotion_strategy_check check (strategy in ('best', 'priority')),
  constraint loyalty_promotion_windows_check check (pg_column_size(valid_windows) <= 16384),
  constraint loyalty_promotion_filter_check check (pg_column_size(filter) <= 65536),
  constraint loyalty_promotion_effects_check check (pg_column_size(effects) <= 262144),
  constraint loyalty_promotion_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index loyalty_promotion_reference_key on loyalty_promotion (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index loyalty_promotion_code_key on loyalty_promotion (account_id, code)
  where code is not null and deleted_at is null;
create index loyalty_promotion_created_ix on loyalty_promotion (account_id, created_at, id) where deleted_at is null;
create index loyalty_promotion_updated_ix on loyalty_promotion (account_id, updated_at, id) where deleted_at is null;
create index loyalty_promotion_name_ix on loyalty_promotion (account_id, name_key, id) where deleted_at is null;
create index loyalty_promotion_live_ix on loyalty_promotion (account_id, id)
  where deleted_at is null and status in ('active', 'scheduled', 'exhausted');
create index loyalty_promotion_deleted_ix on loyalty_promotion (account_id, deleted_at) where deleted_at is not null;

-- Rules of earlier revisions: uses refer to the one that they applied.
create table loyalty_promotion_revision (
  account_id bigint not null,
  promotion_id uuid not null,
  revision integer not null,
  filter jsonb,
  effects jsonb not null,
  until timestamptz(3) not null,
  constraint loyalty_promotion_revision_pk primary key (account_id, promotion_id, revision),
  constraint loyalty_promotion_revision_filter_check check (pg_column_size(filter) <= 65536),
  constraint loyalty_promotion_revision_effects_check check (pg_column_size(effects) <= 262144)
);

-- Uses and discounts that count against the limits. No index holds a counter.
create table loyalty_promotion_total (
  account_id bigint not null,
  promotion_id uuid not null,
  used bigint not null,
  spent bigint not null,
  constraint loyalty_promotion_total_pk primary key (account_id, promotion_id),
  constraint loyalty_promotion_total_used_check check (used >= 0),
  constraint loyalty_promotion_total_spent_check check (spent >= 0)
);

create table loyalty_promotion_contact (
  account_id bigint not null,
  promotion_id uuid not null,
  contact_id uuid not null,
  used integer not null,
  constraint loyalty_promotion_contact_pk primary key (account_id, promotion_id, contact_id),
  constraint loyalty_promotion_contact_used_check check (used >= 0)
);
create index loyalty_promotion_contact_of_ix on loyalty_promotion_contact (account_id, contact_id, promotion_id);

create table loyalty_promotion_day (
  account_id bigint not null,
  promotion_id uuid not null,
  day date not null,
  currency text not null,
  used integer not null,
  discount bigint not null,
  tokens bigint not null,
  constraint loyalty_promotion_day_pk primary key (account_id, promotion_id, day, currency),
  constraint loyalty_promotion_day_used_check check (used >= 0)
);

create table loyalty_promotion_application (
  account_id bigint not null,
  id uuid not null,
  promotion_id uuid not null,
  revision integer not null,
  reference text not null,
  status text not null,
  contact_id uuid,
  day date not null,
  currency text not null,
  discount bigint not null,
  returned bigint not null,
  tokens bigint not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint loyalty_promotion_application_pk primary key (account_id, id),
  constraint loyalty_promotion_application_status_check check (status in (
    'reserved', 'applied', 'released', 'rolledBack')),
  constraint loyalty_promotion_application_returned_check check (returned between 0 and discount)
);
create unique index loyalty_promotion_application_ref_key
  on loyalty_promotion_application (account_id, reference, promotion_id);
create index loyalty_promotion_application_of_ix
  on loyalty_promotion_application (account_id, promotion_id, created_at, id);
create index loyalty_promotion_application_contact_ix on loyalty_promotion_application (account_id, contact_id)
  where contact_id is not null;

-- People whose price a promotion lowered, or from whom its holdout kept it.
create table loyalty_promotion_person (
  account_id bigint not null,
  promotion_id uuid not null,
  person text not null,
  is_held_out boolean not null,
  seen_at timestamptz(3) not null,
  bought_at timestamptz(3),
  constraint loyalty_promotion_person_pk primary key (account_id, promotion_id, person)
);
create index loyalty_promotion_person_of_ix on loyalty_promotion_person (account_id, person, promotion_id);

-- Offers of one purchase: promotions, coupons and tokens are held, committed and given back together.
create table loyalty_offer_hold (
  account_id bigint not null,
  reference text not null,
  status text not null,
  contact_id uuid,
  person text,
  token text,
  token_amount bigint not null,
  is_over boolean not null,
  quote jsonb not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint loyalty_offer_hold_pk primary key (account_id, reference),
  constraint loyalty_offer_hold_status_check check (status in ('held', 'committed', 'released', 'rolledBack')),
  constraint loyalty_offer_hold_quote_check check (pg_column_size(quote) <= 1048576)
);

alter table loyalty_promotion add constraint loyalty_promotion_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_promotion_revision add constraint loyalty_promotion_revision_of_fk
  foreign key (account_id, promotion_id) references loyalty_promotion (account_id, id) on delete cascade;
alter table loyalty_promotion_total add constraint loyalty_promotion_total_of_fk
  foreign key (account_id, promotion_id) references loyalty_promotion (account_id, id) on delete cascade;
alter table loyalty_promotion_contact add constraint loyalty_promotion_contact_of_fk
  foreign key (account_id, promotion_id) references loyalty_promotion (account_id, id) on delete cascade;
alter table loyalty_promotion_day add constraint loyalty_promotion_day_of_fk
  foreign key (account_id, promotion_id) references loyalty_promotion (account_id, id) on delete cascade;
alter table loyalty_promotion_application add constraint loyalty_promotion_application_of_fk
  foreign key (account_id, promotion_id) references loyalty_promotion (account_id, id) on delete cascade;
alter table loyalty_promotion_person add constraint loyalty_promotion_person_of_fk
  foreign key (account_id, promotion_id) references loyalty_promotion (account_id, id) on delete cascade;
alter table loyalty_offer_hold add constraint loyalty_offer_hold_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
