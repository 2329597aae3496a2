-- A stream of a channel that is hidden is not shown at its place. Unknown for streams noted before: they count as open.
alter table places_stream add column channel_id uuid;
