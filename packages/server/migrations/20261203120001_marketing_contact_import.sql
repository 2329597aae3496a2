-- Files of contacts: what they hold, how their columns are read, and how far the import is.
create table marketing_contact_import (
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
  url text,
  format text,
  encoding text,
  delimiter text,
  has_header boolean,
  on_conflict text not null,
  contact_status text,
  tags text[] not null,
  topics text[] not null,
  consent_source text,
  consent_at timestamptz(3),
  consent_ip text,
  consent_text text,
  segment_id uuid,
  goal text not null,
  byte_count bigint not null,
  read_byte_count bigint not null,
  row_count integer not null,
  created_count integer not null,
  updated_count integer not null,
  unchanged_count integer not null,
  skipped_count integer not null,
  suppressed_count integer not null,
  error_count integer not null,
  failure text,
  started_at timestamptz(3),
  ended_at timestamptz(3),
  file_id uuid,
  row_position integer not null,
  filled_lists text[] not null,
  constraint marketing_contact_import_pk primary key (account_id, id),
  constraint marketing_contact_import_status_check check (status in (
    'waiting', 'reading', 'ready', 'checking', 'importing', 'done', 'failed', 'cancelled', 'deleted')),
  constraint marketing_contact_import_format_check check (format in ('csv', 'jsonl')),
  constraint marketing_contact_import_encoding_check check (encoding in (
    'utf-8', 'utf-16le', 'utf-16be', 'windows-1252')),
  constraint marketing_contact_import_delimiter_check check (delimiter in ('comma', 'semicolon', 'tab', 'pipe')),
  constraint marketing_contact_import_conflict_check check (on_conflict in ('skip', 'merge', 'overwrite')),
  constraint marketing_contact_import_contact_check check (contact_status in ('subscribed', 'unsubscribed')),
  constraint marketing_contact_import_goal_check check (goal in ('preview', 'check', 'import')),
  constraint marketing_contact_import_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_contact_import_reference_key on marketing_contact_import (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index marketing_contact_import_created_ix on marketing_contact_import (account_id, created_at, id)
  where deleted_at is null;
create index marketing_contact_import_deleted_ix on marketing_contact_import (account_id, deleted_at)
  where deleted_at is not null;
create index marketing_contact_import_segment_ix on marketing_contact_import (account_id, segment_id)
  where segment_id is not null;

-- Columns of the file, with their first values.
create table marketing_contact_import_column (
  account_id bigint not null,
  contact_import_id uuid not null,
  position integer not null,
  name text not null,
  samples text[] not null,
  constraint marketing_contact_import_column_pk primary key (account_id, contact_import_id, position)
);

-- Columns that are imported, and the part of the contact that each fills.
create table marketing_contact_import_mapping (
  account_id bigint not null,
  contact_import_id uuid not null,
  position integer not null,
  column_name text not null,
  field text,
  attribute text,
  type text,
  constraint marketing_contact_import_mapping_pk primary key (account_id, contact_import_id, position)
);

-- Rows that were left out: the first ones of an import, with field and reason. Values stay in the file.
create table marketing_contact_import_error (
  account_id bigint not null,
  import_id uuid not null,
  row_number integer not null,
  position integer not null,
  column_name text,
  field text,
  reason text not null,
  constraint marketing_contact_import_error_pk primary key (account_id, import_id, row_number, position)
);

-- Stored parts of the file.
create table marketing_contact_import_part (
  account_id bigint not null,
  file_id uuid not null,
  from_byte bigint not null,
  to_byte bigint not null,
  part_id uuid not null,
  constraint marketing_contact_import_part_pk primary key (account_id, file_id, from_byte)
);

alter table marketing_contact_import add constraint marketing_contact_import_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_contact_import add constraint marketing_contact_import_segment_fk
  foreign key (account_id, segment_id) references marketing_segment (account_id, id);
alter table marketing_contact_import_column add constraint marketing_contact_import_column_fk
  foreign key (account_id, contact_import_id) references marketing_contact_import (account_id, id) on delete cascade;
alter table marketing_contact_import_mapping add constraint marketing_contact_import_mapping_fk
  foreign key (account_id, contact_import_id) references marketing_contact_import (account_id, id) on delete cascade;
alter table marketing_contact_import_error add constraint marketing_contact_import_error_fk
  foreign key (account_id, import_id) references marketing_contact_import (account_id, id) on delete cascade;
alter table marketing_contact_import_part add constraint marketing_contact_import_part_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
