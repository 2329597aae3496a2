-- nontransactional
create index concurrently if not exists livestream_stream_schedule_ix
  on livestream_stream (account_id, schedule_key, id) where deleted_at is null;
create index concurrently if not exists livestream_stream_channel_schedule_ix
  on livestream_stream (account_id, channel_id, schedule_key, id) where deleted_at is null;
create index concurrently if not exists livestream_stream_category_text_ix
  on livestream_stream (account_id, category_folded, created_at, id)
  where deleted_at is null and category_folded is not null;
create index concurrently if not exists livestream_stream_sub_text_ix
  on livestream_stream (account_id, sub_category_folded, created_at, id)
  where deleted_at is null and sub_category_folded is not null;
create index concurrently if not exists directory_channel_feed_live_ix
  on directory_channel_feed (bucket, viewers, id) where live_stream_id is not null;
create index concurrently if not exists directory_channel_feed_language_ix
  on directory_channel_feed (bucket, language, created_at, id);
create index concurrently if not exists directory_channel_feed_tags_ix
  on directory_channel_feed using gin (bucket, tag_list);
