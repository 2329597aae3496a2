-- nontransactional
-- Places of a country by name: the index of names alone reads all places to find those of a country that has few.
create index concurrently if not exists directory_place_feed_country_ix
  on directory_place_feed (bucket, country, name, id);
