-- People who sign in. A person belongs to several accounts, so these tables name no account: sharded by the person.
create table person_person (
  id uuid not null,
  email text not null,
  name text not null,
  language text not null,
  time_zone text not null,
  password_hash text,
  password_changed_at timestamptz(3),
  totp_secret bytea,
  totp_confirmed_at timestamptz(3),
  totp_step bigint not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  constraint person_person_pk primary key (id),
  constraint person_person_email_check check (char_length(email) between 3 and 254),
  constraint person_person_name_check check (char_length(name) between 1 and 120)
);

-- From a folded e-mail address to its person: sharded by the address, which is unique.
create table person_email (
  email_key text not null,
  person_id uuid not null,
  constraint person_email_pk primary key (email_key),
  constraint person_email_key_check check (char_length(email_key) between 3 and 254)
);

-- Signed-in browsers. The token itself stands nowhere: `token_hash` is its keyed hash.
create table person_session (
  person_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  method text not null,
  signed_in_at timestamptz(3) not null,
  last_seen_at timestamptz(3) not null,
  user_agent text not null,
  country text,
  constraint person_session_pk primary key (person_id, id),
  constraint person_session_method_check
    check (method in ('password', 'secondFactor', 'recoveryCode', 'passkey', 'link')),
  constraint person_session_agent_check check (char_length(user_agent) <= 300)
);
create unique index person_session_token_key on person_session (person_id, token_hash);
create index person_session_signed_in_ix on person_session (signed_in_at);

-- Passkeys (WebAuthn credentials) with their public keys.
create table person_passkey (
  person_id uuid not null,
  id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  constraint person_passkey_pk primary key (person_id, id),
  constraint person_passkey_credential_check check (octet_length(credential_id) between 1 and 1023),
  constraint person_passkey_key_check check (octet_length(public_key) between 1 and 4096),
  constraint person_passkey_name_check check (char_length(name) between 1 and 80)
);
create unique index person_passkey_credential_key on person_passkey (person_id, credential_id);

-- Recovery codes of the second factor, as keyed hashes; a used one is deleted.
create table person_recovery_code (
  person_id uuid not null,
  code_hash bytea not null,
  created_at timestamptz(3) not null,
  constraint person_recovery_code_pk primary key (person_id, code_hash)
);

-- Spent challenges of passkeys and tickets of second factors, until they expire: each is accepted once.
create table person_challenge (
  id uuid not null,
  expires_at timestamptz(3) not null,
  constraint person_challenge_pk primary key (id)
);
create index person_challenge_expires_ix on person_challenge (expires_at);

-- Wrong passwords and codes by the keyed hash of an e-mail address or a person, known or unknown alike.
create table person_guess (
  subject bytea not null,
  wrong_count integer not null,
  counted_since timestamptz(3) not null,
  paused_until timestamptz(3),
  constraint person_guess_pk primary key (subject)
);
create index person_guess_since_ix on person_guess (counted_since);
