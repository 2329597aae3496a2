-- Services of others that an account sends by, is called by or reads from.
create table marketing_integration (
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
  type text not null,
  config_host text,
  config_port integer,
  config_security text,
  config_username text,
  config_folder text,
  config_region text,
  config_domain text,
  config_access_key_id text,
  config_topic_arn text,
  config_message_stream text,
  config_reports text,
  config_url text,
  config_body_template text,
  config_content_type text,
  is_default boolean not null,
  limits_per_second integer,
  limits_per_hour integer,
  limits_per_day integer,
  limits_max_connections integer,
  sealed_secrets text,
  sealed_hook_secret text,
  sealed_former_secret text,
  former_secret_until timestamptz(3),
  last_ok_at timestamptz(3),
  last_error text,
  constraint marketing_integration_pk primary key (account_id, id),
  constraint marketing_integration_status_check check (status in (
    'pending', 'active', 'error', 'disabled', 'deleted')),
  constraint marketing_integration_type_check check (type in (
    'smtp', 'ses', 'mailgun', 'postmark', 'sendgrid', 'bounceMailbox', 'inboundWebhook', 'outboundWebhook', 'smsHttp',
    'segmentTrack', 'shopFeed')),
  constraint marketing_integration_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_integration_reference_key on marketing_integration (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index marketing_integration_default_key on marketing_integration (account_id, is_default)
  where is_default and deleted_at is null;
create index marketing_integration_created_ix on marketing_integration (account_id, created_at, id)
  where deleted_at is null;
create index marketing_integration_name_ix on marketing_integration (account_id, name, id) where deleted_at is null;
create index marketing_integration_type_ix on marketing_integration (account_id, type, created_at, id)
  where deleted_at is null;
create index marketing_integration_deleted_ix on marketing_integration (account_id, deleted_at)
  where deleted_at is not null;

-- Position in each mailbox of bounces, and when it is read next.
create table marketing_mailbox (
  account_id bigint not null,
  integration_id uuid not null,
  validity text,
  uid bigint not null,
  due_at timestamptz(3) not null,
  constraint marketing_mailbox_pk primary key (account_id, integration_id)
);
alter table marketing_integration add constraint marketing_integration_account_fk foreign key (account_id)
    references account_account (account_id) on delete cascade;
alter table marketing_mailbox add constraint marketing_mailbox_integration_fk foreign key (account_id, integration_id)
    references marketing_integration (account_id, id) on delete cascade;
