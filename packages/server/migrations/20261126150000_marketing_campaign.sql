-- Campaigns, the texts of single messages, and the queues that send.
create table marketing_campaign (
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
  audience_segment_ids text[],
  audience_exclude_segment_ids text[],
  audience_contact_ids text[],
  audience_tags text[],
  filter jsonb,
  template_id uuid,
  template_version integer,
  variables jsonb not null,
  subject text,
  preheader text,
  format text,
  body text,
  text_body text,
  content_id uuid,
  from_name text,
  from_email text,
  reply_to text,
  topic text,
  send_at timestamptz(3),
  latest_start text not null,
  throttle_per_second integer,
  throttle_per_hour integer,
  tracking_opens boolean,
  tracking_clicks boolean,
  on_uncertain text not null,
  started_at timestamptz(3),
  frozen_at timestamptz(3),
  finished_at timestamptz(3),
  pause_reason text,
  constraint marketing_campaign_pk primary key (account_id, id),
  constraint marketing_campaign_status_check check (status in (
    'draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled', 'missed', 'deleted')),
  constraint marketing_campaign_format_check check (format in ('mjml', 'html', 'markdown', 'text')),
  constraint marketing_campaign_uncertain_check check (on_uncertain in ('skip', 'resend')),
  constraint marketing_campaign_filter_check check (pg_column_size(filter) <= 65536),
  constraint marketing_campaign_variables_check check (pg_column_size(variables) <= 65536),
  constraint marketing_campaign_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_campaign_reference_key on marketing_campaign (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index marketing_campaign_created_ix on marketing_campaign (account_id, created_at, id) where deleted_at is null;
create index marketing_campaign_name_ix on marketing_campaign (account_id, name_key, id) where deleted_at is null;
create index marketing_campaign_template_ix on marketing_campaign (account_id, template_id)
  where template_id is not null and deleted_at is null;
create index marketing_campaign_deleted_ix on marketing_campaign (account_id, deleted_at) where deleted_at is not null;

-- Texts that belong to no template, by the digest of their source; compiled when the first message needs them.
create table marketing_content (
  account_id bigint not null,
  id uuid not null,
  created_at timestamptz(3) not null,
  format text not null,
  subject text,
  preheader text,
  body text not null,
  text_body text,
  compiled_html text,
  compiled_text text,
  problem text,
  constraint marketing_content_pk primary key (account_id, id)
);

-- The queue of an account that sends: one job at a time works on it.
create table marketing_sender (
  account_id bigint not null,
  id uuid not null,
  next_at timestamptz(3),
  failures integer not null,
  last_error text,
  constraint marketing_sender_pk primary key (account_id, id)
);

alter table marketing_campaign add constraint marketing_campaign_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_campaign add constraint marketing_campaign_template_fk
  foreign key (account_id, template_id) references marketing_template (account_id, id);
alter table marketing_content add constraint marketing_content_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_sender add constraint marketing_sender_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
