-- Clips of viewers have an author and a shelf of their own, which only the owner's choice leaves.
alter table livestream_static add column shelf text not null default 'own';
alter table livestream_static add column author_id uuid;
alter table livestream_static add column author_name text;
alter table livestream_static add constraint livestream_static_shelf_check
  check (shelf in ('own', 'viewers', 'featured')) not valid;
alter table livestream_static validate constraint livestream_static_shelf_check;

-- Facts about a clip of a viewer that its video does not show: they bound the next clips.
create table livestream_viewer_clip (
  account_id bigint not null,
  id uuid not null,
  made_at timestamptz(3) not null,
  stream_id uuid not null,
  cut_key uuid not null,
  author_id uuid not null,
  holder_id uuid not null,
  network_id uuid not null,
  reserved_bytes bigint not null,
  is_filling boolean not null,
  constraint livestream_viewer_clip_pk primary key (account_id, id)
);
create index livestream_viewer_clip_made_ix on livestream_viewer_clip (account_id, made_at);
create index livestream_viewer_clip_filling_ix on livestream_viewer_clip (account_id, made_at) where is_filling;
create index livestream_viewer_clip_cut_ix on livestream_viewer_clip (account_id, cut_key);
create index livestream_viewer_clip_author_ix on livestream_viewer_clip (account_id, author_id, made_at);
alter table livestream_viewer_clip add constraint livestream_viewer_clip_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table livestream_viewer_clip add constraint livestream_viewer_clip_static_fk
  foreign key (account_id, id) references livestream_static (account_id, id) on delete cascade;

-- Viewers who may make no clips any longer.
create table livestream_blocked_viewer (
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
  author_id uuid not null,
  name text,
  reason text,
  network_id uuid,
  constraint livestream_blocked_viewer_pk primary key (account_id, id),
  constraint livestream_blocked_viewer_status_check check (status in ('active', 'deleted')),
  constraint livestream_blocked_viewer_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index livestream_blocked_viewer_reference_key on livestream_blocked_viewer (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index livestream_blocked_viewer_author_key on livestream_blocked_viewer (account_id, author_id)
  where deleted_at is null;
create index livestream_blocked_viewer_created_ix on livestream_blocked_viewer (account_id, created_at, id)
  where deleted_at is null;
create index livestream_blocked_viewer_network_ix on livestream_blocked_viewer (account_id, network_id, created_at)
  where deleted_at is null and network_id is not null;
create index livestream_blocked_viewer_deleted_ix on livestream_blocked_viewer (account_id, deleted_at)
  where deleted_at is not null;
alter table livestream_blocked_viewer add constraint livestream_blocked_viewer_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
