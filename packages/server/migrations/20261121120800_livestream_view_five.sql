-- Beats of a view, summed up by five minutes: what most answers are made of.
create table livestream_view_five (
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
  constraint livestream_view_five_pk primary key (account_id, starts_at, person_key, view_id)
) partition by range (starts_at);
create index livestream_view_five_target_ix on livestream_view_five (account_id, target_id, starts_at);
create index livestream_view_five_fold_ix on livestream_view_five (starts_at);
