-- Who asked what, and how it was answered: kept 7 days and bounded in rows, written in groups beside the answers.
-- The id is the request's own, a UUIDv7, so its order is that of arrival. Account 0: nobody that we know.
create table ops_request_log (
  id uuid not null,
  account_id bigint not null,
  key_id uuid,
  at timestamptz(3) not null,
  operation text not null,
  method text not null,
  path text not null,
  status integer not null,
  reason text,
  duration_ms double precision not null,
  network text not null,
  user_agent text not null,
  constraint ops_request_log_pk primary key (id),
  constraint ops_request_log_operation_check check (char_length(operation) <= 100),
  constraint ops_request_log_method_check check (char_length(method) <= 20),
  constraint ops_request_log_path_check check (char_length(path) <= 300),
  constraint ops_request_log_reason_check check (char_length(reason) <= 100),
  constraint ops_request_log_network_check check (char_length(network) <= 50),
  constraint ops_request_log_agent_check check (char_length(user_agent) <= 120)
) with (autovacuum_vacuum_insert_scale_factor = 0.1, autovacuum_vacuum_scale_factor = 0.05);
create index ops_request_log_account_ix on ops_request_log (account_id, id);
create index ops_request_log_refused_ix on ops_request_log (account_id, id) where status >= 400;
