-- Keys of the feed of places end at 160 and 120 characters, as the address of the next page holds them.
update directory_place_feed set name = left(name, 160), city_key = left(city_key, 120)
where length(name) > 160 or length(city_key) > 120;
