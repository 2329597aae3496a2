-- The permanent home of a streamer: one page, one handle, any number of videos.
create table livestream_channel (
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
  handle text not null,
  description text,
  avatar_url text,
  cover_photo_url text,
  category_id uuid,
  sub_category_id uuid,
  language text not null,
  tags text,
  visibility text not null,
  defaults_visibility text,
  defaults_is_rewards_enabled boolean,
  is_rewards_enabled boolean not null,
  tag_list text[] not null,
  search_text text not null,
  filled_lists text[] not null,
  constraint livestream_channel_pk primary key (account_id, id),
  constraint livestream_channel_status_check check (status in ('active', 'deleted')),
  constraint livestream_channel_visibility_check check (visibility in ('public', 'unlisted', 'private')),
  constraint livestream_channel_labels_check check (sub_category_id is null or category_id is not null),
  constraint livestream_channel_metadata_check check (pg_column_size(metadata) <= 65536)
) with (fillfactor = 85);
create unique index livestream_channel_reference_key on livestream_channel (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index livestream_channel_name_ix on livestream_channel (account_id, name, id) where deleted_at is null;
create index livestream_channel_created_ix on livestream_channel (account_id, created_at, id)
  where deleted_at is null;
create index livestream_channel_category_ix on livestream_channel (account_id, category_id)
  where deleted_at is null;
create index livestream_channel_sub_category_ix on livestream_channel (account_id, sub_category_id)
  where deleted_at is null;
create index livestream_channel_search_ix on livestream_channel using gin (account_id, search_text gin_trgm_ops);
create index livestream_channel_deleted_ix on livestream_channel (account_id, deleted_at) where deleted_at is not null;

create table livestream_channel_link (
  account_id bigint not null,
  channel_id uuid not null,
  position integer not null,
  label text not null,
  url text not null,
  constraint livestream_channel_link_pk primary key (account_id, channel_id, position)
);

alter table livestream_channel add constraint livestream_channel_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table livestream_channel add constraint livestream_channel_category_fk
  foreign key (account_id, category_id) references livestream_category (account_id, id);
alter table livestream_channel add constraint livestream_channel_sub_category_fk
  foreign key (account_id, sub_category_id) references livestream_sub_category (account_id, id);
alter table livestream_channel_link add constraint livestream_channel_link_owner_fk
  foreign key (account_id, channel_id) references livestream_channel (account_id, id) on delete cascade;

-- Public channels of every live account, as `scope=discover` shows them. One bucket until it has to be split.
create table directory_channel_feed (
  bucket text not null,
  account_id bigint not null,
  id uuid not null,
  version integer not null,
  name text not null,
  created_at timestamptz(3) not null,
  language text not null,
  tag_list text[] not null,
  search_text text not null,
  card jsonb not null,
  constraint directory_channel_feed_pk primary key (bucket, account_id, id),
  constraint directory_channel_feed_card_check check (pg_column_size(card) <= 131072)
);
create index directory_channel_feed_created_ix on directory_channel_feed (bucket, created_at, id);
create index directory_channel_feed_name_ix on directory_channel_feed (bucket, name, id);
create index directory_channel_feed_search_ix on directory_channel_feed
  using gin (bucket, search_text gin_trgm_ops);
