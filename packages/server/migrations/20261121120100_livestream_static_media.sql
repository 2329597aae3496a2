-- Recorded videos get media of their own: recordings of streams, clips, imports.
alter table livestream_static add column asset_id uuid;
alter table livestream_static add column parent_stream_id uuid;
alter table livestream_static add column session_id uuid;
alter table livestream_static add column duration_seconds double precision;
alter table livestream_static add column width integer;
alter table livestream_static add column height integer;
alter table livestream_static add column byte_count bigint;
alter table livestream_static add column has_mp4 boolean not null default false;
alter table livestream_static add column has_poster boolean not null default false;
alter table livestream_static add column has_storyboard boolean not null default false;
alter table livestream_static add column processing_percent integer;
alter table livestream_static add column processing_step text;
alter table livestream_static add column processing_error text;
alter table livestream_static add column clip_range_start_time timestamptz(3);
alter table livestream_static add column clip_range_end_time timestamptz(3);

alter table livestream_static drop constraint livestream_static_status_check;
alter table livestream_static add constraint livestream_static_status_check check (
  status in ('draft', 'processing', 'failed', 'scheduled', 'published', 'archived', 'deleted')
) not valid;
alter table livestream_static validate constraint livestream_static_status_check;
alter table livestream_static drop constraint livestream_static_media_check;
alter table livestream_static add constraint livestream_static_media_check check (
  status in ('draft', 'deleted', 'processing', 'failed') or num_nonnulls(video_url, asset_id) > 0
) not valid;
alter table livestream_static validate constraint livestream_static_media_check;
alter table livestream_static drop constraint livestream_static_visibility_check;
alter table livestream_static add constraint livestream_static_visibility_check
  check (visibility in ('public', 'unlisted', 'private', 'password', 'signed', 'ticketed')) not valid;
alter table livestream_static validate constraint livestream_static_visibility_check;
alter table livestream_static drop constraint livestream_static_import_check;
alter table livestream_static add constraint livestream_static_import_check
  check (import_mode in ('link', 'copy')) not valid;
alter table livestream_static validate constraint livestream_static_import_check;
alter table livestream_static drop constraint livestream_static_source_check;
alter table livestream_static add constraint livestream_static_source_check
  check (source in ('upload', 'import', 'recording', 'clip')) not valid;
alter table livestream_static validate constraint livestream_static_source_check;
