-- A heartbeat tells which rendition is played. What was told without counts as unknown.
alter table livestream_beat add column rendition text;

-- Of what a view played, how much in each rendition. Older pieces are of nothing that is known.
alter table livestream_view_minute add column played_source_ms integer not null default 0;
alter table livestream_view_minute add column played_720p_ms integer not null default 0;
alter table livestream_view_minute add column played_480p_ms integer not null default 0;
alter table livestream_view_minute add column played_audio_ms integer not null default 0;
alter table livestream_view_five add column played_source_ms integer not null default 0;
alter table livestream_view_five add column played_720p_ms integer not null default 0;
alter table livestream_view_five add column played_480p_ms integer not null default 0;
alter table livestream_view_five add column played_audio_ms integer not null default 0;
alter table livestream_view_hour add column played_source_ms integer not null default 0;
alter table livestream_view_hour add column played_720p_ms integer not null default 0;
alter table livestream_view_hour add column played_480p_ms integer not null default 0;
alter table livestream_view_hour add column played_audio_ms integer not null default 0;
