-- People that an account writes to, with what they agreed to, what happened with them, and the mails to them.
create table marketing_contact (
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
  email text,
  email_key text,
  phone text,
  external_id text,
  viewer_id text,
  first_name text,
  last_name text,
  name_key text not null,
  locale text,
  timezone text,
  country text,
  attributes jsonb not null,
  tags text[] not null,
  topics text[] not null,
  tracking_disabled boolean not null,
  merged_into_id uuid,
  constraint marketing_contact_pk primary key (account_id, id),
  constraint marketing_contact_status_check check (status in (
    'pending', 'subscribed', 'unsubscribed', 'bounced', 'complained', 'suppressed', 'archived', 'deleted')),
  constraint marketing_contact_metadata_check check (pg_column_size(metadata) <= 65536),
  constraint marketing_contact_attributes_check check (pg_column_size(attributes) <= 65536)
);
create unique index marketing_contact_reference_key on marketing_contact (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index marketing_contact_email_key on marketing_contact (account_id, email_key text_pattern_ops)
  where email_key is not null and deleted_at is null;
create unique index marketing_contact_external_key on marketing_contact (account_id, external_id)
  where external_id is not null and deleted_at is null;
create unique index marketing_contact_viewer_key on marketing_contact (account_id, viewer_id)
  where viewer_id is not null and deleted_at is null;
create index marketing_contact_phone_ix on marketing_contact (account_id, phone)
  where phone is not null and deleted_at is null;
create index marketing_contact_created_ix on marketing_contact (account_id, created_at, id) where deleted_at is null;
create index marketing_contact_name_ix on marketing_contact (account_id, name_key text_pattern_ops, id)
  where deleted_at is null;
create index marketing_contact_status_ix on marketing_contact (account_id, status, created_at, id)
  where deleted_at is null;
create index marketing_contact_tags_ix on marketing_contact using gin (account_id, tags) where deleted_at is null;
create index marketing_contact_attributes_ix on marketing_contact using gin (account_id, attributes jsonb_path_ops)
  where deleted_at is null;
create index marketing_contact_deleted_ix on marketing_contact (account_id, deleted_at) where deleted_at is not null;

-- Subscription topics of an account.
create table marketing_topic (
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
  key text not null,
  name text not null,
  description text,
  is_public boolean not null,
  is_default boolean not null,
  constraint marketing_topic_pk primary key (account_id, id),
  constraint marketing_topic_status_check check (status in ('active', 'deleted')),
  constraint marketing_topic_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_topic_reference_key on marketing_topic (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index marketing_topic_key_key on marketing_topic (account_id, key) where deleted_at is null;
create index marketing_topic_created_ix on marketing_topic (account_id, created_at, id) where deleted_at is null;
create index marketing_topic_deleted_ix on marketing_topic (account_id, deleted_at) where deleted_at is not null;

-- Evidence of what a contact agreed to, and took back. Rows are added, never changed.
create table marketing_consent (
  account_id bigint not null,
  contact_id uuid not null,
  at timestamptz(3) not null,
  id uuid not null,
  kind text not null,
  topic text,
  source text not null,
  wording text,
  ip text,
  constraint marketing_consent_pk primary key (account_id, contact_id, at, id),
  constraint marketing_consent_kind_check check (kind in (
    'requested', 'confirmed', 'optIn', 'optOut', 'topicIn', 'topicOut'))
);

-- Addresses that get no mail, as keyed hashes: they stay when the contact is erased.
create table marketing_suppression (
  account_id bigint not null,
  address_hash bytea not null,
  kind text not null,
  reason text not null,
  at timestamptz(3) not null,
  message_id uuid,
  constraint marketing_suppression_pk primary key (account_id, address_hash),
  constraint marketing_suppression_kind_check check (kind in ('email', 'phone')),
  constraint marketing_suppression_reason_check check (reason in (
    'complaint', 'hardBounce', 'softBounces', 'erased', 'manual'))
);
create index marketing_suppression_at_ix on marketing_suppression (account_id, at, address_hash);

-- Events of contacts: facts of any product that concern a person, and those that a shop or an app tracks.
create table marketing_event (
  account_id bigint not null,
  contact_id uuid not null,
  at timestamptz(3) not null,
  id uuid not null,
  name text not null,
  subject text,
  properties jsonb not null,
  constraint marketing_event_pk primary key (account_id, contact_id, at, id),
  constraint marketing_event_properties_check check (pg_column_size(properties) <= 16384)
);
create index marketing_event_name_ix on marketing_event (account_id, name, at, contact_id);

-- One message to one contact, whoever causes it: a campaign, an automation or a person who tests.
create table marketing_message (
  account_id bigint not null,
  id uuid not null,
  campaign_id uuid,
  variant text,
  run_id uuid,
  node_id text,
  iteration integer,
  contact_id uuid not null,
  channel text not null,
  address text,
  address_key text,
  template_id uuid,
  template_version integer,
  content_id uuid,
  integration_id uuid,
  topic text,
  key text not null,
  state text not null,
  skip_reason text,
  bounce_kind text,
  attempts integer not null,
  due_at timestamptz(3) not null,
  leased_until timestamptz(3),
  created_at timestamptz(3) not null,
  attempted_at timestamptz(3),
  sent_at timestamptz(3),
  delivered_at timestamptz(3),
  opened_at timestamptz(3),
  clicked_at timestamptz(3),
  machine_opened_at timestamptz(3),
  machine_clicked_at timestamptz(3),
  replied_at timestamptz(3),
  bounced_at timestamptz(3),
  complained_at timestamptz(3),
  unsubscribed_at timestamptz(3),
  converted_at timestamptz(3),
  told_at timestamptz(3),
  reply text,
  message_ref text,
  constraint marketing_message_pk primary key (account_id, id),
  constraint marketing_message_channel_check check (channel in ('email', 'sms', 'webhook')),
  constraint marketing_message_bounce_check check (bounce_kind in ('hard', 'soft')),
  constraint marketing_message_state_check check (state in (
    'queued', 'attempting', 'sent', 'deferred', 'bounced', 'failed', 'uncertain', 'skipped', 'cancelled'))
);
create unique index marketing_message_key_key on marketing_message (account_id, key);
create unique index marketing_message_campaign_key on marketing_message (account_id, campaign_id, contact_id)
  where campaign_id is not null;
create index marketing_message_address_ix on marketing_message (account_id, address_key, created_at);
create index marketing_message_state_ix on marketing_message (account_id, campaign_id, state)
  where campaign_id is not null;
create index marketing_message_contact_ix on marketing_message (account_id, contact_id, created_at, id);
create index marketing_message_due_ix on marketing_message (account_id, due_at, id)
  where state in ('queued', 'deferred');
create index marketing_message_untold_ix on marketing_message (account_id, sent_at)
  where state = 'sent' and told_at is null;
create index marketing_message_lease_ix on marketing_message (account_id, leased_until) where state = 'attempting';
create index marketing_message_attempted_ix on marketing_message (account_id, campaign_id, attempted_at)
  where campaign_id is not null and attempted_at is not null;
create index marketing_message_ref_ix on marketing_message (account_id, message_ref) where message_ref is not null;

alter table marketing_contact add constraint marketing_contact_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_topic add constraint marketing_topic_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_consent add constraint marketing_consent_contact_fk
  foreign key (account_id, contact_id) references marketing_contact (account_id, id) on delete cascade;
alter table marketing_suppression add constraint marketing_suppression_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_event add constraint marketing_event_contact_fk
  foreign key (account_id, contact_id) references marketing_contact (account_id, id) on delete cascade;
