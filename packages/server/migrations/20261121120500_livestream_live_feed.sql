-- What is live now on the whole instance, for the page that lists it: a projection over accounts.
create table directory_live_feed (
  bucket text not null,
  account_id bigint not null,
  id uuid not null,
  version integer not null,
  started_at timestamptz(3) not null,
  card jsonb not null,
  constraint directory_live_feed_pk primary key (bucket, account_id, id),
  constraint directory_live_feed_card_check check (pg_column_size(card) <= 16384)
);
create index directory_live_feed_started_ix on directory_live_feed (bucket, started_at, id);
