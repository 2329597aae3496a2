-- Recorded videos. Category names are kept as they were sent; the ids beside them link those that match.
create table livestream_static (
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
  search_type text not null,
  title text,
  description text,
  tags text,
  channel_id uuid,
  category text,
  sub_category text,
  category_id uuid,
  sub_category_id uuid,
  schedule_date date,
  schedule_time text,
  timezone text,
  scheduled_at timestamptz(3),
  published_at timestamptz(3),
  cover_photo_url text,
  is_rewards_enabled boolean not null,
  video_url text,
  visibility text not null,
  password_hash text,
  import_mode text not null,
  allow_download boolean not null,
  expires_at timestamptz(3),
  silent_scheduled_at timestamptz(3),
  silent_expires_at timestamptz(3),
  source text not null,
  category_folded text,
  sub_category_folded text,
  tag_list text[] not null,
  search_text text not null,
  constraint livestream_static_pk primary key (account_id, id),
  constraint livestream_static_status_check
    check (status in ('draft', 'scheduled', 'published', 'archived', 'deleted')),
  constraint livestream_static_media_check check (status in ('draft', 'deleted') or video_url is not null),
  constraint livestream_static_schedule_check check (status <> 'scheduled' or scheduled_at is not null),
  constraint livestream_static_visibility_check check (visibility in ('public', 'unlisted', 'private', 'password')),
  constraint livestream_static_password_check check (visibility <> 'password' or password_hash is not null),
  constraint livestream_static_labels_check check (sub_category_id is null or category_id is not null),
  constraint livestream_static_import_check check (import_mode in ('link')),
  constraint livestream_static_source_check check (source in ('upload', 'import')),
  constraint livestream_static_metadata_check check (pg_column_size(metadata) <= 65536)
) with (fillfactor = 85);
create unique index livestream_static_reference_key on livestream_static (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index livestream_static_created_ix on livestream_static (account_id, created_at, id) where deleted_at is null;
create index livestream_static_status_ix on livestream_static (account_id, status, created_at, id)
  where deleted_at is null;
create index livestream_static_channel_ix on livestream_static (account_id, channel_id, published_at, id)
  where deleted_at is null;
create index livestream_static_category_ix on livestream_static (account_id, category_id) where deleted_at is null;
create index livestream_static_sub_category_ix on livestream_static (account_id, sub_category_id)
  where deleted_at is null;
create index livestream_static_category_text_ix on livestream_static (account_id, category_folded, created_at, id)
  where deleted_at is null;
create index livestream_static_sub_text_ix on livestream_static (account_id, sub_category_folded, created_at, id)
  where deleted_at is null;
create index livestream_static_search_type_ix on livestream_static (account_id, search_type, created_at, id)
  where deleted_at is null;
create index livestream_static_scheduled_ix on livestream_static (account_id, scheduled_at, id)
  where deleted_at is null and scheduled_at is not null;
create index livestream_static_tags_ix on livestream_static using gin (account_id, tag_list);
create index livestream_static_search_ix on livestream_static using gin (account_id, search_text gin_trgm_ops);
create index livestream_static_deleted_ix on livestream_static (account_id, deleted_at) where deleted_at is not null;
alter table livestream_static add constraint livestream_static_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table livestream_static add constraint livestream_static_channel_fk
  foreign key (account_id, channel_id) references livestream_channel (account_id, id);
alter table livestream_static add constraint livestream_static_category_fk
  foreign key (account_id, category_id) references livestream_category (account_id, id);
alter table livestream_static add constraint livestream_static_sub_category_fk
  foreign key (account_id, sub_category_id) references livestream_sub_category (account_id, id);
