-- Who does what only one process may do. The token rises with every change of owner and fences the former one off.
create table ops_lease (
  name text not null,
  owner text not null,
  token bigint not null,
  until_at timestamptz(3) not null,
  position_at timestamptz(3) not null,
  constraint ops_lease_pk primary key (name)
);

-- One row per fact and reaction, and one per task asked for. Rows of one order_key run one after another.
create table ops_job (
  id uuid not null,
  account_id bigint not null,
  kind text not null,
  name text not null,
  fact_id uuid not null,
  fact_name text not null,
  subject text not null,
  subject_version integer not null,
  payload text not null,
  cause text not null,
  depth integer not null,
  is_silent boolean not null,
  told_at timestamptz(3) not null,
  order_key text,
  status text not null,
  run_at timestamptz(3) not null,
  attempts integer not null,
  lease_token uuid,
  lease_until timestamptz(3),
  last_error text,
  finished_at timestamptz(3),
  constraint ops_job_pk primary key (id),
  constraint ops_job_fact_key unique (account_id, fact_id, name),
  constraint ops_job_kind_check check (kind in ('reaction', 'task')),
  constraint ops_job_status_check check (status in ('waiting', 'queued', 'running', 'done', 'dead')),
  constraint ops_job_error_check check (char_length(last_error) <= 2000)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index ops_job_due_ix on ops_job (run_at, id) where status = 'queued';
create index ops_job_lease_ix on ops_job (lease_until) where status = 'running';
create index ops_job_order_ix on ops_job (order_key, subject_version, told_at, fact_id)
  where order_key is not null and status in ('waiting', 'queued', 'running');
create index ops_job_waiting_ix on ops_job (id) where status = 'waiting';
create index ops_job_dead_ix on ops_job (account_id, id) where status = 'dead';
create index ops_job_finished_ix on ops_job (finished_at) where status in ('done', 'dead');

-- Work that comes round again: one process at a time runs each.
create table ops_schedule (
  name text not null,
  next_run_at timestamptz(3) not null,
  lease_token uuid,
  lease_until timestamptz(3),
  last_run_at timestamptz(3),
  last_error text,
  constraint ops_schedule_pk primary key (name),
  constraint ops_schedule_error_check check (char_length(last_error) <= 2000)
);

-- One row per public fact and webhook endpoint that wants it. The payload stays in the account's outbox.
create table ops_delivery (
  account_id bigint not null,
  id uuid not null,
  endpoint_id uuid not null,
  fact_id uuid not null,
  fact_name text not null,
  subject text not null,
  subject_version integer not null,
  told_at timestamptz(3) not null,
  status text not null,
  attempts integer not null,
  round integer not null,
  next_attempt_at timestamptz(3),
  last_status integer,
  last_error text,
  last_duration_ms integer,
  response_excerpt text,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint ops_delivery_pk primary key (account_id, id),
  constraint ops_delivery_fact_key unique (account_id, fact_id, endpoint_id),
  constraint ops_delivery_status_check check (status in ('pending', 'failed', 'delivered', 'exhausted')),
  constraint ops_delivery_error_check check (char_length(last_error) <= 500),
  constraint ops_delivery_excerpt_check check (octet_length(response_excerpt) <= 1024)
) with (autovacuum_vacuum_scale_factor = 0.02);
create index ops_delivery_due_ix on ops_delivery
  (account_id, endpoint_id, next_attempt_at, subject_version, told_at, fact_id) where status in ('pending', 'failed');
create index ops_delivery_created_ix on ops_delivery (created_at);

create table ops_delivery_attempt (
  account_id bigint not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamptz(3) not null,
  status integer,
  error text,
  duration_ms integer not null,
  constraint ops_delivery_attempt_pk primary key (account_id, delivery_id, number),
  constraint ops_delivery_attempt_error_check check (char_length(error) <= 500)
);
alter table ops_delivery_attempt add constraint ops_delivery_attempt_delivery_fk
  foreign key (account_id, delivery_id) references ops_delivery (account_id, id) on delete cascade;

-- One row per endpoint: processes take turns at endpoints, not at deliveries, so a slow one delays itself alone.
create table ops_delivery_lane (
  account_id bigint not null,
  endpoint_id uuid not null,
  next_at timestamptz(3),
  wakes bigint not null,
  failures integer not null,
  lease_token uuid,
  lease_until timestamptz(3),
  constraint ops_delivery_lane_pk primary key (account_id, endpoint_id)
);
create index ops_delivery_lane_next_ix on ops_delivery_lane (next_at) where next_at is not null;
