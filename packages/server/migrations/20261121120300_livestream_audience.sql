-- What players report while they play, as it came: written in bursts, kept some days in a partition per day.
create table livestream_beat (
  account_id bigint not null,
  person_key uuid not null,
  view_id uuid not null,
  number integer not null,
  day timestamptz(3) not null,
  at timestamptz(3) not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  played_ms integer not null,
  position_ms integer not null,
  rebuffer_ms integer not null,
  startup_ms integer,
  latency_ms integer,
  bitrate_kbps integer,
  error text,
  constraint livestream_beat_pk primary key (account_id, person_key, view_id, number, day)
) partition by range (day);
create index livestream_beat_recent_ix on livestream_beat (account_id, at);
create index livestream_beat_fold_ix on livestream_beat (at);

-- With what a video is watched, once per view: what its first beat said.
create table livestream_view (
  account_id bigint not null,
  person_key uuid not null,
  view_id uuid not null,
  seen_at timestamptz(3) not null,
  country text not null,
  device text not null,
  os text not null,
  browser text not null,
  protocol text not null,
  referrer text not null,
  is_embedded boolean not null,
  constraint livestream_view_pk primary key (account_id, person_key, view_id)
);
create index livestream_view_seen_ix on livestream_view (seen_at);

-- Beats of a view, summed up minute by minute. Written once, when the minute is over.
create table livestream_view_minute (
  account_id bigint not null,
  starts_at timestamptz(3) not null,
  person_key uuid not null,
  view_id uuid not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  played_ms integer not null,
  rebuffer_ms integer not null,
  startup_ms integer,
  latency_sum_ms bigint not null,
  latency_count integer not null,
  bitrate_sum_kbps bigint not null,
  bitrate_count integer not null,
  error text,
  positions int4multirange,
  constraint livestream_view_minute_pk primary key (account_id, starts_at, person_key, view_id)
) partition by range (starts_at);
create index livestream_view_minute_target_ix on livestream_view_minute (account_id, target_id, starts_at);

-- The same, hour by hour.
create table livestream_view_hour (
  account_id bigint not null,
  starts_at timestamptz(3) not null,
  person_key uuid not null,
  view_id uuid not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  played_ms integer not null,
  rebuffer_ms integer not null,
  startup_ms integer,
  latency_sum_ms bigint not null,
  latency_count integer not null,
  bitrate_sum_kbps bigint not null,
  bitrate_count integer not null,
  error text,
  positions int4multirange,
  constraint livestream_view_hour_pk primary key (account_id, starts_at, person_key, view_id)
) partition by range (starts_at);
create index livestream_view_hour_target_ix on livestream_view_hour (account_id, target_id, starts_at);

-- How many views there were at once, in the six steps of ten seconds of each minute that had any.
create table livestream_concurrency (
  account_id bigint not null,
  starts_at timestamptz(3) not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  step0 integer not null,
  step1 integer not null,
  step2 integer not null,
  step3 integer not null,
  step4 integer not null,
  step5 integer not null,
  constraint livestream_concurrency_pk primary key (account_id, starts_at, target_id, session_id, channel_id)
) partition by range (starts_at);
create index livestream_concurrency_target_ix on livestream_concurrency (account_id, target_id, starts_at);

-- How far beats are summed up: by minutes, and by hours.
create table livestream_fold (
  name text not null,
  until_at timestamptz(3) not null,
  constraint livestream_fold_pk primary key (name)
);
