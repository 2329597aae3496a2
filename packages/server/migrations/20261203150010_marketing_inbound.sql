-- Calls of others to an integration, each event once. The payload stays until it is applied.
create table marketing_inbound (
  account_id bigint not null,
  id uuid not null,
  integration_id uuid not null,
  repeat_key bytea not null,
  kind text not null,
  payload text,
  received_at timestamptz(3) not null,
  state text not null,
  detail text,
  constraint marketing_inbound_pk primary key (account_id, id),
  constraint marketing_inbound_kind_check check (kind in ('event', 'segment', 'sms')),
  constraint marketing_inbound_state_check check (state in ('pending', 'applied', 'ignored', 'failed'))
);
create unique index marketing_inbound_repeat_key on marketing_inbound (account_id, integration_id, repeat_key);
create index marketing_inbound_old_ix on marketing_inbound (received_at);
alter table marketing_inbound add constraint marketing_inbound_integration_fk foreign key (account_id, integration_id)
  references marketing_integration (account_id, id) on delete cascade;
alter table marketing_integration add column config_event_name text;
alter table marketing_integration add column config_event_path text;
alter table marketing_integration add column config_email_path text;
alter table marketing_integration add column config_external_id_path text;
alter table marketing_integration add column config_phone_path text;
alter table marketing_integration add column config_id_path text;
alter table marketing_integration add column config_properties_path text;
alter table marketing_integration add column config_attributes_path text;
