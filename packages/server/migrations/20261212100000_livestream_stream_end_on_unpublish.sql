-- Whether a stream ends when its encoder unpublishes, and whether a stream for one session has had it.
alter table livestream_stream add column end_on_unpublish boolean not null default false;
alter table livestream_stream alter column end_on_unpublish drop default;
alter table livestream_stream add column is_used_up boolean not null default false;
alter table livestream_stream alter column is_used_up drop default;
update livestream_stream set is_used_up = true where status = 'ended' and not is_reusable;
