-- Public places of all live accounts by country and city, for the directory of places: a projection over accounts.
create table directory_place_feed (
  bucket text not null,
  account_id bigint not null,
  id uuid not null,
  version integer not null,
  name text not null,
  country text not null,
  city_key text not null,
  city text not null,
  search_text text not null,
  card jsonb not null,
  constraint directory_place_feed_pk primary key (bucket, account_id, id),
  constraint directory_place_feed_card_check check (pg_column_size(card) <= 16384)
);
create index directory_place_feed_city_ix on directory_place_feed (bucket, country, city_key, name, id);
create index directory_place_feed_name_ix on directory_place_feed (bucket, name, id);
create index directory_place_feed_search_ix on directory_place_feed using gin (bucket, search_text gin_trgm_ops);
