-- Streams are listed in the order of their schedules; those without one come last.
alter table livestream_stream
  add column schedule_key timestamptz(3) not null default '9999-12-31T23:59:59.999Z';
update livestream_stream set schedule_key = scheduled_at where scheduled_at is not null;

-- What is live on a channel that anybody may discover, and how many watch.
alter table directory_channel_feed add column live_stream_id uuid;
alter table directory_channel_feed add column viewers integer not null default 0;

-- Public streams that are live or to come, for the whole instance: a projection over accounts. It takes the place of
-- the one that held only what is live, and no more than a page needs.
create table directory_stream_feed (
  bucket text not null,
  account_id bigint not null,
  id uuid not null,
  version integer not null,
  created_at timestamptz(3) not null,
  schedule_key timestamptz(3) not null,
  is_live boolean not null,
  viewers integer not null default 0,
  hides_viewers boolean not null,
  channel_id uuid not null,
  language text not null,
  category_folded text,
  tag_list text[] not null,
  search_text text not null,
  card jsonb not null,
  constraint directory_stream_feed_pk primary key (bucket, account_id, id),
  constraint directory_stream_feed_card_check check (pg_column_size(card) <= 131072)
);
create index directory_stream_feed_created_ix on directory_stream_feed (bucket, created_at, id);
create index directory_stream_feed_schedule_ix on directory_stream_feed (bucket, schedule_key, id);
create index directory_stream_feed_live_ix on directory_stream_feed (bucket, viewers, id) where is_live;
create index directory_stream_feed_category_ix on directory_stream_feed (bucket, category_folded, created_at, id);
create index directory_stream_feed_language_ix on directory_stream_feed (bucket, language, created_at, id);
create index directory_stream_feed_tags_ix on directory_stream_feed using gin (bucket, tag_list);
create index directory_stream_feed_search_ix on directory_stream_feed using gin (bucket, search_text gin_trgm_ops);

drop table directory_live_feed;
