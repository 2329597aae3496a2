-- Who looked at a place on a day, once per person and day: written in bursts, kept 400 days in a partition per month.
create table places_view (
  account_id bigint not null,
  place_id uuid not null,
  person_key uuid not null,
  day timestamptz(3) not null,
  constraint places_view_pk primary key (account_id, place_id, person_key, day)
) partition by range (day);

-- The same, counted.
create table places_view_daily (
  account_id bigint not null,
  place_id uuid not null,
  day timestamptz(3) not null,
  views bigint not null,
  constraint places_view_daily_pk primary key (account_id, place_id, day),
  constraint places_view_daily_views_check check (views >= 0)
);
alter table places_view_daily add constraint places_view_daily_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
