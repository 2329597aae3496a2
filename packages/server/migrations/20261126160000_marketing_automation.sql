-- Automations and the email sequences that compile into them: immutable definitions, runs of contacts, their timers.
create table marketing_automation (
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
  trigger_type text not null,
  definition_version integer not null,
  in_flight text not null,
  activated_at timestamptz(3),
  error text,
  constraint marketing_automation_pk primary key (account_id, id),
  constraint marketing_automation_status_check check (status in (
    'draft', 'active', 'paused', 'error', 'archived', 'deleted')),
  constraint marketing_automation_kind_check check (kind in ('automation', 'sequence')),
  constraint marketing_automation_trigger_check check (trigger_type in (
    'event', 'segmentEntered', 'segmentExited', 'contactCreated', 'contactUpdated', 'dateAttribute', 'schedule',
    'scoreCrossed', 'couponRedeemed', 'paymentSucceeded', 'manual')),
  constraint marketing_automation_in_flight_check check (in_flight in ('continue', 'stop', 'hold')),
  constraint marketing_automation_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_automation_reference_key on marketing_automation (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index marketing_automation_created_ix on marketing_automation (account_id, created_at, id)
  where deleted_at is null;
create index marketing_automation_updated_ix on marketing_automation (account_id, updated_at, id)
  where deleted_at is null;
create index marketing_automation_name_ix on marketing_automation (account_id, name, id) where deleted_at is null;
create index marketing_automation_name_key_ix on marketing_automation (account_id, name_key text_pattern_ops)
  where deleted_at is null;
create index marketing_automation_deleted_ix on marketing_automation (account_id, deleted_at)
  where deleted_at is not null;

-- Definitions never change: a change of an automation adds a version, and runs stay on theirs.
create table marketing_automation_version (
  account_id bigint not null,
  automation_id uuid not null,
  version integer not null,
  created_at timestamptz(3) not null,
  definition jsonb not null,
  source jsonb,
  constraint marketing_automation_version_pk primary key (account_id, automation_id, version),
  constraint marketing_automation_version_definition_check check (pg_column_size(definition) <= 524288),
  constraint marketing_automation_version_source_check check (pg_column_size(source) <= 524288)
);

-- Records that the current definition of an automation names, so that their deletion can be refused.
create table marketing_automation_use (
  account_id bigint not null,
  automation_id uuid not null,
  used_id uuid not null,
  kind text not null,
  node_id text not null,
  constraint marketing_automation_use_pk primary key (account_id, automation_id, used_id, node_id),
  constraint marketing_automation_use_kind_check check (kind in (
    'template', 'segment', 'integration', 'automation', 'sequence'))
);
create index marketing_automation_use_used_ix on marketing_automation_use (account_id, used_id, automation_id);

-- Entries of active automations by the occurrence that begins a run.
create table marketing_automation_entry (
  account_id bigint not null,
  kind text not null,
  key text not null,
  automation_id uuid not null,
  constraint marketing_automation_entry_pk primary key (account_id, kind, key, automation_id)
);
create index marketing_automation_entry_automation_ix on marketing_automation_entry (account_id, automation_id);

-- Runs: one passage of one contact. The unique indexes are the re-entry policy.
create table marketing_automation_run (
  account_id bigint not null,
  id uuid not null,
  automation_id uuid not null,
  version integer not null,
  contact_id uuid not null,
  status text not null,
  node_id text,
  iteration integer not null,
  entry_key text not null,
  slot integer not null,
  cause jsonb,
  started_at timestamptz(3) not null,
  arrived_at timestamptz(3) not null,
  due_at timestamptz(3),
  ended_at timestamptz(3),
  goal_at timestamptz(3),
  reason text,
  failures integer not null,
  constraint marketing_automation_run_pk primary key (account_id, id),
  constraint marketing_automation_run_status_check check (status in (
    'active', 'completed', 'exited', 'failed')),
  constraint marketing_automation_run_cause_check check (pg_column_size(cause) <= 32768)
);
create unique index marketing_automation_run_entry_key
  on marketing_automation_run (account_id, automation_id, contact_id, entry_key);
create unique index marketing_automation_run_slot_key
  on marketing_automation_run (account_id, automation_id, contact_id, slot) where status = 'active';
create index marketing_automation_run_started_ix
  on marketing_automation_run (account_id, automation_id, started_at, id);
create index marketing_automation_run_active_ix on marketing_automation_run (account_id, automation_id, id)
  where status = 'active';
create index marketing_automation_run_ended_ix on marketing_automation_run (account_id, automation_id, ended_at)
  where ended_at is not null;
create index marketing_automation_run_contact_ix
  on marketing_automation_run (account_id, contact_id, automation_id, id);
create index marketing_automation_run_live_ix on marketing_automation_run (account_id, contact_id)
  where status = 'active';
create index marketing_automation_run_old_ix on marketing_automation_run (ended_at) where ended_at is not null;

-- Steps that a run has taken. The primary key is the promise that each is taken once.
create table marketing_automation_step (
  account_id bigint not null,
  run_id uuid not null,
  node_id text not null,
  iteration integer not null,
  at timestamptz(3) not null,
  outcome text not null,
  detail text,
  constraint marketing_automation_step_pk primary key (account_id, run_id, node_id, iteration)
);

-- Moments at which something is due: a run at its node, or a contact at a date of an automation.
create table marketing_timer (
  account_id bigint not null,
  owner_id uuid not null,
  contact_id uuid not null,
  automation_id uuid not null,
  kind text not null,
  due_at timestamptz(3) not null,
  held_due_at timestamptz(3),
  constraint marketing_timer_pk primary key (account_id, owner_id, contact_id),
  constraint marketing_timer_kind_check check (kind in ('run', 'date'))
);
create index marketing_timer_due_ix on marketing_timer (account_id, due_at, owner_id, contact_id);
create index marketing_timer_next_ix on marketing_timer (due_at, account_id);
create index marketing_timer_automation_ix on marketing_timer (account_id, automation_id, owner_id, contact_id);
create index marketing_timer_contact_ix on marketing_timer (account_id, contact_id);

-- Counters per node, in slots so that concurrent batches do not wait for one row.
create table marketing_automation_count (
  account_id bigint not null,
  automation_id uuid not null,
  node_id text not null,
  kind text not null,
  slot integer not null,
  count bigint not null,
  constraint marketing_automation_count_pk primary key (account_id, automation_id, node_id, kind, slot),
  constraint marketing_automation_count_kind_check check (kind in (
    'in', 'out', 'failed', 'entered', 'completed', 'exited', 'goalReached'))
);

-- Email sequences. Steps are those of the newest version of their automation.
create table marketing_sequence (
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
  automation_id uuid not null,
  definition_version integer not null,
  constraint marketing_sequence_pk primary key (account_id, id),
  constraint marketing_sequence_status_check check (status in ('draft', 'active', 'archived', 'deleted')),
  constraint marketing_sequence_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_sequence_reference_key on marketing_sequence (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index marketing_sequence_created_ix on marketing_sequence (account_id, created_at, id) where deleted_at is null;
create index marketing_sequence_updated_ix on marketing_sequence (account_id, updated_at, id) where deleted_at is null;
create index marketing_sequence_name_ix on marketing_sequence (account_id, name, id) where deleted_at is null;
create index marketing_sequence_automation_ix on marketing_sequence (account_id, automation_id);
create index marketing_sequence_deleted_ix on marketing_sequence (account_id, deleted_at) where deleted_at is not null;

alter table marketing_automation add constraint marketing_automation_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_automation_version add constraint marketing_automation_version_automation_fk
  foreign key (account_id, automation_id) references marketing_automation (account_id, id) on delete cascade;
alter table marketing_automation_use add constraint marketing_automation_use_automation_fk
  foreign key (account_id, automation_id) references marketing_automation (account_id, id) on delete cascade;
alter table marketing_automation_entry add constraint marketing_automation_entry_automation_fk
  foreign key (account_id, automation_id) references marketing_automation (account_id, id) on delete cascade;
-- Runs outlive their automation: their history is kept for 13 months.
alter table marketing_automation_run add constraint marketing_automation_run_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_automation_step add constraint marketing_automation_step_run_fk
  foreign key (account_id, run_id) references marketing_automation_run (account_id, id) on delete cascade;
alter table marketing_timer add constraint marketing_timer_automation_fk
  foreign key (account_id, automation_id) references marketing_automation (account_id, id) on delete cascade;
alter table marketing_automation_count add constraint marketing_automation_count_automation_fk
  foreign key (account_id, automation_id) references marketing_automation (account_id, id) on delete cascade;
alter table marketing_sequence add constraint marketing_sequence_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_sequence add constraint marketing_sequence_automation_fk
  foreign key (account_id, automation_id) references marketing_automation (account_id, id);
