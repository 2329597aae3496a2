-- Moments that are marked while a stream is live, and become chapters of its replay.
create table livestream_marker (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  stream_id uuid not null,
  session_id uuid,
  marked_at timestamptz(3),
  title text,
  constraint livestream_marker_pk primary key (account_id, id),
  constraint livestream_marker_status_check check (status in ('active', 'deleted')),
  constraint livestream_marker_metadata_check check (pg_column_size(metadata) <= 65536)
);

create unique index livestream_marker_reference_key on livestream_marker (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index livestream_marker_created_ix on livestream_marker (account_id, created_at, id) where deleted_at is null;
create index livestream_marker_stream_ix on livestream_marker (account_id, stream_id, created_at, id)
  where deleted_at is null;
create index livestream_marker_session_ix on livestream_marker (account_id, session_id, marked_at)
  where deleted_at is null;
create index livestream_marker_deleted_ix on livestream_marker (account_id, deleted_at) where deleted_at is not null;

alter table livestream_marker add constraint livestream_marker_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table livestream_marker add constraint livestream_marker_stream_fk
  foreign key (account_id, stream_id) references livestream_stream (account_id, id);
