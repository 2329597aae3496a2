-- Views by the day on which they began, for as long as their account is there.
create table livestream_view_daily (
  account_id bigint not null,
  target_id uuid not null,
  channel_id uuid not null,
  day timestamptz(3) not null,
  views bigint not null,
  constraint livestream_view_daily_pk primary key (account_id, target_id, channel_id, day),
  constraint livestream_view_daily_views_check check (views >= 0)
);
create index livestream_view_daily_channel_ix on livestream_view_daily (account_id, channel_id);
alter table livestream_view_daily add constraint livestream_view_daily_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
