-- A recording is due from the end of its session until its node has handed it over. Sessions that ended before may hold
-- a replay that failed; the search of the node then clears the mark and changes nothing else.
alter table livestream_session add column is_due boolean not null default false;
update livestream_session set is_due = true
where status = 'ended' and static_id is not null and duration_seconds is null;
