-- Texts, chapters and captions of a video or a channel in one language. `target_id` is the public id of its target;
-- `static_id` or `channel_id` is the same as a row's id, so that the target must exist.
create table livestream_details (
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
  target_type text not null,
  target_id text not null,
  locale text not null,
  title text,
  description text,
  tags text,
  cover_photo_url text,
  maturity_rating text not null,
  content_warnings text[] not null,
  licence text,
  custom_fields jsonb not null,
  static_id uuid,
  channel_id uuid,
  search_text text not null,
  filled_lists text[] not null,
  constraint livestream_details_pk primary key (account_id, id),
  constraint livestream_details_status_check check (status in ('draft', 'published', 'archived', 'deleted')),
  constraint livestream_details_target_check check (
    (target_type = 'static' and static_id is not null and channel_id is null)
    or (target_type = 'channel' and channel_id is not null and static_id is null)
  ),
  constraint livestream_details_rating_check check (maturity_rating in ('everyone', 'teen', 'mature', 'adult')),
  constraint livestream_details_custom_check check (pg_column_size(custom_fields) <= 262144),
  constraint livestream_details_metadata_check check (pg_column_size(metadata) <= 65536)
) with (fillfactor = 85);
create unique index livestream_details_reference_key on livestream_details (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index livestream_details_locale_key on livestream_details (account_id, target_id, locale)
  where deleted_at is null;
create index livestream_details_created_ix on livestream_details (account_id, created_at, id) where deleted_at is null;
create index livestream_details_by_locale_ix on livestream_details (account_id, locale, id) where deleted_at is null;
create index livestream_details_static_ix on livestream_details (account_id, static_id) where deleted_at is null;
create index livestream_details_channel_ix on livestream_details (account_id, channel_id) where deleted_at is null;
create index livestream_details_search_ix on livestream_details using gin (account_id, search_text gin_trgm_ops);
create index livestream_details_deleted_ix on livestream_details (account_id, deleted_at) where deleted_at is not null;

create table livestream_details_chapter (
  account_id bigint not null,
  details_id uuid not null,
  position integer not null,
  start_seconds double precision not null,
  title text not null,
  constraint livestream_details_chapter_pk primary key (account_id, details_id, position)
);

create table livestream_details_caption (
  account_id bigint not null,
  details_id uuid not null,
  position integer not null,
  language text not null,
  label text not null,
  kind text not null,
  url text not null,
  constraint livestream_details_caption_pk primary key (account_id, details_id, position)
);

create table livestream_details_track (
  account_id bigint not null,
  details_id uuid not null,
  position integer not null,
  vtt text not null,
  constraint livestream_details_track_pk primary key (account_id, details_id, position)
);

create table livestream_details_credit (
  account_id bigint not null,
  details_id uuid not null,
  position integer not null,
  role text not null,
  name text not null,
  url text,
  constraint livestream_details_credit_pk primary key (account_id, details_id, position)
);

create table livestream_details_product (
  account_id bigint not null,
  details_id uuid not null,
  position integer not null,
  label text not null,
  url text not null,
  at_seconds double precision,
  constraint livestream_details_product_pk primary key (account_id, details_id, position)
);

create table livestream_details_link (
  account_id bigint not null,
  details_id uuid not null,
  position integer not null,
  label text not null,
  url text not null,
  constraint livestream_details_link_pk primary key (account_id, details_id, position)
);

alter table livestream_details add constraint livestream_details_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table livestream_details add constraint livestream_details_static_fk
  foreign key (account_id, static_id) references livestream_static (account_id, id);
alter table livestream_details add constraint livestream_details_channel_fk
  foreign key (account_id, channel_id) references livestream_channel (account_id, id);
alter table livestream_details_chapter add constraint livestream_details_chapter_owner_fk
  foreign key (account_id, details_id) references livestream_details (account_id, id) on delete cascade;
alter table livestream_details_caption add constraint livestream_details_caption_owner_fk
  foreign key (account_id, details_id) references livestream_details (account_id, id) on delete cascade;
alter table livestream_details_track add constraint livestream_details_track_owner_fk
  foreign key (account_id, details_id) references livestream_details (account_id, id) on delete cascade;
alter table livestream_details_credit add constraint livestream_details_credit_owner_fk
  foreign key (account_id, details_id) references livestream_details (account_id, id) on delete cascade;
alter table livestream_details_product add constraint livestream_details_product_owner_fk
  foreign key (account_id, details_id) references livestream_details (account_id, id) on delete cascade;
alter table livestream_details_link add constraint livestream_details_link_owner_fk
  foreign key (account_id, details_id) references livestream_details (account_id, id) on delete cascade;
