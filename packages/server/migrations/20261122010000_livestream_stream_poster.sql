-- A stream has a picture of its latest moment, once one was taken.
alter table livestream_stream add column has_poster boolean not null default false;
