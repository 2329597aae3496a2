-- The kind of player of a view: `own` reports by heartbeats, `other` is counted by the media it loads. Null is `own`.
alter table livestream_view add column player text;
