-- Events whose tickets are sold elsewhere and open a stream, a recorded video or a whole channel here.
create table livestream_ticketing_event (
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
  stream_id uuid,
  static_id uuid,
  channel_id uuid,
  provider text not null,
  external_event_id text not null,
  external_event_url text,
  title text,
  sealed_credentials text,
  sealed_hook_secret text,
  ticket_type_ids text[] not null,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  access_opens_minutes_before integer not null,
  access_closes_minutes_after integer not null,
  max_sessions_per_ticket integer not null,
  send_access_emails boolean not null,
  sync_mode text not null,
  poll_interval_seconds integer not null,
  constraint livestream_ticketing_event_pk primary key (account_id, id),
  constraint livestream_ticketing_event_status_check
    check (status in ('pending', 'active', 'error', 'closed', 'deleted')),
  constraint livestream_ticketing_event_provider_check
    check (provider in ('generic', 'eventbrite', 'luma', 'pretix', 'hiEvents', 'ticketTailor')),
  constraint livestream_ticketing_event_sync_check check (sync_mode in ('webhook', 'poll', 'both')),
  constraint livestream_ticketing_event_target_check check (num_nonnulls(stream_id, static_id, channel_id) = 1),
  constraint livestream_ticketing_event_times_check check (ends_at is null or starts_at is not null),
  constraint livestream_ticketing_event_metadata_check check (pg_column_size(metadata) <= 65536)
);

-- One row for each access that was issued. It is active, and once revoked it stays so: who gets access again gets a
-- ticket of a new code.
create table livestream_ticket (
  account_id bigint not null,
  id uuid not null,
  ticketing_event_id uuid not null,
  external_id text not null,
  external_order text,
  email text,
  name text,
  ticket_type_id text,
  status text not null,
  revoked_reason text,
  code_hash bytea not null,
  code_last4 text not null,
  sealed_code bytea not null,
  observed_at timestamptz(3) not null,
  mail_status text not null,
  mail_round integer not null,
  mail_error text,
  mailed_at timestamptz(3),
  created_at timestamptz(3) not null,
  revoked_at timestamptz(3),
  constraint livestream_ticket_pk primary key (account_id, id),
  constraint livestream_ticket_status_check check (status in ('active', 'revoked')),
  constraint livestream_ticket_reason_check check (revoked_reason in ('provider', 'transferred', 'owner')),
  constraint livestream_ticket_revoked_check
    check ((status = 'revoked') = (revoked_at is not null) and (revoked_at is null) = (revoked_reason is null)),
  constraint livestream_ticket_mail_check check (mail_status in ('none', 'pending', 'sent', 'failed'))
);

-- The devices that watch with a ticket.
create table livestream_ticket_session (
  account_id bigint not null,
  id uuid not null,
  ticket_id uuid not null,
  device_hash bytea not null,
  opened_at timestamptz(3) not null,
  renewed_at timestamptz(3) not null,
  constraint livestream_ticket_session_pk primary key (account_id, id)
) with (fillfactor = 80);

-- How far the list of tickets has been read, and what is to come. `next_sync_at` and `next_mail_at` each name the one
-- task that is waited for: another that comes does nothing.
create table livestream_ticketing_sync (
  account_id bigint not null,
  ticketing_event_id uuid not null,
  next_sync_at timestamptz(3),
  next_mail_at timestamptz(3),
  last_sync_at timestamptz(3),
  last_error text,
  failures integer not null,
  mail_failures integer not null,
  imported integer not null,
  revoked integer not null,
  failed integer not null,
  tickets_sold integer not null,
  tickets_issued integer not null,
  resynced_at timestamptz(3),
  resent_at timestamptz(3),
  constraint livestream_ticketing_sync_pk primary key (account_id, ticketing_event_id)
);

create unique index livestream_ticketing_event_reference_key
  on livestream_ticketing_event (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create unique index livestream_ticketing_event_stream_key on livestream_ticketing_event (account_id, stream_id)
  where deleted_at is null;
create unique index livestream_ticketing_event_static_key on livestream_ticketing_event (account_id, static_id)
  where deleted_at is null;
create unique index livestream_ticketing_event_channel_key on livestream_ticketing_event (account_id, channel_id)
  where deleted_at is null;
create index livestream_ticketing_event_created_ix on livestream_ticketing_event (account_id, created_at, id)
  where deleted_at is null;
create index livestream_ticketing_event_status_ix on livestream_ticketing_event (account_id, status, created_at, id)
  where deleted_at is null;
create index livestream_ticketing_event_deleted_ix on livestream_ticketing_event (account_id, deleted_at)
  where deleted_at is not null;
create unique index livestream_ticket_external_key
  on livestream_ticket (account_id, ticketing_event_id, external_id) where status = 'active';
create unique index livestream_ticket_code_key
  on livestream_ticket (account_id, ticketing_event_id, code_hash) where status = 'active';
create index livestream_ticket_code_ix on livestream_ticket (account_id, ticketing_event_id, code_hash, id);
create index livestream_ticket_event_ix on livestream_ticket (account_id, ticketing_event_id, status, id);
create index livestream_ticket_external_ix on livestream_ticket (account_id, ticketing_event_id, external_id, id);
create index livestream_ticket_order_ix on livestream_ticket (account_id, ticketing_event_id, external_order)
  where status = 'active';
create index livestream_ticket_email_ix on livestream_ticket (account_id, email, id);
create index livestream_ticket_mail_ix on livestream_ticket (account_id, ticketing_event_id, id)
  where mail_status = 'pending';
create unique index livestream_ticket_session_device_key
  on livestream_ticket_session (account_id, ticket_id, device_hash);

alter table livestream_ticketing_event add constraint livestream_ticketing_event_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table livestream_ticketing_event add constraint livestream_ticketing_event_stream_fk
  foreign key (account_id, stream_id) references livestream_stream (account_id, id);
alter table livestream_ticketing_event add constraint livestream_ticketing_event_static_fk
  foreign key (account_id, static_id) references livestream_static (account_id, id);
alter table livestream_ticketing_event add constraint livestream_ticketing_event_channel_fk
  foreign key (account_id, channel_id) references livestream_channel (account_id, id);
alter table livestream_ticket add constraint livestream_ticket_event_fk
  foreign key (account_id, ticketing_event_id) references livestream_ticketing_event (account_id, id) on delete cascade;
alter table livestream_ticket_session add constraint livestream_ticket_session_ticket_fk
  foreign key (account_id, ticket_id) references livestream_ticket (account_id, id) on delete cascade;
alter table livestream_ticketing_sync add constraint livestream_ticketing_sync_event_fk
  foreign key (account_id, ticketing_event_id) references livestream_ticketing_event (account_id, id) on delete cascade;

-- A channel whose videos are for who has a ticket.
alter table livestream_channel drop constraint livestream_channel_visibility_check;
alter table livestream_channel add constraint livestream_channel_visibility_check
  check (visibility in ('public', 'unlisted', 'private', 'ticketed')) not valid;
alter table livestream_channel validate constraint livestream_channel_visibility_check;
