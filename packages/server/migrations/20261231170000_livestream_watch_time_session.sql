-- Session and channel of watched time; null in rows from before. The nil id stands for none.
alter table livestream_watch_time add column session_id uuid;
alter table livestream_watch_time add column channel_id uuid;
