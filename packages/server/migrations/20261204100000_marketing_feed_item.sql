-- Items of shop feeds, as of their last reading.
create table marketing_feed_item (
  account_id bigint not null,
  integration_id uuid not null,
  item_key text not null,
  position integer not null,
  title text not null,
  url text,
  image_url text,
  price_minor bigint,
  currency text,
  category text,
  is_available boolean not null,
  updated_at timestamptz(3) not null,
  constraint marketing_feed_item_pk primary key (account_id, integration_id, item_key)
);
alter table marketing_feed_item add constraint marketing_feed_item_integration_fk
    foreign key (account_id, integration_id)
    references marketing_integration (account_id, id) on delete cascade;
create index marketing_feed_item_position_ix on marketing_feed_item (account_id, integration_id, position);
alter table marketing_integration add column config_every_hours integer;
alter table marketing_integration add column config_currency text;
