-- Images that accounts upload. The files lie in the store of media; the same image is stored once per account.
create table account_image (
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
  name text,
  media_type text not null,
  width integer not null,
  height integer not null,
  frame_count integer not null,
  byte_count integer not null,
  file text not null,
  content_hash text not null,
  constraint account_image_pk primary key (account_id, id),
  constraint account_image_status_check check (status in ('stored', 'deleted')),
  constraint account_image_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index account_image_reference_key on account_image (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index account_image_content_key on account_image (account_id, content_hash) where deleted_at is null;
create unique index account_image_file_key on account_image (account_id, file) where deleted_at is null;
create index account_image_created_ix on account_image (account_id, created_at, id) where deleted_at is null;
alter table account_image add constraint account_image_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
