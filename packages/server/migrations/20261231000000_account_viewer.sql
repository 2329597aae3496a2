-- Codes that are mailed to members of an audience. The code itself stands nowhere: it is a keyed hash of the row's id.
create table account_viewer_code (
  account_id bigint not null,
  id uuid not null,
  address_key bytea not null,
  network_key bytea not null,
  email text not null,
  guess_count integer not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3),
  constraint account_viewer_code_pk primary key (account_id, id),
  constraint account_viewer_code_email_check check (char_length(email) between 3 and 254)
);
create index account_viewer_code_address_ix on account_viewer_code (account_id, address_key, created_at);
create index account_viewer_code_old_ix on account_viewer_code (created_at);
alter table account_viewer_code add constraint account_viewer_code_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;

-- Browsers in which a member of an audience is signed in. `token_hash` is the keyed hash of the token in the cookie.
create table account_viewer_session (
  account_id bigint not null,
  id uuid not null,
  contact_id uuid not null,
  token_hash bytea not null,
  signed_in_at timestamptz(3) not null,
  user_agent text not null,
  constraint account_viewer_session_pk primary key (account_id, id),
  constraint account_viewer_session_agent_check check (char_length(user_agent) <= 300)
);
create unique index account_viewer_session_token_key on account_viewer_session (account_id, token_hash);
create index account_viewer_session_contact_ix on account_viewer_session (account_id, contact_id, id);
create index account_viewer_session_old_ix on account_viewer_session (signed_in_at);
alter table account_viewer_session add constraint account_viewer_session_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
