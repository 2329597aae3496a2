-- Mails that left by an integration with limits, in slots of five minutes.
create table marketing_sending_count (
  account_id bigint not null,
  integration_id uuid not null,
  slot timestamptz(3) not null,
  count integer not null,
  constraint marketing_sending_count_pk primary key (account_id, integration_id, slot)
);
alter table marketing_sending_count add constraint marketing_sending_count_integration_fk
  foreign key (account_id, integration_id) references marketing_integration (account_id, id) on delete cascade;
alter table marketing_integration add column warm_up_start_per_day integer;
alter table marketing_integration add column warm_up_starts_at timestamptz(3);
