-- Live streams: what an encoder publishes to under one key, and what an audience watches at one address.
create table livestream_stream (
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
  filled_lists text[] not null,
  title text not null,
  description text,
  tags text,
  channel_id uuid not null,
  category text,
  sub_category text,
  category_id uuid,
  sub_category_id uuid,
  search_type text,
  schedule_date date,
  schedule_time text,
  timezone text,
  scheduled_at timestamptz(3),
  expected_duration_minutes integer,
  cover_photo_url text,
  is_rewards_enabled boolean not null,
  visibility text not null,
  password_hash text,
  replay_visibility text not null,
  latency_mode text not null,
  auto_start boolean not null,
  record boolean not null,
  delete_recording_after_days integer,
  dvr_window_seconds integer not null,
  reconnect_window_seconds integer not null,
  slate_url text,
  max_duration_seconds integer not null,
  renditions text not null,
  allow_viewer_clips boolean not null,
  hide_viewer_count boolean not null,
  allowed_origins text[] not null,
  is_reusable boolean not null,
  test boolean not null,
  key_label text not null,
  key_hash text not null,
  session_id uuid,
  started_at timestamptz(3),
  last_ended_reason text,
  tag_list text[] not null,
  search_text text not null,
  category_folded text,
  sub_category_folded text,
  constraint livestream_stream_pk primary key (account_id, id),
  constraint livestream_stream_status_check check (
    status in ('idle', 'scheduled', 'connecting', 'preview', 'live', 'reconnecting', 'ended', 'disabled', 'deleted')
  ),
  constraint livestream_stream_visibility_check
    check (visibility in ('public', 'unlisted', 'private', 'password', 'signed', 'ticketed')),
  constraint livestream_stream_replay_check
    check (replay_visibility in ('public', 'unlisted', 'private', 'password', 'signed', 'ticketed')),
  constraint livestream_stream_password_check
    check ((visibility <> 'password' and replay_visibility <> 'password') or password_hash is not null),
  constraint livestream_stream_latency_check check (latency_mode in ('ultraLow', 'low', 'standard')),
  constraint livestream_stream_renditions_check check (renditions in ('source', 'auto')),
  constraint livestream_stream_ended_check check (
    last_ended_reason in
      ('ended', 'encoder_gone', 'max_duration', 'disabled', 'deleted', 'unsupported', 'server_stopped')
  ),
  constraint livestream_stream_labels_check check (sub_category_id is null or category_id is not null),
  constraint livestream_stream_session_check
    check (status not in ('connecting', 'preview', 'live', 'reconnecting') or session_id is not null),
  constraint livestream_stream_metadata_check check (pg_column_size(metadata) <= 65536)
) with (fillfactor = 85);

-- Where a stream is sent on to. Their keys lie apart, sealed.
create table livestream_stream_target (
  account_id bigint not null,
  stream_id uuid not null,
  position integer not null,
  target_id text not null,
  name text not null,
  server_url text not null,
  is_enabled boolean not null,
  constraint livestream_stream_target_pk primary key (account_id, stream_id, position)
);

-- The keys of those places, sealed.
create table livestream_stream_target_key (
  account_id bigint not null,
  stream_id uuid not null,
  target_id text not null,
  sealed bytea not null,
  constraint livestream_stream_target_key_pk primary key (account_id, stream_id, target_id)
);

-- Each time that an encoder was let in, with its reconnects, is one session.
create table livestream_session (
  account_id bigint not null,
  id uuid not null,
  stream_id uuid not null,
  status text not null,
  node_id uuid not null,
  key_label text not null,
  protocol text not null,
  created_at timestamptz(3) not null,
  live_at timestamptz(3),
  ended_at timestamptz(3),
  ended_reason text,
  is_recorded boolean not null,
  static_id uuid,
  duration_seconds double precision,
  byte_count bigint,
  video_codec text,
  audio_codec text,
  width integer,
  height integer,
  peak_viewers integer,
  constraint livestream_session_pk primary key (account_id, id),
  constraint livestream_session_status_check
    check (status in ('connecting', 'preview', 'live', 'reconnecting', 'ended', 'rejected'))
);

create unique index livestream_stream_reference_key on livestream_stream (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index livestream_stream_created_ix on livestream_stream (account_id, created_at, id) where deleted_at is null;
create index livestream_stream_status_ix on livestream_stream (account_id, status, created_at, id)
  where deleted_at is null;
create index livestream_stream_channel_ix on livestream_stream (account_id, channel_id, created_at, id)
  where deleted_at is null;
create index livestream_stream_category_ix on livestream_stream (account_id, category_id) where deleted_at is null;
create index livestream_stream_sub_category_ix on livestream_stream (account_id, sub_category_id)
  where deleted_at is null;
create index livestream_stream_scheduled_ix on livestream_stream (account_id, scheduled_at, id)
  where deleted_at is null and scheduled_at is not null;
create index livestream_stream_tags_ix on livestream_stream using gin (account_id, tag_list);
create index livestream_stream_search_ix on livestream_stream using gin (account_id, search_text gin_trgm_ops);
create index livestream_stream_deleted_ix on livestream_stream (account_id, deleted_at) where deleted_at is not null;
create index livestream_stream_running_ix on livestream_stream (account_id, id)
  where status in ('connecting', 'preview', 'live', 'reconnecting');
create index livestream_session_stream_ix on livestream_session (account_id, stream_id, created_at);
-- Sessions of a node that is gone are looked for by the node, whatever the account.
create index livestream_session_node_ix on livestream_session (node_id) where status not in ('ended', 'rejected');

alter table livestream_stream add constraint livestream_stream_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table livestream_stream add constraint livestream_stream_channel_fk
  foreign key (account_id, channel_id) references livestream_channel (account_id, id);
alter table livestream_stream add constraint livestream_stream_category_fk
  foreign key (account_id, category_id) references livestream_category (account_id, id);
alter table livestream_stream add constraint livestream_stream_sub_category_fk
  foreign key (account_id, sub_category_id) references livestream_sub_category (account_id, id);
alter table livestream_stream_target add constraint livestream_stream_target_stream_fk
  foreign key (account_id, stream_id) references livestream_stream (account_id, id) on delete cascade;
alter table livestream_stream_target_key add constraint livestream_stream_target_key_stream_fk
  foreign key (account_id, stream_id) references livestream_stream (account_id, id) on delete cascade;
alter table livestream_session add constraint livestream_session_stream_fk
  foreign key (account_id, stream_id) references livestream_stream (account_id, id) on delete cascade;

-- The processes that hold live sessions, and where the others reach them.
create table ops_node (
  id uuid not null,
  url text not null,
  seen_at timestamptz(3) not null,
  constraint ops_node_pk primary key (id)
);

-- What a channel gives its new streams.
alter table livestream_channel add column defaults_latency_mode text;
alter table livestream_channel add column defaults_record boolean;
alter table livestream_channel add column defaults_dvr_window_seconds integer;
alter table livestream_channel add column defaults_allow_viewer_clips boolean;
alter table livestream_channel add column defaults_replay_visibility text;
alter table livestream_channel add constraint livestream_channel_latency_check
  check (defaults_latency_mode in ('ultraLow', 'low', 'standard')) not valid;
alter table livestream_channel validate constraint livestream_channel_latency_check;
alter table livestream_channel add constraint livestream_channel_replay_check
  check (defaults_replay_visibility in ('public', 'unlisted', 'private')) not valid;
alter table livestream_channel validate constraint livestream_channel_replay_check;

-- Sheets of details for streams.
alter table livestream_details add column stream_id uuid;
alter table livestream_details drop constraint livestream_details_target_check;
alter table livestream_details add constraint livestream_details_target_check check (
  (target_type = 'static' and static_id is not null and channel_id is null and stream_id is null)
  or (target_type = 'channel' and channel_id is not null and static_id is null and stream_id is null)
  or (target_type = 'stream' and stream_id is not null and static_id is null and channel_id is null)
) not valid;
alter table livestream_details validate constraint livestream_details_target_check;
alter table livestream_details add constraint livestream_details_stream_fk
  foreign key (account_id, stream_id) references livestream_stream (account_id, id) not valid;
alter table livestream_details validate constraint livestream_details_stream_fk;
