-- Contacts of signed-in viewers by play session and day, and the time that they watched in intervals of five minutes.
create table livestream_watcher (
  account_id bigint not null,
  person_key uuid not null,
  view_id uuid not null,
  day timestamptz(3) not null,
  contact_id uuid not null,
  constraint livestream_watcher_pk primary key (account_id, person_key, view_id, day)
);
create index livestream_watcher_day_ix on livestream_watcher (day);

create table livestream_watch_time (
  account_id bigint not null,
  starts_at timestamptz(3) not null,
  person_key uuid not null,
  target_id uuid not null,
  is_live boolean not null,
  seconds integer not null,
  is_reported boolean not null,
  constraint livestream_watch_time_pk primary key (account_id, starts_at, person_key)
) partition by range (starts_at);
create index livestream_watch_time_due_ix on livestream_watch_time (account_id, starts_at, person_key)
  where not is_reported;
