-- One row per webhook endpoint with deliveries: processes lease endpoints, not deliveries, so a slow one delays itself
-- alone. `failures` counts the batches in a row that the endpoint left unanswered; until `back_off_until` it is not
-- tried. `additions` rises with every delivery, so that a release sees what came during the lease.
create table ops_endpoint_queue (
  account_id bigint not null,
  endpoint_id uuid not null,
  next_at timestamptz(3),
  back_off_until timestamptz(3),
  additions bigint not null,
  failures integer not null,
  lease_token uuid,
  lease_until timestamptz(3),
  constraint ops_endpoint_queue_pk primary key (account_id, endpoint_id)
);
create index ops_endpoint_queue_answering_ix on ops_endpoint_queue (next_at) where failures = 0;
create index ops_endpoint_queue_silent_ix on ops_endpoint_queue (next_at) where failures > 0;
insert into ops_endpoint_queue (account_id, endpoint_id, next_at, additions, failures)
  select account_id, endpoint_id, next_at, 1, 0 from ops_delivery_lane;
drop table ops_delivery_lane;
-- The position in the list of retry delays; a resend by hand sets it back to 0.
alter table ops_delivery rename column round to retry_step;
