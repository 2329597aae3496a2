-- nontransactional
create index concurrently if not exists livestream_static_parent_ix
  on livestream_static (account_id, parent_stream_id, created_at, id)
  where deleted_at is null and parent_stream_id is not null;
create index concurrently if not exists livestream_static_asset_ix on livestream_static (account_id, asset_id)
  where asset_id is not null;
create index concurrently if not exists livestream_details_stream_ix on livestream_details (account_id, stream_id)
  where stream_id is not null;
