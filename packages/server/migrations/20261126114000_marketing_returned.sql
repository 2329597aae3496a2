-- Mails and reports about messages that came back: one row each, written before it is acknowledged.
create table marketing_returned (
  account_id bigint not null,
  id uuid not null,
  key text not null,
  channel text not null,
  purpose text not null,
  state text not null,
  created_at timestamptz(3) not null,
  occurred_at timestamptz(3) not null,
  applied_at timestamptz(3),
  message_id uuid,
  contact_id uuid,
  raw bytea,
  kind text,
  status_code text,
  diagnostic text,
  constraint marketing_returned_pk primary key (account_id, id),
  constraint marketing_returned_channel_check check (channel in ('smtp', 'mailbox', 'hook')),
  constraint marketing_returned_purpose_check check (purpose in ('bounce', 'unsubscribe', 'reply', 'any')),
  constraint marketing_returned_state_check check (state in ('pending', 'applied', 'ignored')),
  constraint marketing_returned_raw_check check (octet_length(raw) <= 1048576)
);
create unique index marketing_returned_key_key on marketing_returned (account_id, key);
create index marketing_returned_created_ix on marketing_returned (account_id, created_at, id);
create index marketing_returned_message_ix on marketing_returned (account_id, message_id, created_at)
  where message_id is not null;
create index marketing_returned_contact_ix on marketing_returned (account_id, contact_id) where contact_id is not null;
create index marketing_returned_old_ix on marketing_returned (created_at);
create index marketing_returned_raw_ix on marketing_returned (created_at) where raw is not null;

-- Rates of errors and complaints over the newest messages of a campaign.
alter table marketing_returned add constraint marketing_returned_account_fk foreign key (account_id)
    references account_account (account_id) on delete cascade;
