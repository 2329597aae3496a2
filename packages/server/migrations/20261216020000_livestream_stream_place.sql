-- Streams name the place that they come from; places keep which streams are live there.
alter table livestream_stream add column place_id uuid;

create table places_stream (
  account_id bigint not null,
  stream_id uuid not null,
  place_id uuid not null,
  version integer not null,
  is_live boolean not null,
  constraint places_stream_pk primary key (account_id, stream_id)
);
create index places_stream_live_ix on places_stream (account_id, place_id) where is_live;
alter table places_stream add constraint places_stream_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
