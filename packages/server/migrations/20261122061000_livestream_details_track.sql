-- A caption track is fetched after the write that names its file: until it is there the row is pending, and the text of
-- the file before it stays.
alter table livestream_details_track add column url text;
alter table livestream_details_track add column status text;
alter table livestream_details_track add column asked_at timestamptz(3);
alter table livestream_details_track add column attempts integer;
alter table livestream_details_track add column error text;
alter table livestream_details_track alter column vtt drop not null;
update livestream_details_track t set url = coalesce(
    (select c.url from livestream_details_caption c
     where c.account_id = t.account_id and c.details_id = t.details_id and c.position = t.position), ''),
  status = 'ready', asked_at = now(), attempts = 1;
alter table livestream_details_track alter column url set not null;
alter table livestream_details_track alter column status set not null;
alter table livestream_details_track alter column asked_at set not null;
alter table livestream_details_track alter column attempts set not null;
alter table livestream_details_track add constraint livestream_details_track_status_check
  check (status in ('pending', 'ready', 'failed')) not valid;
alter table livestream_details_track validate constraint livestream_details_track_status_check;
alter table livestream_details_track add constraint livestream_details_track_text_check
  check (status <> 'ready' or vtt is not null) not valid;
alter table livestream_details_track validate constraint livestream_details_track_text_check;
