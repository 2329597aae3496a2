-- How far the roll-ups of tallies have come: the end of the last summed interval, by tally and roll-up.
create table ops_tally_cursor (
  name text not null,
  until_at timestamptz(3) not null,
  constraint ops_tally_cursor_pk primary key (name)
);
insert into ops_tally_cursor (name, until_at)
  select 'livestream.video.heartbeat.' || name, until_at from livestream_fold;
drop table livestream_fold;

-- Schedules of tallies carry the names of their tallies.
delete from ops_schedule where name in (
  'livestream.audience.countViews', 'livestream.audience.fold', 'livestream.audience.prune',
  'places.view.partitions', 'places.view.rollUp');
