-- Runs of letters without spaces between words become overlapping pairs, as `searchText` writes them. Not to be run
-- twice: the pairs would become pairs of their own.
update directory_channel_feed t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
update directory_stream_feed t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
update livestream_category t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
update livestream_channel t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
update livestream_details t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
update livestream_static t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
update livestream_stream t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
update livestream_sub_category t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
update places_place t
set search_text = btrim(regexp_replace(regexp_replace(regexp_replace(t.search_text,
  '[' || u.letters || ']+', ' \& ', 'g'), '[' || u.letters || ']', '\& \&', 'g'), ' +', ' ', 'g'), ' ')
from (select '\u0e01-\u0e3a\u0e40-\u0e4e\u0e81-\u0ece\u0edc-\u0edf\u1000-\u103f\u1050-\u109d\u1780-\u17d3'
  '\u3005-\u3007\u3041-\u309f\u30a1-\u30fa\u30fc-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff'
  '\U00020000-\U0003ffff' as letters) u
where t.search_text ~ ('[' || u.letters || ']');
