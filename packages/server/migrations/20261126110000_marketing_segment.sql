-- Segments of contacts, their members, and their size by day.
create table marketing_segment (
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
  name text not null,
  name_key text not null,
  description text,
  kind text not null,
  filter jsonb,
  mentioned_fields text[] not null,
  mentioned_events text[] not null,
  mentioned_segments text[] not null,
  is_time_relative boolean not null,
  cost_class text,
  built_at timestamptz(3),
  refresh_at timestamptz(3),
  error text,
  constraint marketing_segment_pk primary key (account_id, id),
  constraint marketing_segment_status_check check (status in (
    'building', 'ready', 'stale', 'error', 'archived', 'deleted')),
  constraint marketing_segment_kind_check check (kind in ('dynamic', 'static', 'snapshot')),
  constraint marketing_segment_cost_check check (cost_class in ('cheap', 'medium', 'heavy')),
  constraint marketing_segment_filter_check check (pg_column_size(filter) <= 65536),
  constraint marketing_segment_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_segment_reference_key on marketing_segment (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index marketing_segment_name_key on marketing_segment (account_id, name_key) where deleted_at is null;
create index marketing_segment_created_ix on marketing_segment (account_id, created_at, id) where deleted_at is null;
create index marketing_segment_name_ix on marketing_segment (account_id, name_key, id) where deleted_at is null;
create index marketing_segment_live_ix on marketing_segment (account_id, id)
  where deleted_at is null and kind = 'dynamic';
create index marketing_segment_deleted_ix on marketing_segment (account_id, deleted_at) where deleted_at is not null;

create table marketing_segment_member (
  account_id bigint not null,
  segment_id uuid not null,
  contact_id uuid not null,
  entered_at timestamptz(3) not null,
  constraint marketing_segment_member_pk primary key (account_id, segment_id, contact_id)
);
create index marketing_segment_member_contact_ix on marketing_segment_member (account_id, contact_id, segment_id);

-- Number of members in slots: concurrent changes of one segment touch different rows.
create table marketing_segment_count (
  account_id bigint not null,
  segment_id uuid not null,
  slot integer not null,
  members integer not null,
  constraint marketing_segment_count_pk primary key (account_id, segment_id, slot)
);

create table marketing_segment_day (
  account_id bigint not null,
  segment_id uuid not null,
  day date not null,
  member_count integer not null,
  constraint marketing_segment_day_pk primary key (account_id, segment_id, day)
);

alter table marketing_segment add constraint marketing_segment_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_segment_member add constraint marketing_segment_member_segment_fk
  foreign key (account_id, segment_id) references marketing_segment (account_id, id) on delete cascade;
alter table marketing_segment_member add constraint marketing_segment_member_contact_fk
  foreign key (account_id, contact_id) references marketing_contact (account_id, id) on delete cascade;
alter table marketing_segment_day add constraint marketing_segment_day_segment_fk
  foreign key (account_id, segment_id) references marketing_segment (account_id, id) on delete cascade;
alter table marketing_segment_count add constraint marketing_segment_count_segment_fk
  foreign key (account_id, segment_id) references marketing_segment (account_id, id) on delete cascade;
