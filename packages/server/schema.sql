-- The schema that the migrations make, written by `npm run gen`. Read it; change it by a new migration.

create extension if not exists btree_gin;
create extension if not exists btree_gist;
create extension if not exists cube;
create extension if not exists pg_trgm;
create extension if not exists unaccent;

create table account_account (
  account_id bigint not null,
  kind text not null,
  mode text not null,
  twin_id bigint not null,
  name text not null,
  language text not null,
  time_zone text not null,
  is_suspended boolean default false not null,
  version integer default 1 not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint account_account_pk PRIMARY KEY (account_id),
  constraint account_account_kind_check CHECK ((kind = ANY (ARRAY['business'::text, 'streamer'::text, 'personal'::text]))),
  constraint account_account_mode_check CHECK ((mode = ANY (ARRAY['live'::text, 'test'::text]))),
  constraint account_account_number_check CHECK (((account_id >= 0) AND (account_id <= '1099511627775'::bigint)))
);

create table account_audit (
  account_id bigint not null,
  id uuid not null,
  at timestamp(3) with time zone not null,
  request_id text not null,
  actor text not null,
  action text not null,
  target text not null,
  changes text not null,
  constraint account_audit_pk PRIMARY KEY (account_id, id)
);
create index account_audit_target_ix on account_audit (account_id, target, id);

create table account_audit_leaf (
  account_id bigint not null,
  id uuid not null,
  sequence bigint not null,
  "position" integer not null,
  salt bytea,
  changes_digest bytea not null,
  digest bytea not null,
  constraint account_audit_leaf_pk PRIMARY KEY (account_id, id)
);
create unique index account_audit_leaf_place_key on account_audit_leaf (account_id, sequence, "position");

create table account_audit_seal (
  account_id bigint not null,
  id uuid not null,
  sequence bigint not null,
  from_id uuid not null,
  to_id uuid not null,
  floor_id uuid not null,
  row_count integer not null,
  previous_digest bytea not null,
  digest bytea not null,
  sealed_at timestamp(3) with time zone not null,
  constraint account_audit_seal_pk PRIMARY KEY (account_id, id)
);
create unique index account_audit_seal_sequence_key on account_audit_seal (account_id, sequence);

create table account_idempotency (
  account_id bigint not null,
  key text not null,
  operation text not null,
  request_hash bytea not null,
  answer bytea,
  created_at timestamp(3) with time zone not null,
  request_id text,
  lease_token uuid,
  lease_until timestamp(3) with time zone,
  record_id text,
  constraint account_idempotency_pk PRIMARY KEY (account_id, key)
);
create index account_idempotency_created_ix on account_idempotency (account_id, created_at);
create index account_idempotency_record_ix on account_idempotency (account_id, record_id) WHERE (record_id IS NOT NULL);

create table account_image (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text,
  media_type text not null,
  width integer not null,
  height integer not null,
  frame_count integer not null,
  byte_count integer not null,
  file text not null,
  content_hash text not null,
  constraint account_image_pk PRIMARY KEY (account_id, id),
  constraint account_image_media_type_check CHECK ((media_type = ANY (ARRAY['image/png'::text, 'image/jpeg'::text, 'image/webp'::text, 'image/avif'::text, 'image/gif'::text]))),
  constraint account_image_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint account_image_status_check CHECK ((status = ANY (ARRAY['stored'::text, 'deleted'::text])))
);
create unique index account_image_content_key on account_image (account_id, content_hash) WHERE (deleted_at IS NULL);
create index account_image_created_ix on account_image (account_id, created_at, id) WHERE (deleted_at IS NULL);
create unique index account_image_file_key on account_image (account_id, file) WHERE (deleted_at IS NULL);
create unique index account_image_reference_key on account_image (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table account_inbox (
  account_id bigint not null,
  consumer text not null,
  fact_id uuid not null,
  handled_at timestamp(3) with time zone not null,
  constraint account_inbox_pk PRIMARY KEY (account_id, consumer, fact_id)
);

create table account_key (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  kind text not null,
  hint text not null,
  scopes text[] not null,
  allowed_origins text[] not null,
  allowed_apps text[] not null,
  allowed_addresses text[] not null,
  expires_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone,
  rotated_to_id uuid,
  constraint account_key_pk PRIMARY KEY (account_id, id),
  constraint account_key_kind_check CHECK ((kind = ANY (ARRAY['secret'::text, 'restricted'::text, 'public'::text]))),
  constraint account_key_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint account_key_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text, 'deleted'::text])))
);
create index account_key_created_ix on account_key (account_id, created_at, id) WHERE (deleted_at IS NULL);
create unique index account_key_reference_key on account_key (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table account_mail (
  account_id bigint not null,
  id uuid not null,
  caught_at timestamp(3) with time zone not null,
  digest bytea not null,
  to_address text not null,
  subject text not null,
  sealed_body bytea not null,
  constraint account_mail_pk PRIMARY KEY (account_id, id)
);
create index account_mail_caught_ix on account_mail (caught_at);
create unique index account_mail_digest_key on account_mail (account_id, digest);

create table account_member (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  email text not null,
  email_key text not null,
  name text not null,
  role text not null,
  person_id text,
  joined_at timestamp(3) with time zone,
  constraint account_member_pk PRIMARY KEY (account_id, id),
  constraint account_member_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint account_member_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'operator'::text, 'analyst'::text, 'reader'::text]))),
  constraint account_member_status_check CHECK ((status = ANY (ARRAY['invited'::text, 'active'::text, 'deleted'::text])))
);
create index account_member_created_ix on account_member (account_id, created_at, id) WHERE (deleted_at IS NULL);
create unique index account_member_email_key on account_member (account_id, email_key) WHERE (deleted_at IS NULL);
create unique index account_member_reference_key on account_member (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table account_outbox (
  account_id bigint not null,
  id uuid not null,
  kind text not null,
  name text not null,
  subject text not null,
  subject_version integer not null,
  payload text not null,
  cause text not null,
  depth integer not null,
  is_public boolean not null,
  is_silent boolean not null,
  told_at timestamp(3) with time zone not null,
  run_at timestamp(3) with time zone,
  published_at timestamp(3) with time zone,
  constraint account_outbox_pk PRIMARY KEY (account_id, id),
  constraint account_outbox_kind_check CHECK ((kind = ANY (ARRAY['fact'::text, 'task'::text])))
);
create index account_outbox_name_ix on account_outbox (account_id, name, published_at, id) WHERE (is_public AND (published_at IS NOT NULL));
create index account_outbox_public_ix on account_outbox (account_id, published_at, id) WHERE (is_public AND (published_at IS NOT NULL));
create index account_outbox_share_ix on account_outbox (account_id, told_at, id) WHERE (published_at IS NULL);
create index account_outbox_subject_ix on account_outbox (account_id, subject, published_at, id) WHERE (is_public AND (published_at IS NOT NULL));

create table account_viewer_code (
  account_id bigint not null,
  id uuid not null,
  address_key bytea not null,
  network_key bytea not null,
  email text not null,
  guess_count integer not null,
  created_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint account_viewer_code_pk PRIMARY KEY (account_id, id),
  constraint account_viewer_code_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254)))
);
create index account_viewer_code_address_ix on account_viewer_code (account_id, address_key, created_at);
create index account_viewer_code_old_ix on account_viewer_code (created_at);

create table account_viewer_session (
  account_id bigint not null,
  id uuid not null,
  contact_id uuid not null,
  token_hash bytea not null,
  signed_in_at timestamp(3) with time zone not null,
  user_agent text not null,
  constraint account_viewer_session_pk PRIMARY KEY (account_id, id),
  constraint account_viewer_session_agent_check CHECK ((char_length(user_agent) <= 300))
);
create index account_viewer_session_contact_ix on account_viewer_session (account_id, contact_id, id);
create index account_viewer_session_old_ix on account_viewer_session (signed_in_at);
create unique index account_viewer_session_token_key on account_viewer_session (account_id, token_hash);

create table account_webhook_endpoint (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  url text not null,
  facts text[] not null,
  description text,
  signature text not null,
  public_key text,
  sealed_secret text not null,
  sealed_previous_secret text,
  previous_secret_until timestamp(3) with time zone,
  disabled_reason text,
  constraint account_webhook_endpoint_pk PRIMARY KEY (account_id, id),
  constraint account_webhook_endpoint_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint account_webhook_endpoint_reason_check CHECK ((disabled_reason = ANY (ARRAY['gone'::text, 'request'::text]))),
  constraint account_webhook_endpoint_signature_check CHECK ((signature = ANY (ARRAY['hmac'::text, 'ed25519'::text]))),
  constraint account_webhook_endpoint_status_check CHECK ((status = ANY (ARRAY['enabled'::text, 'disabled'::text, 'deleted'::text])))
);
create index account_webhook_endpoint_created_ix on account_webhook_endpoint (account_id, created_at, id) WHERE (deleted_at IS NULL);
create unique index account_webhook_endpoint_reference_key on account_webhook_endpoint (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table directory_channel_feed (
  bucket text not null,
  account_id bigint not null,
  id uuid not null,
  version integer not null,
  name text not null,
  created_at timestamp(3) with time zone not null,
  language text not null,
  tag_list text[] not null,
  search_text text not null,
  card jsonb not null,
  live_stream_id uuid,
  viewers integer default 0 not null,
  constraint directory_channel_feed_pk PRIMARY KEY (bucket, account_id, id),
  constraint directory_channel_feed_card_check CHECK ((pg_column_size(card) <= 131072))
);
create index directory_channel_feed_created_ix on directory_channel_feed (bucket, created_at, id);
create index directory_channel_feed_language_ix on directory_channel_feed (bucket, language, created_at, id);
create index directory_channel_feed_live_ix on directory_channel_feed (bucket, viewers, id) WHERE (live_stream_id IS NOT NULL);
create index directory_channel_feed_name_ix on directory_channel_feed (bucket, name, id);
create index directory_channel_feed_search_ix on directory_channel_feed USING gin (bucket, search_text gin_trgm_ops);
create index directory_channel_feed_tags_ix on directory_channel_feed USING gin (bucket, tag_list);

create table directory_key (
  key_hash bytea not null,
  account_id bigint not null,
  key_id uuid not null,
  constraint directory_key_pk PRIMARY KEY (key_hash)
);

create table directory_name (
  key text not null,
  kind text not null,
  account_id bigint not null,
  id uuid not null,
  reserved_until timestamp(3) with time zone,
  constraint directory_name_pk PRIMARY KEY (key, kind),
  constraint directory_name_key_check CHECK (((char_length(key) >= 1) AND (char_length(key) <= 200)))
);

create table directory_place_feed (
  bucket text not null,
  account_id bigint not null,
  id uuid not null,
  version integer not null,
  name text not null,
  country text not null,
  city_key text not null,
  city text not null,
  search_text text not null,
  card jsonb not null,
  constraint directory_place_feed_pk PRIMARY KEY (bucket, account_id, id),
  constraint directory_place_feed_card_check CHECK ((pg_column_size(card) <= 16384))
);
create index directory_place_feed_city_ix on directory_place_feed (bucket, country, city_key, name, id);
create index directory_place_feed_country_ix on directory_place_feed (bucket, country, name, id);
create index directory_place_feed_name_ix on directory_place_feed (bucket, name, id);
create index directory_place_feed_search_ix on directory_place_feed USING gin (bucket, search_text gin_trgm_ops);

create table directory_stream_feed (
  bucket text not null,
  account_id bigint not null,
  id uuid not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  schedule_key timestamp(3) with time zone not null,
  is_live boolean not null,
  viewers integer default 0 not null,
  hides_viewers boolean not null,
  channel_id uuid not null,
  language text not null,
  category_folded text,
  tag_list text[] not null,
  search_text text not null,
  card jsonb not null,
  constraint directory_stream_feed_pk PRIMARY KEY (bucket, account_id, id),
  constraint directory_stream_feed_card_check CHECK ((pg_column_size(card) <= 131072))
);
create index directory_stream_feed_category_ix on directory_stream_feed (bucket, category_folded, created_at, id);
create index directory_stream_feed_created_ix on directory_stream_feed (bucket, created_at, id);
create index directory_stream_feed_language_ix on directory_stream_feed (bucket, language, created_at, id);
create index directory_stream_feed_live_ix on directory_stream_feed (bucket, viewers, id) WHERE is_live;
create index directory_stream_feed_schedule_ix on directory_stream_feed (bucket, schedule_key, id);
create index directory_stream_feed_search_ix on directory_stream_feed USING gin (bucket, search_text gin_trgm_ops);
create index directory_stream_feed_tags_ix on directory_stream_feed USING gin (bucket, tag_list);

create table ledger_balance (
  account_id bigint not null,
  book text not null,
  ledger text not null,
  unit text not null,
  slot integer not null,
  balance bigint not null,
  entry_count bigint not null,
  is_guarded boolean not null,
  constraint ledger_balance_pk PRIMARY KEY (account_id, book, ledger, unit, slot),
  constraint ledger_balance_bound_check CHECK ((((balance >= '-4000000000000000000'::bigint) AND (balance <= '4000000000000000000'::bigint)) AND ((NOT is_guarded) OR (balance <= '9007199254740991'::bigint)))),
  constraint ledger_balance_guard_check CHECK (((NOT is_guarded) OR (balance >= 0)))
);

create table ledger_entry (
  account_id bigint not null,
  txn_id uuid not null,
  "position" integer not null,
  book text not null,
  ledger text not null,
  unit text not null,
  slot integer not null,
  ordinal bigint not null,
  amount bigint not null,
  balance_after bigint not null,
  constraint ledger_entry_pk PRIMARY KEY (account_id, txn_id, "position"),
  constraint ledger_entry_ordinal_key UNIQUE (account_id, book, ledger, unit, slot, ordinal),
  constraint ledger_entry_amount_check CHECK ((amount <> 0))
);
create index ledger_entry_token_ix on ledger_entry (account_id, unit, txn_id) WHERE ((book = 'tokens'::text) AND ("position" = 1));

create table ledger_seal (
  account_id bigint not null,
  sequence integer not null,
  txn_count integer not null,
  previous_digest bytea not null,
  digest bytea not null,
  sealed_at timestamp(3) with time zone not null,
  constraint ledger_seal_pk PRIMARY KEY (account_id, sequence)
);

create table ledger_txn (
  account_id bigint not null,
  id uuid not null,
  book text not null,
  kind text not null,
  reference text not null,
  reference_hash bytea not null,
  subject text,
  reverses uuid,
  at timestamp(3) with time zone not null,
  seal_sequence integer,
  seal_position integer,
  digest bytea,
  constraint ledger_txn_pk PRIMARY KEY (account_id, id),
  constraint ledger_txn_reference_key UNIQUE (account_id, book, reference),
  constraint ledger_txn_book_check CHECK ((book = ANY (ARRAY['money'::text, 'tokens'::text])))
);
create index ledger_txn_kind_ix on ledger_txn (account_id, kind, at, id) WHERE (book = 'tokens'::text);
create index ledger_txn_reverses_ix on ledger_txn (account_id, reverses) WHERE (reverses IS NOT NULL);
create index ledger_txn_seal_ix on ledger_txn (account_id, seal_sequence, seal_position) WHERE (seal_sequence IS NOT NULL);
create index ledger_txn_subject_ix on ledger_txn (account_id, subject, id) WHERE (subject IS NOT NULL);
create index ledger_txn_tokens_ix on ledger_txn (account_id, at, id) WHERE (book = 'tokens'::text);
create index ledger_txn_unsealed_ix on ledger_txn (account_id, id) WHERE (seal_sequence IS NULL);

create table livestream_beat (
  account_id bigint not null,
  person_key uuid not null,
  view_id uuid not null,
  number integer not null,
  day timestamp(3) with time zone not null,
  at timestamp(3) with time zone not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  played_ms integer not null,
  position_ms integer not null,
  rebuffer_ms integer not null,
  startup_ms integer,
  latency_ms integer,
  bitrate_kbps integer,
  error text,
  rendition text,
  constraint livestream_beat_pk PRIMARY KEY (account_id, person_key, view_id, number, day)
) partition by RANGE (day);
create index livestream_beat_fold_ix on livestream_beat (at);
create index livestream_beat_recent_ix on livestream_beat (account_id, at);

create table livestream_blocked_viewer (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  author_id uuid not null,
  name text,
  reason text,
  network_id uuid,
  constraint livestream_blocked_viewer_pk PRIMARY KEY (account_id, id),
  constraint livestream_blocked_viewer_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_blocked_viewer_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
);
create unique index livestream_blocked_viewer_author_key on livestream_blocked_viewer (account_id, author_id) WHERE (deleted_at IS NULL);
create index livestream_blocked_viewer_created_ix on livestream_blocked_viewer (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_blocked_viewer_deleted_ix on livestream_blocked_viewer (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index livestream_blocked_viewer_network_ix on livestream_blocked_viewer (account_id, network_id, created_at) WHERE ((deleted_at IS NULL) AND (network_id IS NOT NULL));
create unique index livestream_blocked_viewer_reference_key on livestream_blocked_viewer (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table livestream_category (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  slug text not null,
  description text,
  icon_url text,
  color text,
  "position" integer not null,
  is_active boolean not null,
  name_folded text not null,
  search_text text not null,
  constraint livestream_category_pk PRIMARY KEY (account_id, id),
  constraint livestream_category_active_check CHECK (((status = 'deleted'::text) OR (is_active = (status = 'active'::text)))),
  constraint livestream_category_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_category_position_check CHECK (("position" >= 0)),
  constraint livestream_category_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'deleted'::text])))
);
create index livestream_category_by_name_ix on livestream_category (account_id, name, id) WHERE (deleted_at IS NULL);
create index livestream_category_created_ix on livestream_category (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_category_deleted_ix on livestream_category (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index livestream_category_name_key on livestream_category (account_id, name_folded) WHERE (deleted_at IS NULL);
create index livestream_category_position_ix on livestream_category (account_id, "position", id) WHERE (deleted_at IS NULL);
create unique index livestream_category_reference_key on livestream_category (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index livestream_category_search_ix on livestream_category USING gin (account_id, search_text gin_trgm_ops);
create unique index livestream_category_slug_key on livestream_category (account_id, slug) WHERE (deleted_at IS NULL);

create table livestream_channel (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  handle text not null,
  description text,
  avatar_url text,
  cover_photo_url text,
  category_id uuid,
  sub_category_id uuid,
  language text not null,
  tags text,
  visibility text not null,
  defaults_visibility text,
  defaults_is_rewards_enabled boolean,
  is_rewards_enabled boolean not null,
  tag_list text[] not null,
  search_text text not null,
  filled_lists text[] not null,
  defaults_latency_mode text,
  defaults_record boolean,
  defaults_dvr_window_seconds integer,
  defaults_allow_viewer_clips boolean,
  defaults_replay_visibility text,
  constraint livestream_channel_pk PRIMARY KEY (account_id, id),
  constraint livestream_channel_labels_check CHECK (((sub_category_id IS NULL) OR (category_id IS NOT NULL))),
  constraint livestream_channel_latency_check CHECK ((defaults_latency_mode = ANY (ARRAY['ultraLow'::text, 'low'::text, 'standard'::text]))),
  constraint livestream_channel_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_channel_replay_check CHECK ((defaults_replay_visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text]))),
  constraint livestream_channel_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text]))),
  constraint livestream_channel_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text, 'ticketed'::text])))
);
create index livestream_channel_category_ix on livestream_channel (account_id, category_id) WHERE (deleted_at IS NULL);
create index livestream_channel_created_ix on livestream_channel (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_channel_deleted_ix on livestream_channel (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index livestream_channel_name_ix on livestream_channel (account_id, name, id) WHERE (deleted_at IS NULL);
create unique index livestream_channel_reference_key on livestream_channel (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index livestream_channel_search_ix on livestream_channel USING gin (account_id, search_text gin_trgm_ops);
create index livestream_channel_sub_category_ix on livestream_channel (account_id, sub_category_id) WHERE (deleted_at IS NULL);

create table livestream_channel_link (
  account_id bigint not null,
  channel_id uuid not null,
  "position" integer not null,
  label text not null,
  url text not null,
  constraint livestream_channel_link_pk PRIMARY KEY (account_id, channel_id, "position")
);

create table livestream_concurrency (
  account_id bigint not null,
  starts_at timestamp(3) with time zone not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  step0 integer not null,
  step1 integer not null,
  step2 integer not null,
  step3 integer not null,
  step4 integer not null,
  step5 integer not null,
  constraint livestream_concurrency_pk PRIMARY KEY (account_id, starts_at, target_id, session_id, channel_id)
) partition by RANGE (starts_at);
create index livestream_concurrency_target_ix on livestream_concurrency (account_id, target_id, starts_at);

create table livestream_details (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  target_type text not null,
  target_id text not null,
  locale text not null,
  title text,
  description text,
  tags text,
  cover_photo_url text,
  maturity_rating text not null,
  content_warnings text[] not null,
  licence text,
  custom_fields jsonb not null,
  static_id uuid,
  channel_id uuid,
  search_text text not null,
  filled_lists text[] not null,
  stream_id uuid,
  constraint livestream_details_pk PRIMARY KEY (account_id, id),
  constraint livestream_details_custom_check CHECK ((pg_column_size(custom_fields) <= 262144)),
  constraint livestream_details_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_details_rating_check CHECK ((maturity_rating = ANY (ARRAY['everyone'::text, 'teen'::text, 'mature'::text, 'adult'::text]))),
  constraint livestream_details_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'published'::text, 'archived'::text, 'deleted'::text]))),
  constraint livestream_details_target_check CHECK ((((target_type = 'static'::text) AND (static_id IS NOT NULL) AND (channel_id IS NULL) AND (stream_id IS NULL)) OR ((target_type = 'channel'::text) AND (channel_id IS NOT NULL) AND (static_id IS NULL) AND (stream_id IS NULL)) OR ((target_type = 'stream'::text) AND (stream_id IS NOT NULL) AND (static_id IS NULL) AND (channel_id IS NULL))))
);
create index livestream_details_by_locale_ix on livestream_details (account_id, locale, id) WHERE (deleted_at IS NULL);
create index livestream_details_channel_ix on livestream_details (account_id, channel_id) WHERE (deleted_at IS NULL);
create index livestream_details_created_ix on livestream_details (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_details_deleted_ix on livestream_details (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index livestream_details_locale_key on livestream_details (account_id, target_id, locale) WHERE (deleted_at IS NULL);
create unique index livestream_details_reference_key on livestream_details (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index livestream_details_search_ix on livestream_details USING gin (account_id, search_text gin_trgm_ops);
create index livestream_details_static_ix on livestream_details (account_id, static_id) WHERE (deleted_at IS NULL);
create index livestream_details_stream_ix on livestream_details (account_id, stream_id) WHERE (stream_id IS NOT NULL);

create table livestream_details_caption (
  account_id bigint not null,
  details_id uuid not null,
  "position" integer not null,
  language text not null,
  label text not null,
  kind text not null,
  url text not null,
  constraint livestream_details_caption_pk PRIMARY KEY (account_id, details_id, "position")
);

create table livestream_details_chapter (
  account_id bigint not null,
  details_id uuid not null,
  "position" integer not null,
  start_seconds double precision not null,
  title text not null,
  constraint livestream_details_chapter_pk PRIMARY KEY (account_id, details_id, "position")
);

create table livestream_details_credit (
  account_id bigint not null,
  details_id uuid not null,
  "position" integer not null,
  role text not null,
  name text not null,
  url text,
  constraint livestream_details_credit_pk PRIMARY KEY (account_id, details_id, "position")
);

create table livestream_details_link (
  account_id bigint not null,
  details_id uuid not null,
  "position" integer not null,
  label text not null,
  url text not null,
  constraint livestream_details_link_pk PRIMARY KEY (account_id, details_id, "position")
);

create table livestream_details_product (
  account_id bigint not null,
  details_id uuid not null,
  "position" integer not null,
  label text not null,
  url text,
  at_seconds double precision,
  payment_link_id text,
  constraint livestream_details_product_pk PRIMARY KEY (account_id, details_id, "position")
);

create table livestream_details_track (
  account_id bigint not null,
  details_id uuid not null,
  "position" integer not null,
  vtt text,
  url text not null,
  status text not null,
  asked_at timestamp(3) with time zone not null,
  attempts integer not null,
  error text,
  constraint livestream_details_track_pk PRIMARY KEY (account_id, details_id, "position"),
  constraint livestream_details_track_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'ready'::text, 'failed'::text]))),
  constraint livestream_details_track_text_check CHECK (((status <> 'ready'::text) OR (vtt IS NOT NULL)))
);

create table livestream_marker (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  stream_id uuid not null,
  session_id uuid,
  marked_at timestamp(3) with time zone,
  title text,
  constraint livestream_marker_pk PRIMARY KEY (account_id, id),
  constraint livestream_marker_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_marker_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
);
create index livestream_marker_created_ix on livestream_marker (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_marker_deleted_ix on livestream_marker (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index livestream_marker_reference_key on livestream_marker (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index livestream_marker_session_ix on livestream_marker (account_id, session_id, marked_at) WHERE (deleted_at IS NULL);
create index livestream_marker_stream_ix on livestream_marker (account_id, stream_id, created_at, id) WHERE (deleted_at IS NULL);

create table livestream_reward_count (
  account_id bigint not null,
  starts_at timestamp(3) with time zone not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  issued bigint not null,
  constraint livestream_reward_count_pk PRIMARY KEY (account_id, starts_at, target_id, session_id, channel_id)
);
create index livestream_reward_count_channel_ix on livestream_reward_count (account_id, channel_id, starts_at);
create index livestream_reward_count_start_ix on livestream_reward_count (starts_at);
create index livestream_reward_count_target_ix on livestream_reward_count (account_id, target_id, starts_at);

create table livestream_session (
  account_id bigint not null,
  id uuid not null,
  stream_id uuid not null,
  status text not null,
  node_id uuid not null,
  key_label text not null,
  protocol text not null,
  created_at timestamp(3) with time zone not null,
  live_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  ended_reason text,
  is_recorded boolean not null,
  static_id uuid,
  duration_seconds double precision,
  byte_count bigint,
  video_codec text,
  audio_codec text,
  width integer,
  height integer,
  peak_viewers integer,
  latency_mode text,
  is_due boolean default false not null,
  constraint livestream_session_pk PRIMARY KEY (account_id, id),
  constraint livestream_session_latency_check CHECK ((latency_mode = ANY (ARRAY['ultraLow'::text, 'low'::text, 'standard'::text]))),
  constraint livestream_session_status_check CHECK ((status = ANY (ARRAY['connecting'::text, 'preview'::text, 'live'::text, 'reconnecting'::text, 'ended'::text, 'rejected'::text])))
);
create index livestream_session_due_ix on livestream_session (node_id) WHERE is_due;
create index livestream_session_node_ix on livestream_session (node_id) WHERE (status <> ALL (ARRAY['ended'::text, 'rejected'::text]));
create index livestream_session_stream_ix on livestream_session (account_id, stream_id, created_at);

create table livestream_static (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  search_type text not null,
  title text,
  description text,
  tags text,
  channel_id uuid,
  category text,
  sub_category text,
  category_id uuid,
  sub_category_id uuid,
  schedule_date date,
  schedule_time text,
  timezone text,
  scheduled_at timestamp(3) with time zone,
  published_at timestamp(3) with time zone,
  cover_photo_url text,
  is_rewards_enabled boolean not null,
  video_url text,
  visibility text not null,
  password_hash text,
  import_mode text not null,
  allow_download boolean not null,
  expires_at timestamp(3) with time zone,
  silent_scheduled_at timestamp(3) with time zone,
  silent_expires_at timestamp(3) with time zone,
  source text not null,
  category_folded text,
  sub_category_folded text,
  tag_list text[] not null,
  search_text text not null,
  asset_id uuid,
  parent_stream_id uuid,
  session_id uuid,
  duration_seconds double precision,
  width integer,
  height integer,
  byte_count bigint,
  has_mp4 boolean default false not null,
  has_poster boolean default false not null,
  has_storyboard boolean default false not null,
  processing_percent integer,
  processing_step text,
  processing_error text,
  clip_range_start_time timestamp(3) with time zone,
  clip_range_end_time timestamp(3) with time zone,
  shelf text default 'own'::text not null,
  author_id uuid,
  author_name text,
  constraint livestream_static_pk PRIMARY KEY (account_id, id),
  constraint livestream_static_import_check CHECK ((import_mode = ANY (ARRAY['link'::text, 'copy'::text]))),
  constraint livestream_static_labels_check CHECK (((sub_category_id IS NULL) OR (category_id IS NOT NULL))),
  constraint livestream_static_media_check CHECK (((status = ANY (ARRAY['draft'::text, 'deleted'::text, 'processing'::text, 'failed'::text])) OR (num_nonnulls(video_url, asset_id) > 0))),
  constraint livestream_static_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_static_password_check CHECK (((visibility <> 'password'::text) OR (password_hash IS NOT NULL))),
  constraint livestream_static_schedule_check CHECK (((status <> 'scheduled'::text) OR (scheduled_at IS NOT NULL))),
  constraint livestream_static_shelf_check CHECK ((shelf = ANY (ARRAY['own'::text, 'viewers'::text, 'featured'::text]))),
  constraint livestream_static_source_check CHECK ((source = ANY (ARRAY['upload'::text, 'import'::text, 'recording'::text, 'clip'::text]))),
  constraint livestream_static_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'processing'::text, 'failed'::text, 'scheduled'::text, 'published'::text, 'archived'::text, 'deleted'::text]))),
  constraint livestream_static_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text, 'password'::text, 'signed'::text, 'ticketed'::text])))
);
create index livestream_static_asset_ix on livestream_static (account_id, asset_id) WHERE (asset_id IS NOT NULL);
create index livestream_static_author_ix on livestream_static (account_id, author_id, created_at, id) WHERE ((deleted_at IS NULL) AND (author_id IS NOT NULL));
create index livestream_static_category_ix on livestream_static (account_id, category_id) WHERE (deleted_at IS NULL);
create index livestream_static_category_text_ix on livestream_static (account_id, category_folded, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_static_channel_ix on livestream_static (account_id, channel_id, published_at, id) WHERE (deleted_at IS NULL);
create index livestream_static_created_ix on livestream_static (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_static_deleted_ix on livestream_static (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index livestream_static_parent_ix on livestream_static (account_id, parent_stream_id, created_at, id) WHERE ((deleted_at IS NULL) AND (parent_stream_id IS NOT NULL));
create unique index livestream_static_reference_key on livestream_static (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index livestream_static_scheduled_ix on livestream_static (account_id, scheduled_at, id) WHERE ((deleted_at IS NULL) AND (scheduled_at IS NOT NULL));
create index livestream_static_search_ix on livestream_static USING gin (account_id, search_text gin_trgm_ops);
create index livestream_static_search_type_ix on livestream_static (account_id, search_type, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_static_shelf_ix on livestream_static (account_id, shelf, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_static_status_ix on livestream_static (account_id, status, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_static_sub_category_ix on livestream_static (account_id, sub_category_id) WHERE (deleted_at IS NULL);
create index livestream_static_sub_text_ix on livestream_static (account_id, sub_category_folded, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_static_tags_ix on livestream_static USING gin (account_id, tag_list);

create table livestream_stream (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  filled_lists text[] not null,
  title text not null,
  description text,
  tags text,
  channel_id uuid not null,
  category text,
  sub_category text,
  category_id uuid,
  sub_category_id uuid,
  search_type text,
  schedule_date date,
  schedule_time text,
  timezone text,
  scheduled_at timestamp(3) with time zone,
  expected_duration_minutes integer,
  cover_photo_url text,
  is_rewards_enabled boolean not null,
  visibility text not null,
  password_hash text,
  replay_visibility text not null,
  latency_mode text not null,
  auto_start boolean not null,
  record boolean not null,
  delete_recording_after_days integer,
  dvr_window_seconds integer not null,
  reconnect_window_seconds integer not null,
  slate_url text,
  max_duration_seconds integer not null,
  renditions text not null,
  allow_viewer_clips boolean not null,
  hide_viewer_count boolean not null,
  allowed_origins text[] not null,
  is_reusable boolean not null,
  test boolean not null,
  key_label text not null,
  key_hash text not null,
  session_id uuid,
  started_at timestamp(3) with time zone,
  last_ended_reason text,
  tag_list text[] not null,
  search_text text not null,
  category_folded text,
  sub_category_folded text,
  schedule_key timestamp(3) with time zone default '9999-12-31 23:59:59.999+00'::timestamp with time zone not null,
  has_poster boolean default false not null,
  end_on_unpublish boolean not null,
  is_used_up boolean not null,
  place_id uuid,
  constraint livestream_stream_pk PRIMARY KEY (account_id, id),
  constraint livestream_stream_ended_check CHECK ((last_ended_reason = ANY (ARRAY['ended'::text, 'encoder_gone'::text, 'max_duration'::text, 'disabled'::text, 'deleted'::text, 'unsupported'::text, 'server_stopped'::text]))),
  constraint livestream_stream_labels_check CHECK (((sub_category_id IS NULL) OR (category_id IS NOT NULL))),
  constraint livestream_stream_latency_check CHECK ((latency_mode = ANY (ARRAY['ultraLow'::text, 'low'::text, 'standard'::text]))),
  constraint livestream_stream_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_stream_password_check CHECK ((((visibility <> 'password'::text) AND (replay_visibility <> 'password'::text)) OR (password_hash IS NOT NULL))),
  constraint livestream_stream_renditions_check CHECK ((renditions = ANY (ARRAY['source'::text, 'auto'::text]))),
  constraint livestream_stream_replay_check CHECK ((replay_visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text, 'password'::text, 'signed'::text, 'ticketed'::text]))),
  constraint livestream_stream_session_check CHECK (((status <> ALL (ARRAY['connecting'::text, 'preview'::text, 'live'::text, 'reconnecting'::text])) OR (session_id IS NOT NULL))),
  constraint livestream_stream_status_check CHECK ((status = ANY (ARRAY['idle'::text, 'scheduled'::text, 'connecting'::text, 'preview'::text, 'live'::text, 'reconnecting'::text, 'ended'::text, 'disabled'::text, 'deleted'::text]))),
  constraint livestream_stream_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'unlisted'::text, 'private'::text, 'password'::text, 'signed'::text, 'ticketed'::text])))
);
create index livestream_stream_category_ix on livestream_stream (account_id, category_id) WHERE (deleted_at IS NULL);
create index livestream_stream_category_text_ix on livestream_stream (account_id, category_folded, created_at, id) WHERE ((deleted_at IS NULL) AND (category_folded IS NOT NULL));
create index livestream_stream_channel_ix on livestream_stream (account_id, channel_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_stream_channel_schedule_ix on livestream_stream (account_id, channel_id, schedule_key, id) WHERE (deleted_at IS NULL);
create index livestream_stream_created_ix on livestream_stream (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_stream_deleted_ix on livestream_stream (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index livestream_stream_reference_key on livestream_stream (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index livestream_stream_running_ix on livestream_stream (account_id, id) WHERE (status = ANY (ARRAY['connecting'::text, 'preview'::text, 'live'::text, 'reconnecting'::text]));
create index livestream_stream_schedule_ix on livestream_stream (account_id, schedule_key, id) WHERE (deleted_at IS NULL);
create index livestream_stream_scheduled_ix on livestream_stream (account_id, scheduled_at, id) WHERE ((deleted_at IS NULL) AND (scheduled_at IS NOT NULL));
create index livestream_stream_search_ix on livestream_stream USING gin (account_id, search_text gin_trgm_ops);
create index livestream_stream_status_ix on livestream_stream (account_id, status, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_stream_sub_category_ix on livestream_stream (account_id, sub_category_id) WHERE (deleted_at IS NULL);
create index livestream_stream_sub_text_ix on livestream_stream (account_id, sub_category_folded, created_at, id) WHERE ((deleted_at IS NULL) AND (sub_category_folded IS NOT NULL));
create index livestream_stream_tags_ix on livestream_stream USING gin (account_id, tag_list);

create table livestream_stream_refusal (
  account_id bigint not null,
  stream_id uuid not null,
  code text not null,
  message text not null,
  attempts bigint not null,
  first_at timestamp(3) with time zone not null,
  last_at timestamp(3) with time zone not null,
  constraint livestream_stream_refusal_pk PRIMARY KEY (account_id, stream_id, code)
);

create table livestream_stream_target (
  account_id bigint not null,
  stream_id uuid not null,
  "position" integer not null,
  target_id text not null,
  name text not null,
  server_url text not null,
  is_enabled boolean not null,
  constraint livestream_stream_target_pk PRIMARY KEY (account_id, stream_id, "position")
);

create table livestream_stream_target_key (
  account_id bigint not null,
  stream_id uuid not null,
  target_id text not null,
  sealed bytea not null,
  constraint livestream_stream_target_key_pk PRIMARY KEY (account_id, stream_id, target_id)
);

create table livestream_sub_category (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  slug text not null,
  description text,
  icon_url text,
  color text,
  "position" integer not null,
  is_active boolean not null,
  category_id uuid not null,
  name_folded text not null,
  search_text text not null,
  constraint livestream_sub_category_pk PRIMARY KEY (account_id, id),
  constraint livestream_sub_category_active_check CHECK (((status = 'deleted'::text) OR (is_active = (status = 'active'::text)))),
  constraint livestream_sub_category_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_sub_category_position_check CHECK (("position" >= 0)),
  constraint livestream_sub_category_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'deleted'::text])))
);
create index livestream_sub_category_by_name_ix on livestream_sub_category (account_id, name, id) WHERE (deleted_at IS NULL);
create index livestream_sub_category_created_ix on livestream_sub_category (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_sub_category_deleted_ix on livestream_sub_category (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index livestream_sub_category_folded_ix on livestream_sub_category (account_id, name_folded) WHERE (deleted_at IS NULL);
create unique index livestream_sub_category_name_key on livestream_sub_category (account_id, category_id, name_folded) WHERE (deleted_at IS NULL);
create index livestream_sub_category_position_ix on livestream_sub_category (account_id, "position", id) WHERE (deleted_at IS NULL);
create unique index livestream_sub_category_reference_key on livestream_sub_category (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index livestream_sub_category_search_ix on livestream_sub_category USING gin (account_id, search_text gin_trgm_ops);
create unique index livestream_sub_category_slug_key on livestream_sub_category (account_id, category_id, slug) WHERE (deleted_at IS NULL);
create index livestream_sub_category_within_ix on livestream_sub_category (account_id, category_id, "position", id) WHERE (deleted_at IS NULL);

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
  observed_at timestamp(3) with time zone not null,
  mail_status text not null,
  mail_round integer not null,
  mail_error text,
  mailed_at timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  revoked_at timestamp(3) with time zone,
  admitted_at timestamp(3) with time zone,
  constraint livestream_ticket_pk PRIMARY KEY (account_id, id),
  constraint livestream_ticket_mail_check CHECK ((mail_status = ANY (ARRAY['none'::text, 'pending'::text, 'sent'::text, 'failed'::text]))),
  constraint livestream_ticket_reason_check CHECK ((revoked_reason = ANY (ARRAY['provider'::text, 'transferred'::text, 'owner'::text]))),
  constraint livestream_ticket_revoked_check CHECK ((((status = 'revoked'::text) = (revoked_at IS NOT NULL)) AND ((revoked_at IS NULL) = (revoked_reason IS NULL)))),
  constraint livestream_ticket_status_check CHECK ((status = ANY (ARRAY['active'::text, 'revoked'::text])))
);
create index livestream_ticket_admitted_ix on livestream_ticket (account_id, ticketing_event_id, admitted_at) WHERE (admitted_at IS NOT NULL);
create index livestream_ticket_code_ix on livestream_ticket (account_id, ticketing_event_id, code_hash, id);
create unique index livestream_ticket_code_key on livestream_ticket (account_id, ticketing_event_id, code_hash) WHERE (status = 'active'::text);
create index livestream_ticket_email_ix on livestream_ticket (account_id, email, id);
create index livestream_ticket_event_ix on livestream_ticket (account_id, ticketing_event_id, status, id);
create index livestream_ticket_external_ix on livestream_ticket (account_id, ticketing_event_id, external_id, id);
create unique index livestream_ticket_external_key on livestream_ticket (account_id, ticketing_event_id, external_id) WHERE (status = 'active'::text);
create index livestream_ticket_mail_ix on livestream_ticket (account_id, ticketing_event_id, id) WHERE (mail_status = 'pending'::text);
create index livestream_ticket_order_ix on livestream_ticket (account_id, ticketing_event_id, external_order) WHERE (status = 'active'::text);

create table livestream_ticketing_event (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
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
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  access_opens_minutes_before integer not null,
  access_closes_minutes_after integer not null,
  max_sessions_per_ticket integer not null,
  send_access_emails boolean not null,
  sync_mode text not null,
  poll_interval_seconds integer not null,
  price_amount bigint,
  price_currency text,
  constraint livestream_ticketing_event_pk PRIMARY KEY (account_id, id),
  constraint livestream_ticketing_event_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint livestream_ticketing_event_price_check CHECK ((((price_amount IS NULL) = (price_currency IS NULL)) AND ((price_amount IS NULL) OR (price_amount >= 0)))),
  constraint livestream_ticketing_event_provider_check CHECK ((provider = ANY (ARRAY['generic'::text, 'eventbrite'::text, 'luma'::text, 'pretix'::text, 'hiEvents'::text, 'ticketTailor'::text]))),
  constraint livestream_ticketing_event_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'error'::text, 'closed'::text, 'deleted'::text]))),
  constraint livestream_ticketing_event_sync_check CHECK ((sync_mode = ANY (ARRAY['webhook'::text, 'poll'::text, 'both'::text]))),
  constraint livestream_ticketing_event_target_check CHECK ((num_nonnulls(stream_id, static_id, channel_id) = 1)),
  constraint livestream_ticketing_event_times_check CHECK (((ends_at IS NULL) OR (starts_at IS NOT NULL)))
);
create unique index livestream_ticketing_event_channel_key on livestream_ticketing_event (account_id, channel_id) WHERE (deleted_at IS NULL);
create index livestream_ticketing_event_created_ix on livestream_ticketing_event (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index livestream_ticketing_event_deleted_ix on livestream_ticketing_event (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index livestream_ticketing_event_reference_key on livestream_ticketing_event (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create unique index livestream_ticketing_event_static_key on livestream_ticketing_event (account_id, static_id) WHERE (deleted_at IS NULL);
create index livestream_ticketing_event_status_ix on livestream_ticketing_event (account_id, status, created_at, id) WHERE (deleted_at IS NULL);
create unique index livestream_ticketing_event_stream_key on livestream_ticketing_event (account_id, stream_id) WHERE (deleted_at IS NULL);

create table livestream_ticketing_sync (
  account_id bigint not null,
  ticketing_event_id uuid not null,
  next_sync_at timestamp(3) with time zone,
  next_mail_at timestamp(3) with time zone,
  last_sync_at timestamp(3) with time zone,
  last_error text,
  failures integer not null,
  mail_failures integer not null,
  imported integer not null,
  revoked integer not null,
  failed integer not null,
  tickets_sold integer not null,
  tickets_issued integer not null,
  resynced_at timestamp(3) with time zone,
  resent_at timestamp(3) with time zone,
  constraint livestream_ticketing_sync_pk PRIMARY KEY (account_id, ticketing_event_id)
);

create table livestream_upload (
  account_id bigint not null,
  id uuid not null,
  static_id uuid not null,
  status text not null,
  begun_at timestamp(3) with time zone not null,
  constraint livestream_upload_pk PRIMARY KEY (account_id, id),
  constraint livestream_upload_status_check CHECK ((status = ANY (ARRAY['receiving'::text, 'whole'::text])))
);
create unique index livestream_upload_static_key on livestream_upload (account_id, static_id, status);

create table livestream_upload_part (
  account_id bigint not null,
  upload_id uuid not null,
  from_byte bigint not null,
  to_byte bigint not null,
  part_id uuid not null,
  constraint livestream_upload_part_pk PRIMARY KEY (account_id, upload_id, from_byte),
  constraint livestream_upload_part_bytes_check CHECK (((0 <= from_byte) AND (from_byte < to_byte)))
);

create table livestream_view (
  account_id bigint not null,
  person_key uuid not null,
  view_id uuid not null,
  seen_at timestamp(3) with time zone not null,
  country text not null,
  device text not null,
  os text not null,
  browser text not null,
  protocol text not null,
  referrer text not null,
  is_embedded boolean not null,
  player text,
  constraint livestream_view_pk PRIMARY KEY (account_id, person_key, view_id)
);
create index livestream_view_seen_ix on livestream_view (seen_at);

create table livestream_view_daily (
  account_id bigint not null,
  target_id uuid not null,
  channel_id uuid not null,
  day timestamp(3) with time zone not null,
  views bigint not null,
  constraint livestream_view_daily_pk PRIMARY KEY (account_id, target_id, channel_id, day),
  constraint livestream_view_daily_views_check CHECK ((views >= 0))
);
create index livestream_view_daily_channel_ix on livestream_view_daily (account_id, channel_id);

create table livestream_view_five (
  account_id bigint not null,
  starts_at timestamp(3) with time zone not null,
  person_key uuid not null,
  view_id uuid not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  played_ms integer not null,
  rebuffer_ms integer not null,
  startup_ms integer,
  latency_sum_ms bigint not null,
  latency_count integer not null,
  bitrate_sum_kbps bigint not null,
  bitrate_count integer not null,
  error text,
  positions int4multirange,
  played_source_ms integer default 0 not null,
  played_720p_ms integer default 0 not null,
  played_480p_ms integer default 0 not null,
  played_audio_ms integer default 0 not null,
  constraint livestream_view_five_pk PRIMARY KEY (account_id, starts_at, person_key, view_id)
) partition by RANGE (starts_at);
create index livestream_view_five_fold_ix on livestream_view_five (starts_at);
create index livestream_view_five_target_ix on livestream_view_five (account_id, target_id, starts_at);

create table livestream_view_hour (
  account_id bigint not null,
  starts_at timestamp(3) with time zone not null,
  person_key uuid not null,
  view_id uuid not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  played_ms integer not null,
  rebuffer_ms integer not null,
  startup_ms integer,
  latency_sum_ms bigint not null,
  latency_count integer not null,
  bitrate_sum_kbps bigint not null,
  bitrate_count integer not null,
  error text,
  positions int4multirange,
  played_source_ms integer default 0 not null,
  played_720p_ms integer default 0 not null,
  played_480p_ms integer default 0 not null,
  played_audio_ms integer default 0 not null,
  constraint livestream_view_hour_pk PRIMARY KEY (account_id, starts_at, person_key, view_id)
) partition by RANGE (starts_at);
create index livestream_view_hour_target_ix on livestream_view_hour (account_id, target_id, starts_at);

create table livestream_view_minute (
  account_id bigint not null,
  starts_at timestamp(3) with time zone not null,
  person_key uuid not null,
  view_id uuid not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  played_ms integer not null,
  rebuffer_ms integer not null,
  startup_ms integer,
  latency_sum_ms bigint not null,
  latency_count integer not null,
  bitrate_sum_kbps bigint not null,
  bitrate_count integer not null,
  error text,
  positions int4multirange,
  played_source_ms integer default 0 not null,
  played_720p_ms integer default 0 not null,
  played_480p_ms integer default 0 not null,
  played_audio_ms integer default 0 not null,
  constraint livestream_view_minute_pk PRIMARY KEY (account_id, starts_at, person_key, view_id)
) partition by RANGE (starts_at);
create index livestream_view_minute_target_ix on livestream_view_minute (account_id, target_id, starts_at);

create table livestream_viewer_clip (
  account_id bigint not null,
  id uuid not null,
  made_at timestamp(3) with time zone not null,
  stream_id uuid not null,
  cut_key uuid not null,
  author_id uuid not null,
  holder_id uuid not null,
  network_id uuid not null,
  reserved_bytes bigint not null,
  is_filling boolean not null,
  constraint livestream_viewer_clip_pk PRIMARY KEY (account_id, id)
);
create index livestream_viewer_clip_author_ix on livestream_viewer_clip (account_id, author_id, made_at);
create index livestream_viewer_clip_cut_ix on livestream_viewer_clip (account_id, cut_key);
create index livestream_viewer_clip_filling_ix on livestream_viewer_clip (account_id, made_at) WHERE is_filling;
create index livestream_viewer_clip_made_ix on livestream_viewer_clip (account_id, made_at);

create table livestream_viewer_session (
  account_id bigint not null,
  id uuid not null,
  grant_id uuid not null,
  device_hash bytea not null,
  opened_at timestamp(3) with time zone not null,
  renewed_at timestamp(3) with time zone not null,
  constraint livestream_viewer_session_pk PRIMARY KEY (account_id, id)
);
create unique index livestream_viewer_session_device_key on livestream_viewer_session (account_id, grant_id, device_hash);
create index livestream_viewer_session_opened_ix on livestream_viewer_session (opened_at);

create table livestream_watch_time (
  account_id bigint not null,
  starts_at timestamp(3) with time zone not null,
  person_key uuid not null,
  target_id uuid not null,
  is_live boolean not null,
  seconds integer not null,
  is_reported boolean not null,
  session_id uuid,
  channel_id uuid,
  constraint livestream_watch_time_pk PRIMARY KEY (account_id, starts_at, person_key)
) partition by RANGE (starts_at);
create index livestream_watch_time_due_ix on livestream_watch_time (account_id, starts_at, person_key) WHERE (NOT is_reported);

create table livestream_watcher (
  account_id bigint not null,
  person_key uuid not null,
  view_id uuid not null,
  day timestamp(3) with time zone not null,
  contact_id uuid not null,
  constraint livestream_watcher_pk PRIMARY KEY (account_id, person_key, view_id, day)
);
create index livestream_watcher_day_ix on livestream_watcher (day);

create table loyalty_coupon (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  code text not null,
  discount_type text,
  discount_percent_off double precision,
  discount_max_amount bigint,
  discount_amount bigint,
  discount_currency text,
  discount_sku text,
  discount_quantity integer,
  discount_token text,
  starts_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  valid_windows jsonb not null,
  max_redemptions integer,
  max_redemptions_per_contact integer,
  budget_amount bigint,
  budget_currency text,
  min_subtotal_amount bigint,
  min_subtotal_currency text,
  applies_to_skus text[],
  applies_to_categories text[],
  applies_to_payment_link_ids text[],
  applies_to_event_ids text[],
  applies_to_place_ids text[],
  applies_to_vendor_ids text[],
  audience jsonb,
  first_purchase_only boolean not null,
  stacking_class text not null,
  stacking_combines_with text[] not null,
  stacking_exclusive boolean not null,
  stacking_priority integer not null,
  redeemed integer not null,
  reserved integer not null,
  discount_granted_amount bigint,
  discount_granted_currency text,
  has_been_used boolean not null,
  batch_id uuid,
  name_key text not null,
  contact_id uuid,
  next_at timestamp(3) with time zone,
  applies_to_stream_ids text[],
  promotion_id uuid,
  expiry_key timestamp(3) with time zone not null,
  constraint loyalty_coupon_pk PRIMARY KEY (account_id, id),
  constraint loyalty_coupon_audience_check CHECK ((pg_column_size(audience) <= 65536)),
  constraint loyalty_coupon_granted_check CHECK ((discount_granted_amount >= 0)),
  constraint loyalty_coupon_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint loyalty_coupon_redeemed_check CHECK ((redeemed >= 0)),
  constraint loyalty_coupon_reserved_check CHECK ((reserved >= 0)),
  constraint loyalty_coupon_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'active'::text, 'paused'::text, 'exhausted'::text, 'expired'::text, 'deleted'::text]))),
  constraint loyalty_coupon_windows_check CHECK ((pg_column_size(valid_windows) <= 16384))
);
create index loyalty_coupon_batch_ix on loyalty_coupon (account_id, batch_id, created_at, id) WHERE ((batch_id IS NOT NULL) AND (deleted_at IS NULL));
create unique index loyalty_coupon_code_key on loyalty_coupon (account_id, code) WHERE (deleted_at IS NULL);
create index loyalty_coupon_contact_ix on loyalty_coupon (account_id, contact_id, created_at, id) WHERE ((contact_id IS NOT NULL) AND (deleted_at IS NULL));
create index loyalty_coupon_created_ix on loyalty_coupon (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index loyalty_coupon_deleted_ix on loyalty_coupon (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index loyalty_coupon_expiry_ix on loyalty_coupon (account_id, expiry_key, id) WHERE (deleted_at IS NULL);
create index loyalty_coupon_name_ix on loyalty_coupon (account_id, name_key, id) WHERE (deleted_at IS NULL);
create index loyalty_coupon_next_ix on loyalty_coupon (next_at) WHERE ((next_at IS NOT NULL) AND (deleted_at IS NULL));
create index loyalty_coupon_promotion_ix on loyalty_coupon (account_id, promotion_id, created_at, id) WHERE ((promotion_id IS NOT NULL) AND (deleted_at IS NULL));
create unique index loyalty_coupon_reference_key on loyalty_coupon (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table loyalty_coupon_batch (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  quantity integer not null,
  made integer not null,
  code_pattern_prefix text,
  code_pattern_length integer,
  code_pattern_suffix text,
  constraint loyalty_coupon_batch_pk PRIMARY KEY (account_id, id),
  constraint loyalty_coupon_batch_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint loyalty_coupon_batch_status_check CHECK ((status = ANY (ARRAY['building'::text, 'ready'::text, 'deleted'::text])))
);
create index loyalty_coupon_batch_created_ix on loyalty_coupon_batch (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index loyalty_coupon_batch_deleted_ix on loyalty_coupon_batch (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index loyalty_coupon_batch_reference_key on loyalty_coupon_batch (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table loyalty_coupon_contact (
  account_id bigint not null,
  coupon_id uuid not null,
  contact_id uuid not null,
  used integer not null,
  used_max integer,
  constraint loyalty_coupon_contact_pk PRIMARY KEY (account_id, coupon_id, contact_id),
  constraint loyalty_coupon_contact_used_check CHECK (((used >= 0) AND (used <= used_max)))
);

create table loyalty_drop (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  stream_id uuid not null,
  coupon_id uuid not null,
  quantity integer not null,
  seconds integer not null,
  opens_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  claimed integer not null,
  constraint loyalty_drop_pk PRIMARY KEY (account_id, id),
  constraint loyalty_drop_claimed_check CHECK (((claimed >= 0) AND (claimed <= quantity))),
  constraint loyalty_drop_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint loyalty_drop_status_check CHECK ((status = ANY (ARRAY['scheduled'::text, 'open'::text, 'full'::text, 'ended'::text, 'deleted'::text])))
);
create index loyalty_drop_created_ix on loyalty_drop (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index loyalty_drop_deleted_ix on loyalty_drop (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index loyalty_drop_reference_key on loyalty_drop (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index loyalty_drop_stream_end_ix on loyalty_drop (account_id, stream_id, ends_at) WHERE (deleted_at IS NULL);
create index loyalty_drop_stream_ix on loyalty_drop (account_id, stream_id, created_at, id) WHERE (deleted_at IS NULL);

create table loyalty_drop_claim (
  account_id bigint not null,
  drop_id uuid not null,
  contact_id uuid not null,
  coupon_id uuid not null,
  claimed_at timestamp(3) with time zone not null,
  constraint loyalty_drop_claim_pk PRIMARY KEY (account_id, drop_id, contact_id)
);
create index loyalty_drop_claim_contact_ix on loyalty_drop_claim (account_id, contact_id);

create table loyalty_offer_hold (
  account_id bigint not null,
  reference text not null,
  status text not null,
  contact_id uuid,
  person text,
  token text,
  token_amount bigint not null,
  is_over boolean not null,
  quote jsonb not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  refunded bigint default 0 not null,
  captured bigint default 0 not null,
  constraint loyalty_offer_hold_pk PRIMARY KEY (account_id, reference),
  constraint loyalty_offer_hold_quote_check CHECK ((pg_column_size(quote) <= 1048576)),
  constraint loyalty_offer_hold_status_check CHECK ((status = ANY (ARRAY['held'::text, 'committed'::text, 'released'::text, 'rolledBack'::text])))
);
create index loyalty_offer_hold_contact_ix on loyalty_offer_hold (account_id, contact_id) WHERE ((contact_id IS NOT NULL) AND (status = 'held'::text));
create index loyalty_offer_hold_released_ix on loyalty_offer_hold (updated_at) WHERE (status = 'released'::text);

create table loyalty_promotion (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  name_key text not null,
  trigger text not null,
  code text,
  starts_at timestamp(3) with time zone not null,
  ends_at timestamp(3) with time zone,
  valid_windows jsonb not null,
  filter jsonb,
  effects jsonb not null,
  currency text,
  max_amount bigint,
  limits_total integer,
  limits_per_contact integer,
  limits_per_day integer,
  budget_type text,
  budget_amount bigint,
  stacking_class text not null,
  stacking_combines_with text[] not null,
  stacking_exclusive boolean not null,
  stacking_group text,
  stacking_group_limit integer,
  stacking_priority integer not null,
  stacking_percent_of text not null,
  strategy text not null,
  display_title text,
  display_badge text,
  display_image_url text,
  display_terms text,
  holdout_percent double precision not null,
  revision integer not null,
  constraint loyalty_promotion_pk PRIMARY KEY (account_id, id),
  constraint loyalty_promotion_code_check CHECK (((trigger = 'code'::text) OR (code IS NULL))),
  constraint loyalty_promotion_effects_check CHECK ((pg_column_size(effects) <= 262144)),
  constraint loyalty_promotion_filter_check CHECK ((pg_column_size(filter) <= 65536)),
  constraint loyalty_promotion_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint loyalty_promotion_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'active'::text, 'paused'::text, 'exhausted'::text, 'ended'::text, 'archived'::text, 'deleted'::text]))),
  constraint loyalty_promotion_strategy_check CHECK ((strategy = ANY (ARRAY['best'::text, 'priority'::text]))),
  constraint loyalty_promotion_trigger_check CHECK ((trigger = ANY (ARRAY['automatic'::text, 'code'::text]))),
  constraint loyalty_promotion_windows_check CHECK ((pg_column_size(valid_windows) <= 16384))
);
create unique index loyalty_promotion_code_key on loyalty_promotion (account_id, code) WHERE ((code IS NOT NULL) AND (deleted_at IS NULL));
create index loyalty_promotion_created_ix on loyalty_promotion (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index loyalty_promotion_deleted_ix on loyalty_promotion (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index loyalty_promotion_live_ix on loyalty_promotion (account_id, id) WHERE ((deleted_at IS NULL) AND (status = ANY (ARRAY['active'::text, 'scheduled'::text, 'exhausted'::text])));
create index loyalty_promotion_name_ix on loyalty_promotion (account_id, name_key, id) WHERE (deleted_at IS NULL);
create index loyalty_promotion_over_ix on loyalty_promotion (updated_at) WHERE (status = ANY (ARRAY['ended'::text, 'archived'::text]));
create unique index loyalty_promotion_reference_key on loyalty_promotion (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index loyalty_promotion_updated_ix on loyalty_promotion (account_id, updated_at, id) WHERE (deleted_at IS NULL);

create table loyalty_promotion_application (
  account_id bigint not null,
  id uuid not null,
  promotion_id uuid not null,
  revision integer not null,
  reference text not null,
  status text not null,
  contact_id uuid,
  day date not null,
  currency text not null,
  discount bigint not null,
  returned bigint not null,
  tokens bigint not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint loyalty_promotion_application_pk PRIMARY KEY (account_id, id),
  constraint loyalty_promotion_application_returned_check CHECK (((returned >= 0) AND (returned <= discount))),
  constraint loyalty_promotion_application_status_check CHECK ((status = ANY (ARRAY['reserved'::text, 'applied'::text, 'released'::text, 'rolledBack'::text])))
);
create index loyalty_promotion_application_contact_ix on loyalty_promotion_application (account_id, contact_id) WHERE (contact_id IS NOT NULL);
create index loyalty_promotion_application_of_ix on loyalty_promotion_application (account_id, promotion_id, created_at, id);
create unique index loyalty_promotion_application_ref_key on loyalty_promotion_application (account_id, reference, promotion_id);

create table loyalty_promotion_contact (
  account_id bigint not null,
  promotion_id uuid not null,
  contact_id uuid not null,
  used integer not null,
  constraint loyalty_promotion_contact_pk PRIMARY KEY (account_id, promotion_id, contact_id),
  constraint loyalty_promotion_contact_used_check CHECK ((used >= 0))
);
create index loyalty_promotion_contact_of_ix on loyalty_promotion_contact (account_id, contact_id, promotion_id);

create table loyalty_promotion_day (
  account_id bigint not null,
  promotion_id uuid not null,
  day date not null,
  currency text not null,
  used integer not null,
  discount bigint not null,
  tokens bigint not null,
  constraint loyalty_promotion_day_pk PRIMARY KEY (account_id, promotion_id, day, currency),
  constraint loyalty_promotion_day_used_check CHECK ((used >= 0))
);

create table loyalty_promotion_person (
  account_id bigint not null,
  promotion_id uuid not null,
  person text not null,
  is_held_out boolean not null,
  seen_at timestamp(3) with time zone not null,
  bought_at timestamp(3) with time zone,
  constraint loyalty_promotion_person_pk PRIMARY KEY (account_id, promotion_id, person)
);
create index loyalty_promotion_person_of_ix on loyalty_promotion_person (account_id, person, promotion_id);

create table loyalty_promotion_revision (
  account_id bigint not null,
  promotion_id uuid not null,
  revision integer not null,
  filter jsonb,
  effects jsonb not null,
  until timestamp(3) with time zone not null,
  constraint loyalty_promotion_revision_pk PRIMARY KEY (account_id, promotion_id, revision),
  constraint loyalty_promotion_revision_effects_check CHECK ((pg_column_size(effects) <= 262144)),
  constraint loyalty_promotion_revision_filter_check CHECK ((pg_column_size(filter) <= 65536))
);

create table loyalty_promotion_total (
  account_id bigint not null,
  promotion_id uuid not null,
  used bigint not null,
  spent bigint not null,
  people bigint default 0 not null,
  buyers bigint default 0 not null,
  people_held_out bigint default 0 not null,
  buyers_held_out bigint default 0 not null,
  constraint loyalty_promotion_total_pk PRIMARY KEY (account_id, promotion_id),
  constraint loyalty_promotion_total_spent_check CHECK ((spent >= 0)),
  constraint loyalty_promotion_total_used_check CHECK ((used >= 0))
);

create table loyalty_redemption (
  account_id bigint not null,
  id uuid not null,
  coupon_id uuid not null,
  code text not null,
  contact_id uuid,
  client_reference text not null,
  request_hash bytea not null,
  reference text,
  status text not null,
  version integer not null,
  amount bigint not null,
  currency text,
  tokens bigint,
  token text,
  rolled_back_amount bigint not null,
  reason text,
  created_at timestamp(3) with time zone not null,
  until_at timestamp(3) with time zone,
  redeemed_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  constraint loyalty_redemption_pk PRIMARY KEY (account_id, id),
  constraint loyalty_redemption_rolled_back_check CHECK (((rolled_back_amount >= 0) AND (rolled_back_amount <= amount))),
  constraint loyalty_redemption_status_check CHECK ((status = ANY (ARRAY['reserved'::text, 'redeemed'::text, 'released'::text, 'partiallyRolledBack'::text, 'rolledBack'::text])))
);
create index loyalty_redemption_contact_ix on loyalty_redemption (account_id, contact_id, created_at, id) WHERE (contact_id IS NOT NULL);
create index loyalty_redemption_coupon_ix on loyalty_redemption (account_id, coupon_id, created_at, id);
create index loyalty_redemption_created_ix on loyalty_redemption (account_id, created_at, id);
create index loyalty_redemption_due_ix on loyalty_redemption (account_id, coupon_id, until_at) WHERE (until_at IS NOT NULL);
create index loyalty_redemption_purchase_ix on loyalty_redemption (account_id, reference) WHERE (reference IS NOT NULL);
create unique index loyalty_redemption_reference_key on loyalty_redemption (account_id, client_reference, coupon_id);
create index loyalty_redemption_reserved_ix on loyalty_redemption (account_id, coupon_id, id) WHERE (status = 'reserved'::text);
create index loyalty_redemption_status_ix on loyalty_redemption (account_id, status, created_at, id);
create index loyalty_redemption_until_ix on loyalty_redemption (until_at) WHERE (until_at IS NOT NULL);

create table loyalty_reward (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  mode text not null,
  token text not null,
  amount bigint,
  contact_id text,
  reason text,
  available_at timestamp(3) with time zone,
  expires_at timestamp(3) with time zone,
  expires_after text,
  on_value text,
  where_value jsonb,
  per_duration text,
  per_property text,
  per_amount bigint,
  per_currency text,
  caps_per_contact_max bigint,
  caps_per_contact_per text,
  caps_per_day bigint,
  caps_total bigint,
  when_value jsonb,
  starts_at timestamp(3) with time zone,
  ends_at timestamp(3) with time zone,
  cost bigint,
  gives jsonb,
  stock integer,
  per_contact integer,
  redeemed integer not null,
  name_key text not null,
  budget bigint,
  rule_id text,
  constraint loyalty_reward_pk PRIMARY KEY (account_id, id),
  constraint loyalty_reward_gives_check CHECK ((pg_column_size(gives) <= 16384)),
  constraint loyalty_reward_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint loyalty_reward_mode_check CHECK ((mode = ANY (ARRAY['rule'::text, 'grant'::text, 'perk'::text]))),
  constraint loyalty_reward_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'ended'::text, 'soldOut'::text, 'pending'::text, 'posted'::text, 'partiallySpent'::text, 'spent'::text, 'expired'::text, 'reversed'::text, 'archived'::text, 'deleted'::text]))),
  constraint loyalty_reward_stock_check CHECK (((redeemed >= 0) AND ((stock IS NULL) OR (redeemed <= stock)))),
  constraint loyalty_reward_when_value_check CHECK ((pg_column_size(when_value) <= 65536)),
  constraint loyalty_reward_where_value_check CHECK ((pg_column_size(where_value) <= 16384))
);
create index loyalty_reward_contact_ix on loyalty_reward (account_id, contact_id, created_at, id) WHERE ((contact_id IS NOT NULL) AND (deleted_at IS NULL));
create index loyalty_reward_created_ix on loyalty_reward (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index loyalty_reward_mode_ix on loyalty_reward (account_id, mode, status, created_at, id) WHERE (deleted_at IS NULL);
create index loyalty_reward_name_ix on loyalty_reward (account_id, name_key, id) WHERE (deleted_at IS NULL);
create unique index loyalty_reward_reference_key on loyalty_reward (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index loyalty_reward_token_ix on loyalty_reward (account_id, token, created_at, id) WHERE (deleted_at IS NULL);

create table loyalty_reward_count (
  account_id bigint not null,
  reward_id uuid not null,
  contact_id uuid not null,
  span text not null,
  used bigint not null,
  constraint loyalty_reward_count_pk PRIMARY KEY (account_id, reward_id, contact_id, span),
  constraint loyalty_reward_count_used_check CHECK ((used >= 0))
);
create index loyalty_reward_count_contact_ix on loyalty_reward_count (account_id, contact_id);
create index loyalty_reward_count_span_ix on loyalty_reward_count (span) WHERE ((span <> 'ever'::text) AND (span <> 'budget'::text));

create table loyalty_reward_progress (
  account_id bigint not null,
  reward_id uuid not null,
  contact_id uuid not null,
  rest double precision not null,
  constraint loyalty_reward_progress_pk PRIMARY KEY (account_id, reward_id, contact_id)
);
create index loyalty_reward_progress_contact_ix on loyalty_reward_progress (account_id, contact_id);

create table loyalty_token_hold (
  account_id bigint not null,
  id uuid not null,
  reference text not null,
  contact_id uuid not null,
  token text not null,
  amount bigint not null,
  given_back bigint not null,
  status text not null,
  reward_id uuid,
  created_at timestamp(3) with time zone not null,
  attempt integer default 1 not null,
  ended_at timestamp(3) with time zone,
  constraint loyalty_token_hold_pk PRIMARY KEY (account_id, id),
  constraint loyalty_token_hold_reference_key UNIQUE (account_id, reference),
  constraint loyalty_token_hold_given_back_check CHECK (((given_back >= 0) AND (given_back <= amount))),
  constraint loyalty_token_hold_status_check CHECK ((status = ANY (ARRAY['held'::text, 'captured'::text, 'released'::text])))
);
create index loyalty_token_hold_contact_ix on loyalty_token_hold (account_id, contact_id, token) WHERE (status = 'held'::text);
create index loyalty_token_hold_owner_ix on loyalty_token_hold (account_id, contact_id);
create index loyalty_token_hold_released_ix on loyalty_token_hold (created_at) WHERE (status = 'released'::text);

create table loyalty_token_hold_part (
  account_id bigint not null,
  hold_id uuid not null,
  "position" integer not null,
  lot_id uuid not null,
  amount bigint not null,
  constraint loyalty_token_hold_part_pk PRIMARY KEY (account_id, hold_id, "position")
);

create table loyalty_token_lot (
  account_id bigint not null,
  id uuid not null,
  contact_id uuid not null,
  token text not null,
  amount bigint not null,
  remaining bigint not null,
  is_pending boolean not null,
  available_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  reward_id uuid,
  created_at timestamp(3) with time zone not null,
  taken_back bigint default 0 not null,
  purchase text,
  owed bigint default 0 not null,
  constraint loyalty_token_lot_pk PRIMARY KEY (account_id, id),
  constraint loyalty_token_lot_remaining_check CHECK (((remaining >= 0) AND (remaining <= amount)))
);
create index loyalty_token_lot_available_ix on loyalty_token_lot (available_at) WHERE (is_pending AND (remaining > 0));
create index loyalty_token_lot_contact_ix on loyalty_token_lot (account_id, contact_id);
create index loyalty_token_lot_expires_ix on loyalty_token_lot (expires_at) WHERE ((expires_at IS NOT NULL) AND (remaining > 0));
create index loyalty_token_lot_open_ix on loyalty_token_lot (account_id, contact_id, token, expires_at, id) WHERE (remaining > 0);
create index loyalty_token_lot_owed_ix on loyalty_token_lot (account_id, contact_id, token, id) WHERE (owed > 0);
create index loyalty_token_lot_purchase_ix on loyalty_token_lot (account_id, purchase) WHERE (purchase IS NOT NULL);
create index loyalty_token_lot_reward_ix on loyalty_token_lot (account_id, reward_id, id) WHERE (reward_id IS NOT NULL);

create table marketing_attribute (
  account_id bigint not null,
  name text not null,
  constraint marketing_attribute_pk PRIMARY KEY (account_id, name)
);

create table marketing_automation (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  name_key text not null,
  description text,
  kind text not null,
  trigger_type text not null,
  definition_version integer not null,
  in_flight text not null,
  activated_at timestamp(3) with time zone,
  error text,
  constraint marketing_automation_pk PRIMARY KEY (account_id, id),
  constraint marketing_automation_in_flight_check CHECK ((in_flight = ANY (ARRAY['continue'::text, 'stop'::text, 'hold'::text]))),
  constraint marketing_automation_kind_check CHECK ((kind = ANY (ARRAY['automation'::text, 'sequence'::text]))),
  constraint marketing_automation_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_automation_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'paused'::text, 'error'::text, 'archived'::text, 'deleted'::text]))),
  constraint marketing_automation_trigger_check CHECK ((trigger_type = ANY (ARRAY['event'::text, 'segmentEntered'::text, 'segmentExited'::text, 'contactCreated'::text, 'contactUpdated'::text, 'dateAttribute'::text, 'schedule'::text, 'scoreCrossed'::text, 'couponRedeemed'::text, 'paymentSucceeded'::text, 'manual'::text])))
);
create index marketing_automation_created_ix on marketing_automation (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_automation_deleted_ix on marketing_automation (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index marketing_automation_name_ix on marketing_automation (account_id, name, id) WHERE (deleted_at IS NULL);
create index marketing_automation_name_key_ix on marketing_automation (account_id, name_key text_pattern_ops) WHERE (deleted_at IS NULL);
create unique index marketing_automation_reference_key on marketing_automation (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_automation_updated_ix on marketing_automation (account_id, updated_at, id) WHERE (deleted_at IS NULL);

create table marketing_automation_count (
  account_id bigint not null,
  automation_id uuid not null,
  node_id text not null,
  kind text not null,
  slot integer not null,
  count bigint not null,
  constraint marketing_automation_count_pk PRIMARY KEY (account_id, automation_id, node_id, kind, slot),
  constraint marketing_automation_count_kind_check CHECK ((kind = ANY (ARRAY['in'::text, 'out'::text, 'failed'::text, 'entered'::text, 'completed'::text, 'exited'::text, 'goalReached'::text])))
);

create table marketing_automation_entry (
  account_id bigint not null,
  kind text not null,
  key text not null,
  automation_id uuid not null,
  constraint marketing_automation_entry_pk PRIMARY KEY (account_id, kind, key, automation_id)
);
create index marketing_automation_entry_automation_ix on marketing_automation_entry (account_id, automation_id);

create table marketing_automation_run (
  account_id bigint not null,
  id uuid not null,
  automation_id uuid not null,
  version integer not null,
  contact_id uuid not null,
  status text not null,
  node_id text,
  iteration integer not null,
  entry_key text not null,
  slot integer not null,
  cause jsonb,
  started_at timestamp(3) with time zone not null,
  arrived_at timestamp(3) with time zone not null,
  due_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  goal_at timestamp(3) with time zone,
  reason text,
  failures integer not null,
  met jsonb,
  constraint marketing_automation_run_pk PRIMARY KEY (account_id, id),
  constraint marketing_automation_run_cause_check CHECK ((pg_column_size(cause) <= 131072)),
  constraint marketing_automation_run_met_check CHECK ((pg_column_size(met) <= 131072)),
  constraint marketing_automation_run_status_check CHECK ((status = ANY (ARRAY['active'::text, 'completed'::text, 'exited'::text, 'failed'::text])))
);
create index marketing_automation_run_active_ix on marketing_automation_run (account_id, automation_id, id) WHERE (status = 'active'::text);
create index marketing_automation_run_contact_ix on marketing_automation_run (account_id, contact_id, automation_id, id);
create index marketing_automation_run_ended_ix on marketing_automation_run (account_id, automation_id, ended_at) WHERE (ended_at IS NOT NULL);
create unique index marketing_automation_run_entry_key on marketing_automation_run (account_id, automation_id, contact_id, entry_key);
create index marketing_automation_run_live_ix on marketing_automation_run (account_id, contact_id) WHERE (status = 'active'::text);
create index marketing_automation_run_old_ix on marketing_automation_run (ended_at) WHERE (ended_at IS NOT NULL);
create unique index marketing_automation_run_slot_key on marketing_automation_run (account_id, automation_id, contact_id, slot) WHERE (status = 'active'::text);
create index marketing_automation_run_started_ix on marketing_automation_run (account_id, automation_id, started_at, id);
create index marketing_automation_run_status_ix on marketing_automation_run (account_id, automation_id, status, started_at, id);

create table marketing_automation_step (
  account_id bigint not null,
  run_id uuid not null,
  node_id text not null,
  iteration integer not null,
  at timestamp(3) with time zone not null,
  outcome text not null,
  detail text,
  constraint marketing_automation_step_pk PRIMARY KEY (account_id, run_id, node_id, iteration)
);

create table marketing_automation_use (
  account_id bigint not null,
  automation_id uuid not null,
  used_id uuid not null,
  kind text not null,
  node_id text not null,
  constraint marketing_automation_use_pk PRIMARY KEY (account_id, automation_id, used_id, node_id),
  constraint marketing_automation_use_kind_check CHECK ((kind = ANY (ARRAY['template'::text, 'segment'::text, 'integration'::text, 'automation'::text, 'sequence'::text])))
);
create index marketing_automation_use_used_ix on marketing_automation_use (account_id, used_id, automation_id);

create table marketing_automation_version (
  account_id bigint not null,
  automation_id uuid not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  definition jsonb not null,
  source jsonb,
  constraint marketing_automation_version_pk PRIMARY KEY (account_id, automation_id, version),
  constraint marketing_automation_version_definition_check CHECK ((pg_column_size(definition) <= 524288)),
  constraint marketing_automation_version_source_check CHECK ((pg_column_size(source) <= 524288))
);

create table marketing_campaign (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
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
  send_at timestamp(3) with time zone,
  latest_start text not null,
  throttle_per_second integer,
  throttle_per_hour integer,
  tracking_opens boolean,
  tracking_clicks boolean,
  on_uncertain text not null,
  started_at timestamp(3) with time zone,
  frozen_at timestamp(3) with time zone,
  finished_at timestamp(3) with time zone,
  pause_reason text,
  integration_id uuid,
  send_mode text default 'immediate'::text not null,
  local_time text,
  send_window_days text[],
  send_window_from text,
  send_window_to text,
  throttle_per_domain_per_minute integer,
  frequency_cap_max integer,
  frequency_cap_per text,
  filled_lists text[] default '{}'::text[] not null,
  ab_test_sample_percent integer,
  ab_test_metric text,
  ab_test_decide_after text,
  decide_at timestamp(3) with time zone,
  decided_at timestamp(3) with time zone,
  winner text,
  conversion_event text,
  conversion_within text,
  conversion_after text,
  conversion_value_property text,
  utm_source text,
  utm_medium text,
  utm_campaign text,
  utm_content text,
  utm_term text,
  channel text not null,
  constraint marketing_campaign_pk PRIMARY KEY (account_id, id),
  constraint marketing_campaign_after_check CHECK ((conversion_after = ANY (ARRAY['click'::text, 'delivery'::text]))),
  constraint marketing_campaign_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'webhook'::text]))),
  constraint marketing_campaign_filter_check CHECK ((pg_column_size(filter) <= 65536)),
  constraint marketing_campaign_format_check CHECK ((format = ANY (ARRAY['mjml'::text, 'html'::text, 'markdown'::text, 'text'::text]))),
  constraint marketing_campaign_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_campaign_metric_check CHECK ((ab_test_metric = ANY (ARRAY['clicks'::text, 'opens'::text, 'conversions'::text]))),
  constraint marketing_campaign_send_mode_check CHECK ((send_mode = ANY (ARRAY['immediate'::text, 'localTime'::text]))),
  constraint marketing_campaign_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'scheduled'::text, 'sending'::text, 'paused'::text, 'sent'::text, 'cancelled'::text, 'missed'::text, 'deleted'::text]))),
  constraint marketing_campaign_uncertain_check CHECK ((on_uncertain = ANY (ARRAY['skip'::text, 'resend'::text]))),
  constraint marketing_campaign_variables_check CHECK ((pg_column_size(variables) <= 65536))
);
create index marketing_campaign_conversion_ix on marketing_campaign (account_id, conversion_event) WHERE ((conversion_event IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_campaign_created_ix on marketing_campaign (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_campaign_deleted_ix on marketing_campaign (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index marketing_campaign_integration_ix on marketing_campaign (account_id, integration_id) WHERE ((integration_id IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_campaign_name_ix on marketing_campaign (account_id, name_key, id) WHERE (deleted_at IS NULL);
create unique index marketing_campaign_reference_key on marketing_campaign (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_campaign_template_ix on marketing_campaign (account_id, template_id) WHERE ((template_id IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_campaign_updated_ix on marketing_campaign (account_id, updated_at, id) WHERE (deleted_at IS NULL);

create table marketing_campaign_arm (
  account_id bigint not null,
  campaign_id uuid not null,
  "position" integer not null,
  name text not null,
  weight integer not null,
  template_id uuid,
  template_version integer,
  content_id uuid,
  constraint marketing_campaign_arm_pk PRIMARY KEY (account_id, campaign_id, "position")
);

create table marketing_campaign_frozen (
  account_id bigint not null,
  campaign_id uuid not null,
  number integer not null,
  contact_ids uuid[] not null,
  size integer not null,
  constraint marketing_campaign_frozen_pk PRIMARY KEY (account_id, campaign_id, number),
  constraint marketing_campaign_frozen_size_check CHECK (((size = cardinality(contact_ids)) AND (size <= 50000)))
);

create table marketing_campaign_link (
  account_id bigint not null,
  campaign_id uuid not null,
  id uuid not null,
  url text not null,
  clicks bigint not null,
  machine_clicks bigint not null,
  people bigint not null,
  constraint marketing_campaign_link_pk PRIMARY KEY (account_id, campaign_id, id)
);

create table marketing_campaign_sum (
  account_id bigint not null,
  campaign_id uuid not null,
  variant text not null,
  currency text not null,
  conversions bigint not null,
  amount numeric not null,
  constraint marketing_campaign_sum_pk PRIMARY KEY (account_id, campaign_id, variant, currency)
);

create table marketing_campaign_variant (
  account_id bigint not null,
  campaign_id uuid not null,
  "position" integer not null,
  name text not null,
  weight integer not null,
  template_id text,
  subject text,
  preheader text,
  format text,
  body text,
  text_body text,
  constraint marketing_campaign_variant_pk PRIMARY KEY (account_id, campaign_id, "position"),
  constraint marketing_campaign_variant_format_check CHECK ((format = ANY (ARRAY['mjml'::text, 'html'::text, 'markdown'::text, 'text'::text])))
);

create table marketing_consent (
  account_id bigint not null,
  contact_id uuid not null,
  at timestamp(3) with time zone not null,
  id uuid not null,
  kind text not null,
  topic text,
  source text not null,
  wording text,
  ip text,
  constraint marketing_consent_pk PRIMARY KEY (account_id, contact_id, at, id),
  constraint marketing_consent_kind_check CHECK ((kind = ANY (ARRAY['requested'::text, 'confirmed'::text, 'optIn'::text, 'optOut'::text, 'topicIn'::text, 'topicOut'::text])))
);

create table marketing_contact (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
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
  given_key text,
  constraint marketing_contact_pk PRIMARY KEY (account_id, id),
  constraint marketing_contact_attributes_check CHECK ((pg_column_size(attributes) <= 65536)),
  constraint marketing_contact_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_contact_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'subscribed'::text, 'unsubscribed'::text, 'bounced'::text, 'complained'::text, 'suppressed'::text, 'archived'::text, 'deleted'::text])))
);
create index marketing_contact_attributes_ix on marketing_contact USING gin (account_id, attributes jsonb_path_ops) WHERE (deleted_at IS NULL);
create index marketing_contact_created_ix on marketing_contact (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_contact_deleted_ix on marketing_contact (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index marketing_contact_email_key on marketing_contact (account_id, email_key text_pattern_ops) WHERE ((email_key IS NOT NULL) AND (deleted_at IS NULL));
create unique index marketing_contact_external_key on marketing_contact (account_id, external_id) WHERE ((external_id IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_contact_given_ix on marketing_contact (account_id, given_key text_pattern_ops) WHERE ((given_key IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_contact_merged_ix on marketing_contact (account_id, merged_into_id) WHERE (merged_into_id IS NOT NULL);
create index marketing_contact_name_ix on marketing_contact (account_id, name_key text_pattern_ops, id) WHERE (deleted_at IS NULL);
create index marketing_contact_phone_ix on marketing_contact (account_id, phone) WHERE ((phone IS NOT NULL) AND (deleted_at IS NULL));
create unique index marketing_contact_reference_key on marketing_contact (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_contact_status_ix on marketing_contact (account_id, status, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_contact_tags_ix on marketing_contact USING gin (account_id, tags) WHERE (deleted_at IS NULL);
create index marketing_contact_updated_ix on marketing_contact (account_id, updated_at, id) WHERE (deleted_at IS NULL);
create unique index marketing_contact_viewer_key on marketing_contact (account_id, viewer_id) WHERE ((viewer_id IS NOT NULL) AND (deleted_at IS NULL));

create table marketing_contact_import (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text,
  url text,
  format text,
  encoding text,
  delimiter text,
  has_header boolean,
  on_conflict text not null,
  contact_status text,
  tags text[] not null,
  topics text[] not null,
  consent_source text,
  consent_at timestamp(3) with time zone,
  consent_ip text,
  consent_text text,
  segment_id uuid,
  goal text not null,
  byte_count bigint not null,
  read_byte_count bigint not null,
  row_count integer not null,
  created_count integer not null,
  updated_count integer not null,
  unchanged_count integer not null,
  skipped_count integer not null,
  suppressed_count integer not null,
  error_count integer not null,
  failure text,
  started_at timestamp(3) with time zone,
  ended_at timestamp(3) with time zone,
  file_id uuid,
  row_position integer not null,
  filled_lists text[] not null,
  constraint marketing_contact_import_pk PRIMARY KEY (account_id, id),
  constraint marketing_contact_import_conflict_check CHECK ((on_conflict = ANY (ARRAY['skip'::text, 'merge'::text, 'overwrite'::text]))),
  constraint marketing_contact_import_contact_check CHECK ((contact_status = ANY (ARRAY['subscribed'::text, 'unsubscribed'::text]))),
  constraint marketing_contact_import_delimiter_check CHECK ((delimiter = ANY (ARRAY['comma'::text, 'semicolon'::text, 'tab'::text, 'pipe'::text]))),
  constraint marketing_contact_import_encoding_check CHECK ((encoding = ANY (ARRAY['utf-8'::text, 'utf-16le'::text, 'utf-16be'::text, 'windows-1252'::text]))),
  constraint marketing_contact_import_format_check CHECK ((format = ANY (ARRAY['csv'::text, 'jsonl'::text]))),
  constraint marketing_contact_import_goal_check CHECK ((goal = ANY (ARRAY['preview'::text, 'check'::text, 'import'::text]))),
  constraint marketing_contact_import_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_contact_import_status_check CHECK ((status = ANY (ARRAY['waiting'::text, 'reading'::text, 'ready'::text, 'checking'::text, 'importing'::text, 'done'::text, 'failed'::text, 'cancelled'::text, 'deleted'::text])))
);
create index marketing_contact_import_created_ix on marketing_contact_import (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_contact_import_deleted_ix on marketing_contact_import (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index marketing_contact_import_reference_key on marketing_contact_import (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_contact_import_segment_ix on marketing_contact_import (account_id, segment_id) WHERE (segment_id IS NOT NULL);

create table marketing_contact_import_column (
  account_id bigint not null,
  contact_import_id uuid not null,
  "position" integer not null,
  name text not null,
  constraint marketing_contact_import_column_pk PRIMARY KEY (account_id, contact_import_id, "position")
);

create table marketing_contact_import_error (
  account_id bigint not null,
  import_id uuid not null,
  row_number integer not null,
  "position" integer not null,
  column_name text,
  field text,
  reason text not null,
  value text,
  constraint marketing_contact_import_error_pk PRIMARY KEY (account_id, import_id, row_number, "position")
);
create index marketing_contact_import_error_value_ix on marketing_contact_import_error (account_id, import_id) WHERE (value IS NOT NULL);

create table marketing_contact_import_mapping (
  account_id bigint not null,
  contact_import_id uuid not null,
  "position" integer not null,
  column_name text not null,
  field text,
  attribute text,
  type text,
  constraint marketing_contact_import_mapping_pk PRIMARY KEY (account_id, contact_import_id, "position")
);

create table marketing_contact_import_part (
  account_id bigint not null,
  file_id uuid not null,
  from_byte bigint not null,
  to_byte bigint not null,
  part_id uuid not null,
  constraint marketing_contact_import_part_pk PRIMARY KEY (account_id, file_id, from_byte)
);

create table marketing_contact_import_sample (
  account_id bigint not null,
  import_id uuid not null,
  "position" integer not null,
  samples text[] not null,
  constraint marketing_contact_import_sample_pk PRIMARY KEY (account_id, import_id, "position")
);

create table marketing_content (
  account_id bigint not null,
  id uuid not null,
  created_at timestamp(3) with time zone not null,
  format text not null,
  subject text,
  preheader text,
  body text not null,
  text_body text,
  compiled_html text,
  compiled_text text,
  problem text,
  constraint marketing_content_pk PRIMARY KEY (account_id, id)
);

create table marketing_conversion (
  account_id bigint not null,
  event_id uuid not null,
  campaign_id uuid not null,
  message_id uuid not null,
  variant text not null,
  at timestamp(3) with time zone not null,
  currency text not null,
  amount bigint not null,
  constraint marketing_conversion_pk PRIMARY KEY (account_id, event_id)
);

create table marketing_event (
  account_id bigint not null,
  contact_id uuid not null,
  at timestamp(3) with time zone not null,
  id uuid not null,
  name text not null,
  subject text,
  properties jsonb not null,
  constraint marketing_event_pk PRIMARY KEY (account_id, contact_id, at, id),
  constraint marketing_event_properties_check CHECK ((pg_column_size(properties) <= 16384))
);
create index marketing_event_at_ix on marketing_event (at);
create unique index marketing_event_id_key on marketing_event (account_id, id);
create index marketing_event_name_ix on marketing_event (account_id, name, at, contact_id);

create table marketing_feed_item (
  account_id bigint not null,
  integration_id uuid not null,
  item_key text not null,
  "position" integer not null,
  title text not null,
  url text,
  image_url text,
  price_minor bigint,
  currency text,
  category text,
  is_available boolean not null,
  updated_at timestamp(3) with time zone not null,
  constraint marketing_feed_item_pk PRIMARY KEY (account_id, integration_id, item_key)
);
create index marketing_feed_item_position_ix on marketing_feed_item (account_id, integration_id, "position");

create table marketing_inbound (
  account_id bigint not null,
  id uuid not null,
  integration_id uuid not null,
  repeat_key bytea not null,
  kind text not null,
  payload text,
  received_at timestamp(3) with time zone not null,
  state text not null,
  detail text,
  constraint marketing_inbound_pk PRIMARY KEY (account_id, id),
  constraint marketing_inbound_kind_check CHECK ((kind = ANY (ARRAY['event'::text, 'segment'::text, 'sms'::text]))),
  constraint marketing_inbound_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'applied'::text, 'ignored'::text, 'failed'::text])))
);
create index marketing_inbound_old_ix on marketing_inbound (received_at);
create index marketing_inbound_received_ix on marketing_inbound (account_id, integration_id, received_at);
create unique index marketing_inbound_repeat_key on marketing_inbound (account_id, integration_id, repeat_key);

create table marketing_integration (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
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
  former_secret_until timestamp(3) with time zone,
  last_ok_at timestamp(3) with time zone,
  last_error text,
  next_check_at timestamp(3) with time zone,
  from_name text,
  from_email text,
  warm_up_start_per_day integer,
  warm_up_starts_at timestamp(3) with time zone,
  config_header_name text,
  config_event_name text,
  config_event_path text,
  config_email_path text,
  config_external_id_path text,
  config_phone_path text,
  config_id_path text,
  config_properties_path text,
  config_attributes_path text,
  config_every_hours integer,
  config_currency text,
  constraint marketing_integration_pk PRIMARY KEY (account_id, id),
  constraint marketing_integration_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_integration_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'active'::text, 'error'::text, 'disabled'::text, 'deleted'::text]))),
  constraint marketing_integration_type_check CHECK ((type = ANY (ARRAY['smtp'::text, 'ses'::text, 'mailgun'::text, 'postmark'::text, 'sendgrid'::text, 'bounceMailbox'::text, 'inboundWebhook'::text, 'outboundWebhook'::text, 'smsHttp'::text, 'segmentTrack'::text, 'shopFeed'::text])))
);
create index marketing_integration_created_ix on marketing_integration (account_id, created_at, id) WHERE (deleted_at IS NULL);
create unique index marketing_integration_default_key on marketing_integration (account_id, is_default) WHERE (is_default AND (deleted_at IS NULL));
create index marketing_integration_deleted_ix on marketing_integration (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index marketing_integration_name_ix on marketing_integration (account_id, name, id) WHERE (deleted_at IS NULL);
create unique index marketing_integration_reference_key on marketing_integration (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_integration_type_ix on marketing_integration (account_id, type, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_integration_updated_ix on marketing_integration (account_id, updated_at, id) WHERE (deleted_at IS NULL);

create table marketing_link_visit (
  account_id bigint not null,
  message_id uuid not null,
  link_id uuid not null,
  last_at timestamp(3) with time zone not null,
  human_at timestamp(3) with time zone,
  constraint marketing_link_visit_pk PRIMARY KEY (account_id, message_id, link_id)
);

create table marketing_mailbox (
  account_id bigint not null,
  integration_id uuid not null,
  validity text,
  uid bigint not null,
  due_at timestamp(3) with time zone not null,
  constraint marketing_mailbox_pk PRIMARY KEY (account_id, integration_id)
);

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
  key text,
  state text not null,
  skip_reason text,
  bounce_kind text,
  attempts integer not null,
  due_at timestamp(3) with time zone not null,
  leased_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone not null,
  attempted_at timestamp(3) with time zone,
  sent_at timestamp(3) with time zone,
  delivered_at timestamp(3) with time zone,
  opened_at timestamp(3) with time zone,
  clicked_at timestamp(3) with time zone,
  machine_opened_at timestamp(3) with time zone,
  machine_clicked_at timestamp(3) with time zone,
  replied_at timestamp(3) with time zone,
  bounced_at timestamp(3) with time zone,
  complained_at timestamp(3) with time zone,
  unsubscribed_at timestamp(3) with time zone,
  converted_at timestamp(3) with time zone,
  told_at timestamp(3) with time zone,
  reply text,
  message_ref text,
  from_name text,
  from_email text,
  provider_ref text,
  data jsonb,
  subject text,
  reply_to text,
  left_by uuid,
  deferral_told_at timestamp(3) with time zone,
  constraint marketing_message_pk PRIMARY KEY (account_id, id),
  constraint marketing_message_bounce_check CHECK ((bounce_kind = ANY (ARRAY['hard'::text, 'soft'::text]))),
  constraint marketing_message_channel_check CHECK ((channel = ANY (ARRAY['email'::text, 'sms'::text, 'webhook'::text]))),
  constraint marketing_message_data_check CHECK ((pg_column_size(data) <= 262144)),
  constraint marketing_message_state_check CHECK ((state = ANY (ARRAY['queued'::text, 'attempting'::text, 'sent'::text, 'deferred'::text, 'bounced'::text, 'failed'::text, 'uncertain'::text, 'skipped'::text, 'cancelled'::text])))
);
create index marketing_message_attempted_ix on marketing_message (account_id, campaign_id, attempted_at) WHERE ((campaign_id IS NOT NULL) AND (attempted_at IS NOT NULL));
create unique index marketing_message_campaign_key on marketing_message (account_id, campaign_id, contact_id) WHERE (campaign_id IS NOT NULL);
create index marketing_message_clicked_ix on marketing_message (account_id, contact_id, clicked_at) WHERE (clicked_at IS NOT NULL);
create index marketing_message_deferral_ix on marketing_message (account_id, attempted_at) WHERE ((state = 'deferred'::text) AND (deferral_told_at IS NULL));
create index marketing_message_ended_ix on marketing_message (account_id, campaign_id, state, contact_id) WHERE ((campaign_id IS NOT NULL) AND (state = ANY (ARRAY['bounced'::text, 'failed'::text, 'uncertain'::text, 'skipped'::text, 'cancelled'::text])));
create unique index marketing_message_keyed_key on marketing_message (account_id, key) WHERE (key IS NOT NULL);
create index marketing_message_leased_ix on marketing_message (account_id, leased_until) WHERE (leased_until IS NOT NULL);
create index marketing_message_left_by_ix on marketing_message (account_id, left_by, attempted_at) WHERE (left_by IS NOT NULL);
create index marketing_message_opened_ix on marketing_message (account_id, contact_id, opened_at) WHERE (opened_at IS NOT NULL);
create index marketing_message_pace_ix on marketing_message (account_id, campaign_id, due_at, id) WHERE (state = ANY (ARRAY['queued'::text, 'deferred'::text]));
create index marketing_message_person_ix on marketing_message (account_id, contact_id, created_at, id) WHERE (contact_id IS NOT NULL);
create index marketing_message_provider_ix on marketing_message (account_id, provider_ref) WHERE (provider_ref IS NOT NULL);
create index marketing_message_ref_ix on marketing_message (account_id, message_ref) WHERE (message_ref IS NOT NULL);
create index marketing_message_run_ix on marketing_message (account_id, run_id) WHERE (run_id IS NOT NULL);
create index marketing_message_sample_ix on marketing_message (account_id, campaign_id, due_at, id) WHERE ((variant IS NOT NULL) AND (state = ANY (ARRAY['queued'::text, 'deferred'::text, 'attempting'::text])));
create index marketing_message_soft_ix on marketing_message (account_id, address_key, created_at) WHERE (bounce_kind = 'soft'::text);
create index marketing_message_untold_ix on marketing_message (account_id, sent_at) WHERE ((state = 'sent'::text) AND (told_at IS NULL));

create table marketing_purchase (
  account_id bigint not null,
  contact_id uuid not null,
  currency text not null,
  payment_count integer not null,
  paid_minor bigint not null,
  refunded_minor bigint not null,
  constraint marketing_purchase_pk PRIMARY KEY (account_id, contact_id, currency),
  constraint marketing_purchase_currency_check CHECK ((currency ~ '^[A-Z]{3}$'::text))
);

create table marketing_returned (
  account_id bigint not null,
  id uuid not null,
  key text not null,
  channel text not null,
  purpose text not null,
  state text not null,
  created_at timestamp(3) with time zone not null,
  occurred_at timestamp(3) with time zone not null,
  applied_at timestamp(3) with time zone,
  message_id uuid,
  contact_id uuid,
  raw bytea,
  kind text,
  status_code text,
  diagnostic text,
  constraint marketing_returned_pk PRIMARY KEY (account_id, id),
  constraint marketing_returned_channel_check CHECK ((channel = ANY (ARRAY['smtp'::text, 'mailbox'::text, 'hook'::text]))),
  constraint marketing_returned_purpose_check CHECK ((purpose = ANY (ARRAY['bounce'::text, 'unsubscribe'::text, 'reply'::text, 'any'::text]))),
  constraint marketing_returned_raw_check CHECK ((octet_length(raw) <= 1048576)),
  constraint marketing_returned_state_check CHECK ((state = ANY (ARRAY['pending'::text, 'applied'::text, 'ignored'::text])))
);
create index marketing_returned_contact_ix on marketing_returned (account_id, contact_id) WHERE (contact_id IS NOT NULL);
create index marketing_returned_created_ix on marketing_returned (account_id, created_at, id);
create unique index marketing_returned_key_key on marketing_returned (account_id, key);
create index marketing_returned_message_ix on marketing_returned (account_id, message_id, created_at) WHERE (message_id IS NOT NULL);
create index marketing_returned_old_ix on marketing_returned (created_at);
create index marketing_returned_raw_ix on marketing_returned (created_at) WHERE (raw IS NOT NULL);

create table marketing_score (
  account_id bigint not null,
  contact_id uuid not null,
  version integer not null,
  fit double precision not null,
  engagement double precision not null,
  engagement_plain double precision not null,
  decay_mark double precision not null,
  folded_at timestamp(3) with time zone not null,
  status text not null,
  next_threshold text,
  due_at timestamp(3) with time zone,
  expires_next_at timestamp(3) with time zone,
  updated_at timestamp(3) with time zone not null,
  constraint marketing_score_pk PRIMARY KEY (account_id, contact_id)
);
create index marketing_score_account_due_ix on marketing_score (account_id, due_at) WHERE (due_at IS NOT NULL);
create index marketing_score_due_ix on marketing_score (due_at, account_id) WHERE (due_at IS NOT NULL);
create index marketing_score_version_ix on marketing_score (account_id, version, contact_id);

create table marketing_score_entry (
  account_id bigint not null,
  contact_id uuid not null,
  starts_at timestamp(3) with time zone not null,
  id uuid not null,
  score text not null,
  kind text not null,
  points double precision not null,
  at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone,
  rule_id text,
  version integer not null,
  reason text,
  key text,
  constraint marketing_score_entry_pk PRIMARY KEY (account_id, contact_id, starts_at, id),
  constraint marketing_score_entry_kind_check CHECK ((kind = ANY (ARRAY['rule'::text, 'withdrawn'::text, 'manual'::text, 'set'::text, 'automation'::text]))),
  constraint marketing_score_entry_score_check CHECK ((score = ANY (ARRAY['fit'::text, 'engagement'::text])))
);
create index marketing_score_entry_expires_ix on marketing_score_entry (account_id, contact_id, expires_at) WHERE (expires_at IS NOT NULL);
create unique index marketing_score_entry_key_key on marketing_score_entry (account_id, key) WHERE (key IS NOT NULL);
create index marketing_score_entry_rule_ix on marketing_score_entry (account_id, contact_id, rule_id, starts_at) WHERE (rule_id IS NOT NULL);

create table marketing_score_model (
  account_id bigint not null,
  version integer not null,
  starts_at timestamp(3) with time zone not null,
  half_life_ms bigint,
  decay_floor double precision not null,
  bound_min double precision not null,
  bound_max double precision not null,
  is_full boolean not null,
  recompute_total integer,
  recomputed integer not null,
  recomputed_at timestamp(3) with time zone,
  is_derived boolean default false not null,
  constraint marketing_score_model_pk PRIMARY KEY (account_id, version)
);

create table marketing_score_rule (
  account_id bigint not null,
  version integer not null,
  "position" smallint not null,
  rule_id text not null,
  name text not null,
  score text not null,
  filter jsonb,
  event text,
  event_where jsonb,
  points double precision not null,
  cap_max double precision,
  cap_per_ms bigint,
  expires_after_ms bigint,
  graded_from timestamp(3) with time zone,
  constraint marketing_score_rule_pk PRIMARY KEY (account_id, version, "position"),
  constraint marketing_score_rule_filter_check CHECK ((pg_column_size(filter) <= 65536)),
  constraint marketing_score_rule_kind_check CHECK ((num_nonnulls(filter, event) = 1)),
  constraint marketing_score_rule_score_check CHECK ((score = ANY (ARRAY['fit'::text, 'engagement'::text]))),
  constraint marketing_score_rule_where_check CHECK ((pg_column_size(event_where) <= 65536))
);
create unique index marketing_score_rule_key on marketing_score_rule (account_id, version, rule_id);

create table marketing_score_threshold (
  account_id bigint not null,
  version integer not null,
  "position" smallint not null,
  name text not null,
  min double precision not null,
  constraint marketing_score_threshold_pk PRIMARY KEY (account_id, version, "position")
);

create table marketing_segment (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  name_key text not null,
  description text,
  kind text not null,
  filter jsonb,
  mentioned_fields text[] not null,
  mentioned_events text[] not null,
  mentioned_segments text[] not null,
  is_time_relative boolean not null,
  cost_class text,
  built_at timestamp(3) with time zone,
  refresh_at timestamp(3) with time zone,
  error text,
  constraint marketing_segment_pk PRIMARY KEY (account_id, id),
  constraint marketing_segment_cost_check CHECK ((cost_class = ANY (ARRAY['cheap'::text, 'medium'::text, 'heavy'::text]))),
  constraint marketing_segment_filter_check CHECK ((pg_column_size(filter) <= 65536)),
  constraint marketing_segment_kind_check CHECK ((kind = ANY (ARRAY['dynamic'::text, 'static'::text, 'snapshot'::text]))),
  constraint marketing_segment_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_segment_status_check CHECK ((status = ANY (ARRAY['building'::text, 'ready'::text, 'stale'::text, 'error'::text, 'archived'::text, 'deleted'::text])))
);
create index marketing_segment_created_ix on marketing_segment (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_segment_deleted_ix on marketing_segment (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index marketing_segment_live_ix on marketing_segment (account_id, id) WHERE ((deleted_at IS NULL) AND (kind = 'dynamic'::text));
create index marketing_segment_name_ix on marketing_segment (account_id, name_key, id) WHERE (deleted_at IS NULL);
create unique index marketing_segment_name_key on marketing_segment (account_id, name_key) WHERE (deleted_at IS NULL);
create unique index marketing_segment_reference_key on marketing_segment (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_segment_updated_ix on marketing_segment (account_id, updated_at, id) WHERE (deleted_at IS NULL);

create table marketing_segment_audit (
  account_id bigint not null,
  segment_id uuid not null,
  audited_at timestamp(3) with time zone not null,
  member_count integer not null,
  difference integer not null,
  repaired bigint not null,
  constraint marketing_segment_audit_pk PRIMARY KEY (account_id, segment_id)
);

create table marketing_segment_count (
  account_id bigint not null,
  segment_id uuid not null,
  slot integer not null,
  members integer not null,
  constraint marketing_segment_count_pk PRIMARY KEY (account_id, segment_id, slot)
);

create table marketing_segment_day (
  account_id bigint not null,
  segment_id uuid not null,
  day date not null,
  member_count integer not null,
  constraint marketing_segment_day_pk PRIMARY KEY (account_id, segment_id, day)
);

create table marketing_segment_member (
  account_id bigint not null,
  segment_id uuid not null,
  contact_id uuid not null,
  entered_at timestamp(3) with time zone not null,
  constraint marketing_segment_member_pk PRIMARY KEY (account_id, segment_id, contact_id)
);
create index marketing_segment_member_contact_ix on marketing_segment_member (account_id, contact_id, segment_id);

create table marketing_sender (
  account_id bigint not null,
  id uuid not null,
  next_at timestamp(3) with time zone,
  failures integer not null,
  last_error text,
  constraint marketing_sender_pk PRIMARY KEY (account_id, id)
);

create table marketing_sending_count (
  account_id bigint not null,
  integration_id uuid not null,
  slot timestamp(3) with time zone not null,
  count integer not null,
  constraint marketing_sending_count_pk PRIMARY KEY (account_id, integration_id, slot)
);

create table marketing_sending_domain (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  domain text not null,
  selector text,
  public_key text,
  sealed_private_key text,
  has_dkim boolean,
  has_spf boolean,
  has_dmarc boolean,
  last_checked_at timestamp(3) with time zone,
  last_error text,
  next_check_at timestamp(3) with time zone,
  has_return boolean,
  constraint marketing_sending_domain_pk PRIMARY KEY (account_id, id),
  constraint marketing_sending_domain_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_sending_domain_status_check CHECK ((status = ANY (ARRAY['unverified'::text, 'verified'::text, 'failing'::text, 'deleted'::text])))
);
create index marketing_sending_domain_created_ix on marketing_sending_domain (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_sending_domain_deleted_ix on marketing_sending_domain (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index marketing_sending_domain_key on marketing_sending_domain (account_id, domain) WHERE (deleted_at IS NULL);
create index marketing_sending_domain_name_ix on marketing_sending_domain (account_id, domain, id) WHERE (deleted_at IS NULL);
create unique index marketing_sending_domain_reference_key on marketing_sending_domain (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table marketing_sequence (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  automation_id uuid not null,
  definition_version integer not null,
  constraint marketing_sequence_pk PRIMARY KEY (account_id, id),
  constraint marketing_sequence_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_sequence_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text, 'deleted'::text])))
);
create index marketing_sequence_automation_ix on marketing_sequence (account_id, automation_id);
create index marketing_sequence_created_ix on marketing_sequence (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_sequence_deleted_ix on marketing_sequence (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index marketing_sequence_name_ix on marketing_sequence (account_id, name, id) WHERE (deleted_at IS NULL);
create unique index marketing_sequence_reference_key on marketing_sequence (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_sequence_updated_ix on marketing_sequence (account_id, updated_at, id) WHERE (deleted_at IS NULL);

create table marketing_suppression (
  account_id bigint not null,
  address_hash bytea not null,
  kind text not null,
  reason text not null,
  at timestamp(3) with time zone not null,
  message_id uuid,
  constraint marketing_suppression_pk PRIMARY KEY (account_id, address_hash),
  constraint marketing_suppression_kind_check CHECK ((kind = ANY (ARRAY['email'::text, 'phone'::text]))),
  constraint marketing_suppression_reason_check CHECK ((reason = ANY (ARRAY['complaint'::text, 'hardBounce'::text, 'softBounces'::text, 'erased'::text, 'manual'::text, 'stop'::text, 'left'::text])))
);
create index marketing_suppression_at_ix on marketing_suppression (account_id, at, address_hash);

create table marketing_template (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  name_key text not null,
  type text not null,
  format text not null,
  subject text,
  preheader text,
  body text not null,
  text_body text,
  layout_id uuid,
  topic text,
  sample_data jsonb not null,
  current_version integer not null,
  used_variables text[] not null,
  warnings text[] not null,
  filled_lists text[] not null,
  constraint marketing_template_pk PRIMARY KEY (account_id, id),
  constraint marketing_template_format_check CHECK ((format = ANY (ARRAY['mjml'::text, 'html'::text, 'markdown'::text, 'text'::text]))),
  constraint marketing_template_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_template_sample_check CHECK ((pg_column_size(sample_data) <= 65536)),
  constraint marketing_template_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'archived'::text, 'deleted'::text]))),
  constraint marketing_template_type_check CHECK ((type = ANY (ARRAY['email'::text, 'sms'::text, 'webhook'::text, 'page'::text])))
);
create index marketing_template_created_ix on marketing_template (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_template_deleted_ix on marketing_template (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index marketing_template_layout_ix on marketing_template (account_id, layout_id) WHERE ((layout_id IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_template_name_ix on marketing_template (account_id, name_key, id) WHERE (deleted_at IS NULL);
create unique index marketing_template_reference_key on marketing_template (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index marketing_template_updated_ix on marketing_template (account_id, updated_at, id) WHERE (deleted_at IS NULL);

create table marketing_template_variable (
  account_id bigint not null,
  template_id uuid not null,
  "position" integer not null,
  name text not null,
  type text not null,
  default_value text,
  is_required boolean,
  constraint marketing_template_variable_pk PRIMARY KEY (account_id, template_id, "position")
);

create table marketing_template_version (
  account_id bigint not null,
  template_id uuid not null,
  number integer not null,
  created_at timestamp(3) with time zone not null,
  format text not null,
  subject text,
  preheader text,
  body text not null,
  text_body text,
  compiled_html text,
  compiled_text text not null,
  links text[] not null,
  variables jsonb default '[]'::jsonb not null,
  constraint marketing_template_version_pk PRIMARY KEY (account_id, template_id, number),
  constraint marketing_template_version_variables_check CHECK ((pg_column_size(variables) <= 131072))
);

create table marketing_timer (
  account_id bigint not null,
  owner_id uuid not null,
  contact_id uuid not null,
  automation_id uuid not null,
  kind text not null,
  due_at timestamp(3) with time zone not null,
  held_due_at timestamp(3) with time zone,
  constraint marketing_timer_pk PRIMARY KEY (account_id, owner_id, contact_id),
  constraint marketing_timer_kind_check CHECK ((kind = ANY (ARRAY['run'::text, 'date'::text])))
);
create index marketing_timer_automation_ix on marketing_timer (account_id, automation_id, owner_id, contact_id);
create index marketing_timer_contact_ix on marketing_timer (account_id, contact_id);
create index marketing_timer_due_ix on marketing_timer (account_id, due_at, owner_id, contact_id);
create index marketing_timer_next_ix on marketing_timer (due_at, account_id);

create table marketing_topic (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  key text not null,
  name text not null,
  description text,
  is_public boolean not null,
  is_default boolean not null,
  constraint marketing_topic_pk PRIMARY KEY (account_id, id),
  constraint marketing_topic_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint marketing_topic_status_check CHECK ((status = ANY (ARRAY['active'::text, 'deleted'::text])))
);
create index marketing_topic_created_ix on marketing_topic (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index marketing_topic_deleted_ix on marketing_topic (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index marketing_topic_key_key on marketing_topic (account_id, key) WHERE (deleted_at IS NULL);
create unique index marketing_topic_reference_key on marketing_topic (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));

create table ops_access_change (
  id uuid not null,
  account_id bigint not null,
  changed_at timestamp(3) with time zone not null,
  constraint ops_access_change_pk PRIMARY KEY (id)
);
create index ops_access_change_at_ix on ops_access_change (changed_at);

create table ops_delivery (
  account_id bigint not null,
  id uuid not null,
  endpoint_id uuid not null,
  fact_id uuid not null,
  fact_name text not null,
  subject text not null,
  subject_version integer not null,
  told_at timestamp(3) with time zone not null,
  status text not null,
  attempts integer not null,
  retry_step integer not null,
  next_attempt_at timestamp(3) with time zone,
  last_status integer,
  last_error text,
  last_duration_ms integer,
  response_excerpt text,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint ops_delivery_pk PRIMARY KEY (account_id, id),
  constraint ops_delivery_fact_key UNIQUE (account_id, fact_id, endpoint_id),
  constraint ops_delivery_error_check CHECK ((char_length(last_error) <= 500)),
  constraint ops_delivery_excerpt_check CHECK ((octet_length(response_excerpt) <= 1024)),
  constraint ops_delivery_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'failed'::text, 'delivered'::text, 'exhausted'::text])))
);
create index ops_delivery_created_ix on ops_delivery (created_at);
create index ops_delivery_due_ix on ops_delivery (account_id, endpoint_id, next_attempt_at, subject_version, told_at, fact_id) WHERE (status = ANY (ARRAY['pending'::text, 'failed'::text]));
create index ops_delivery_exhausted_ix on ops_delivery (account_id, id) WHERE (status = 'exhausted'::text);
create index ops_delivery_unanswered_ix on ops_delivery (account_id, endpoint_id, next_attempt_at) WHERE ((status = 'failed'::text) AND (last_status IS NULL));

create table ops_delivery_attempt (
  account_id bigint not null,
  delivery_id uuid not null,
  number integer not null,
  at timestamp(3) with time zone not null,
  status integer,
  error text,
  duration_ms integer not null,
  constraint ops_delivery_attempt_pk PRIMARY KEY (account_id, delivery_id, number),
  constraint ops_delivery_attempt_error_check CHECK ((char_length(error) <= 500))
);

create table ops_endpoint_queue (
  account_id bigint not null,
  endpoint_id uuid not null,
  next_at timestamp(3) with time zone,
  back_off_until timestamp(3) with time zone,
  additions bigint not null,
  failures integer not null,
  lease_token uuid,
  lease_until timestamp(3) with time zone,
  constraint ops_endpoint_queue_pk PRIMARY KEY (account_id, endpoint_id)
);
create index ops_endpoint_queue_answering_ix on ops_endpoint_queue (next_at) WHERE (failures = 0);
create index ops_endpoint_queue_silent_ix on ops_endpoint_queue (next_at) WHERE (failures > 0);

create table ops_job (
  id uuid not null,
  account_id bigint not null,
  kind text not null,
  name text not null,
  fact_id uuid not null,
  fact_name text not null,
  subject text not null,
  subject_version integer not null,
  payload text not null,
  cause text not null,
  depth integer not null,
  is_silent boolean not null,
  told_at timestamp(3) with time zone not null,
  order_key text,
  status text not null,
  run_at timestamp(3) with time zone not null,
  attempts integer not null,
  lease_token uuid,
  lease_until timestamp(3) with time zone,
  last_error text,
  finished_at timestamp(3) with time zone,
  pace text default 'quick'::text not null,
  outages integer default 0 not null,
  constraint ops_job_pk PRIMARY KEY (id),
  constraint ops_job_fact_key UNIQUE (account_id, fact_id, name),
  constraint ops_job_error_check CHECK ((char_length(last_error) <= 2000)),
  constraint ops_job_kind_check CHECK ((kind = ANY (ARRAY['reaction'::text, 'task'::text]))),
  constraint ops_job_status_check CHECK ((status = ANY (ARRAY['planned'::text, 'waiting'::text, 'queued'::text, 'running'::text, 'done'::text, 'dead'::text])))
);
create index ops_job_dead_ix on ops_job (account_id, id) WHERE (status = 'dead'::text);
create index ops_job_finished_ix on ops_job (finished_at) WHERE (status = ANY (ARRAY['done'::text, 'dead'::text]));
create index ops_job_lease_ix on ops_job (lease_until) WHERE (status = 'running'::text);
create index ops_job_order_ix on ops_job (order_key, subject_version, told_at, fact_id) WHERE ((order_key IS NOT NULL) AND (status = ANY (ARRAY['waiting'::text, 'queued'::text, 'running'::text])));
create index ops_job_planned_ix on ops_job (run_at) WHERE (status = 'planned'::text);
create index ops_job_share_ix on ops_job (pace, account_id, run_at, id) WHERE (status = 'queued'::text);
create index ops_job_waiting_ix on ops_job (id) WHERE (status = 'waiting'::text);

create table ops_lease (
  name text not null,
  owner text not null,
  token bigint not null,
  until_at timestamp(3) with time zone not null,
  position_at timestamp(3) with time zone not null,
  constraint ops_lease_pk PRIMARY KEY (name)
);

create table ops_migration (
  name text not null,
  checksum text not null,
  applied_at timestamp(3) with time zone not null,
  constraint ops_migration_pkey PRIMARY KEY (name)
);

create table ops_node (
  id uuid not null,
  url text not null,
  seen_at timestamp(3) with time zone not null,
  rtmp_url text,
  rtmps_url text,
  forward_url text,
  constraint ops_node_pk PRIMARY KEY (id)
);

create table ops_request_log (
  id uuid not null,
  account_id bigint not null,
  key_id uuid,
  at timestamp(3) with time zone not null,
  operation text not null,
  method text not null,
  path text not null,
  status integer not null,
  reason text,
  duration_ms double precision not null,
  network text not null,
  user_agent text not null,
  actor text,
  constraint ops_request_log_pk PRIMARY KEY (id),
  constraint ops_request_log_actor_check CHECK ((char_length(actor) <= 100)),
  constraint ops_request_log_agent_check CHECK ((char_length(user_agent) <= 120)),
  constraint ops_request_log_method_check CHECK ((char_length(method) <= 20)),
  constraint ops_request_log_network_check CHECK ((char_length(network) <= 50)),
  constraint ops_request_log_operation_check CHECK ((char_length(operation) <= 100)),
  constraint ops_request_log_path_check CHECK ((char_length(path) <= 300)),
  constraint ops_request_log_reason_check CHECK ((char_length(reason) <= 100))
);
create index ops_request_log_account_ix on ops_request_log (account_id, id);
create index ops_request_log_refused_ix on ops_request_log (account_id, id) WHERE (status >= 400);

create table ops_schedule (
  name text not null,
  next_run_at timestamp(3) with time zone not null,
  lease_token uuid,
  lease_until timestamp(3) with time zone,
  last_run_at timestamp(3) with time zone,
  last_error text,
  constraint ops_schedule_pk PRIMARY KEY (name),
  constraint ops_schedule_error_check CHECK ((char_length(last_error) <= 2000))
);

create table ops_setting (
  name text not null,
  value text not null,
  constraint ops_setting_pkey PRIMARY KEY (name),
  constraint ops_setting_name_length CHECK (((char_length(name) >= 1) AND (char_length(name) <= 100))),
  constraint ops_setting_value_length CHECK ((char_length(value) <= 10000))
);

create table ops_tally_cursor (
  name text not null,
  until_at timestamp(3) with time zone not null,
  constraint ops_tally_cursor_pk PRIMARY KEY (name)
);

create table pay_sandbox_event (
  account_id bigint not null,
  id uuid not null,
  provider_id text not null,
  body text not null,
  created_at timestamp(3) with time zone not null,
  constraint pay_sandbox_event_pk PRIMARY KEY (account_id, id)
);
create index pay_sandbox_event_old_ix on pay_sandbox_event (created_at);

create table pay_sandbox_refund (
  account_id bigint not null,
  reference text not null,
  session_id uuid not null,
  amount bigint not null,
  status text not null,
  changed_at timestamp(3) with time zone not null,
  constraint pay_sandbox_refund_pk PRIMARY KEY (account_id, reference),
  constraint pay_sandbox_refund_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text])))
);
create index pay_sandbox_refund_changed_ix on pay_sandbox_refund (account_id, changed_at);
create index pay_sandbox_refund_session_ix on pay_sandbox_refund (account_id, session_id);

create table pay_sandbox_session (
  account_id bigint not null,
  id uuid not null,
  provider_id text not null,
  reference text not null,
  status text not null,
  title text not null,
  amount bigint not null,
  currency text not null,
  email text,
  return_url text not null,
  cancel_url text not null,
  card text,
  failure_code text,
  fee bigint not null,
  captured_at timestamp(3) with time zone,
  dispute text,
  created_at timestamp(3) with time zone not null,
  changed_at timestamp(3) with time zone not null,
  expires_at timestamp(3) with time zone not null,
  constraint pay_sandbox_session_pk PRIMARY KEY (account_id, id),
  constraint pay_sandbox_session_status_check CHECK ((status = ANY (ARRAY['open'::text, 'processing'::text, 'requiresAction'::text, 'succeeded'::text, 'expired'::text])))
);
create index pay_sandbox_session_captured_ix on pay_sandbox_session (account_id, provider_id, captured_at) WHERE (captured_at IS NOT NULL);
create index pay_sandbox_session_paid_ix on pay_sandbox_session (captured_at) WHERE (captured_at IS NOT NULL);
create unique index pay_sandbox_session_reference_key on pay_sandbox_session (account_id, reference);
create index pay_sandbox_session_unpaid_ix on pay_sandbox_session (changed_at) WHERE (captured_at IS NULL);

create table payments_day (
  account_id bigint not null,
  provider_id text not null,
  day date not null,
  checked_at timestamp(3) with time zone,
  constraint payments_day_pk PRIMARY KEY (account_id, provider_id, day)
);
create index payments_day_unchecked_ix on payments_day (day, account_id, provider_id) WHERE (checked_at IS NULL);

create table payments_dispute (
  account_id bigint not null,
  payment_id uuid not null,
  provider_reference text not null,
  status text not null,
  amount bigint not null,
  reason text not null,
  opened_at timestamp(3) with time zone not null,
  closed_at timestamp(3) with time zone,
  constraint payments_dispute_pk PRIMARY KEY (account_id, payment_id, provider_reference),
  constraint payments_dispute_status_check CHECK ((status = ANY (ARRAY['open'::text, 'won'::text, 'lost'::text])))
);

create table payments_link_count (
  account_id bigint not null,
  payment_link_id uuid not null,
  uses_max integer,
  used integer not null,
  reserved integer not null,
  views bigint not null,
  started bigint not null,
  succeeded bigint not null,
  amount bigint not null,
  price bigint,
  held bigint default 0 not null,
  constraint payments_link_count_pk PRIMARY KEY (account_id, payment_link_id),
  constraint payments_link_count_reserved_check CHECK ((reserved >= 0))
);

create table payments_link_day (
  account_id bigint not null,
  payment_link_id uuid not null,
  day date not null,
  views bigint not null,
  started bigint not null,
  succeeded bigint not null,
  amount bigint not null,
  constraint payments_link_day_pk PRIMARY KEY (account_id, payment_link_id, day)
);

create table payments_link_field (
  account_id bigint not null,
  payment_link_id uuid not null,
  "position" integer not null,
  key text not null,
  label text not null,
  kind text,
  is_required boolean,
  constraint payments_link_field_pk PRIMARY KEY (account_id, payment_link_id, "position")
);

create table payments_link_item (
  account_id bigint not null,
  payment_link_id uuid not null,
  "position" integer not null,
  name text not null,
  amount bigint not null,
  quantity integer,
  sku text,
  adjustable_min integer,
  adjustable_max integer,
  image_url text,
  constraint payments_link_item_pk PRIMARY KEY (account_id, payment_link_id, "position")
);

create table payments_link_reminder (
  account_id bigint not null,
  payment_link_id uuid not null,
  "position" integer not null,
  after text,
  before text,
  constraint payments_link_reminder_pk PRIMARY KEY (account_id, payment_link_id, "position")
);

create table payments_link_reminder_mail (
  account_id bigint not null,
  payment_link_id uuid not null,
  reminder text not null,
  at timestamp(3) with time zone not null,
  constraint payments_link_reminder_mail_pk PRIMARY KEY (account_id, payment_link_id, reminder)
);

create table payments_payment (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  payment_link_id uuid not null,
  title text not null,
  provider text not null,
  provider_id text not null,
  currency text not null,
  subtotal bigint not null,
  discount_total bigint not null,
  token_value bigint not null,
  amount bigint not null,
  amount_refunded bigint not null,
  refund_pending bigint not null,
  fee bigint not null,
  customer_email text,
  customer_name text,
  customer_phone text,
  customer_address text,
  customer_language text,
  contact_id text,
  method_type text,
  method_brand text,
  method_last4 text,
  attempts integer not null,
  failure_code text,
  provider_reference text,
  charge_reference text,
  is_over_limit boolean not null,
  expires_at timestamp(3) with time zone not null,
  paid_at timestamp(3) with time zone,
  captured_at timestamp(3) with time zone,
  attempt_key text not null,
  session_url text,
  reported_at timestamp(3) with time zone,
  is_released boolean not null,
  filled_lists text[] not null,
  stream_id uuid,
  source_tag text,
  amount_lost bigint default 0 not null,
  constraint payments_payment_pk PRIMARY KEY (account_id, id),
  constraint payments_payment_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint payments_payment_provider_check CHECK ((provider = ANY (ARRAY['sandbox'::text, 'stripe'::text]))),
  constraint payments_payment_refund_check CHECK (((amount_refunded >= 0) AND (refund_pending >= 0))),
  constraint payments_payment_status_check CHECK ((status = ANY (ARRAY['created'::text, 'processing'::text, 'requiresAction'::text, 'succeeded'::text, 'partiallyRefunded'::text, 'refunded'::text, 'disputed'::text, 'lost'::text, 'failed'::text, 'cancelled'::text, 'expired'::text, 'deleted'::text])))
);
create unique index payments_payment_attempt_key on payments_payment (account_id, attempt_key);
create index payments_payment_captured_ix on payments_payment (account_id, provider_id, captured_at) WHERE (captured_at IS NOT NULL);
create index payments_payment_charge_ix on payments_payment (account_id, provider_id, charge_reference) WHERE (charge_reference IS NOT NULL);
create index payments_payment_contact_ix on payments_payment (account_id, contact_id, created_at, id) WHERE ((contact_id IS NOT NULL) AND (deleted_at IS NULL));
create index payments_payment_created_ix on payments_payment (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index payments_payment_currency_ix on payments_payment (account_id, currency, created_at, id) WHERE (deleted_at IS NULL);
create index payments_payment_deleted_ix on payments_payment (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index payments_payment_link_ix on payments_payment (account_id, payment_link_id, created_at, id) WHERE (deleted_at IS NULL);
create index payments_payment_open_ix on payments_payment (account_id, updated_at, id) WHERE (status = ANY (ARRAY['created'::text, 'processing'::text, 'requiresAction'::text]));
create unique index payments_payment_provider_key on payments_payment (account_id, provider_id, provider_reference) WHERE (provider_reference IS NOT NULL);
create unique index payments_payment_reference_key on payments_payment (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index payments_payment_status_ix on payments_payment (account_id, status, created_at, id) WHERE (deleted_at IS NULL);
create index payments_payment_stream_ix on payments_payment (account_id, stream_id, created_at, id) WHERE (stream_id IS NOT NULL);
create index payments_payment_tag_ix on payments_payment (account_id, source_tag, created_at, id) WHERE (source_tag IS NOT NULL);

create table payments_payment_answer (
  account_id bigint not null,
  payment_id uuid not null,
  "position" integer not null,
  key text not null,
  label text not null,
  value text not null,
  constraint payments_payment_answer_pk PRIMARY KEY (account_id, payment_id, "position")
);

create table payments_payment_discount (
  account_id bigint not null,
  payment_id uuid not null,
  "position" integer not null,
  offer_id text not null,
  kind text not null,
  title text not null,
  code text,
  amount bigint not null,
  constraint payments_payment_discount_pk PRIMARY KEY (account_id, payment_id, "position")
);

create table payments_payment_item (
  account_id bigint not null,
  payment_id uuid not null,
  "position" integer not null,
  name text not null,
  sku text,
  quantity integer not null,
  unit_amount bigint not null,
  discount bigint not null,
  amount bigint not null,
  constraint payments_payment_item_pk PRIMARY KEY (account_id, payment_id, "position")
);

create table payments_payment_link (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  title text not null,
  description text,
  slug text,
  amount_mode text not null,
  currency text not null,
  customer_amount_min bigint,
  customer_amount_max bigint,
  customer_amount_preset bigint,
  max_payments integer,
  expires_at timestamp(3) with time zone,
  allow_coupons boolean not null,
  auto_promotions boolean not null,
  accept_tokens_token text,
  accept_tokens_rate integer,
  accept_tokens_max_percent integer,
  collect_name boolean,
  collect_phone boolean,
  collect_address boolean,
  after_payment_redirect_url text,
  after_payment_message text,
  contact_id text,
  provider_id text,
  filled_lists text[] not null,
  stream_id uuid,
  source_tag text,
  allow_partial_first_min bigint,
  constraint payments_payment_link_pk PRIMARY KEY (account_id, id),
  constraint payments_payment_link_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint payments_payment_link_mode_check CHECK ((amount_mode = ANY (ARRAY['fixed'::text, 'customer'::text]))),
  constraint payments_payment_link_status_check CHECK ((status = ANY (ARRAY['active'::text, 'inactive'::text, 'completed'::text, 'expired'::text, 'deleted'::text])))
);
create index payments_payment_link_contact_ix on payments_payment_link (account_id, contact_id) WHERE (contact_id IS NOT NULL);
create index payments_payment_link_created_ix on payments_payment_link (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index payments_payment_link_deleted_ix on payments_payment_link (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index payments_payment_link_provider_ix on payments_payment_link (account_id, provider_id) WHERE (provider_id IS NOT NULL);
create unique index payments_payment_link_reference_key on payments_payment_link (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create unique index payments_payment_link_slug_key on payments_payment_link (account_id, slug);
create index payments_payment_link_stream_ix on payments_payment_link (account_id, stream_id, created_at, id) WHERE (stream_id IS NOT NULL);
create index payments_payment_link_tag_ix on payments_payment_link (account_id, source_tag, created_at, id) WHERE (source_tag IS NOT NULL);
create index payments_payment_link_title_ix on payments_payment_link (account_id, title, id) WHERE (deleted_at IS NULL);

create table payments_payment_step (
  account_id bigint not null,
  payment_id uuid not null,
  kind text not null,
  source text not null,
  at timestamp(3) with time zone not null,
  detail text,
  constraint payments_payment_step_pk PRIMARY KEY (account_id, payment_id, kind, source)
);

create table payments_provider (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  kind text not null,
  is_default boolean not null,
  mode text not null,
  has_settings_keys boolean not null,
  sealed_keys text,
  last_ok_at timestamp(3) with time zone,
  last_error text,
  webhook_endpoint text,
  webhook_error text,
  webhook_tries integer default 0 not null,
  webhook_retry_at timestamp(3) with time zone,
  constraint payments_provider_pk PRIMARY KEY (account_id, id),
  constraint payments_provider_kind_check CHECK ((kind = ANY (ARRAY['sandbox'::text, 'stripe'::text]))),
  constraint payments_provider_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint payments_provider_mode_check CHECK ((mode = ANY (ARRAY['test'::text, 'live'::text]))),
  constraint payments_provider_status_check CHECK ((status = ANY (ARRAY['active'::text, 'error'::text, 'disabled'::text, 'deleted'::text])))
);
create index payments_provider_created_ix on payments_provider (account_id, created_at, id) WHERE (deleted_at IS NULL);
create unique index payments_provider_default_key on payments_provider (account_id) WHERE (is_default AND (deleted_at IS NULL));
create index payments_provider_deleted_ix on payments_provider (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index payments_provider_failing_ix on payments_provider (account_id, id) WHERE ((status = 'error'::text) AND (deleted_at IS NULL));
create unique index payments_provider_reference_key on payments_provider (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index payments_provider_webhook_retry_ix on payments_provider (account_id, webhook_retry_at, id) WHERE ((webhook_retry_at IS NOT NULL) AND (deleted_at IS NULL));

create table payments_provider_event (
  account_id bigint not null,
  provider_id text not null,
  event_id text not null,
  type text not null,
  at timestamp(3) with time zone not null,
  received_at timestamp(3) with time zone not null,
  processed_at timestamp(3) with time zone,
  body text not null,
  report text,
  constraint payments_provider_event_pk PRIMARY KEY (account_id, provider_id, event_id)
);
create index payments_provider_event_old_ix on payments_provider_event (received_at);

create table payments_reconciliation (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  provider_id text not null,
  day date not null,
  currency text not null,
  kind text not null,
  ours bigint not null,
  theirs bigint not null,
  payment_id text,
  provider_reference text,
  constraint payments_reconciliation_pk PRIMARY KEY (account_id, id),
  constraint payments_reconciliation_kind_check CHECK ((kind = ANY (ARRAY['payments'::text, 'captured'::text, 'fees'::text, 'refunded'::text, 'session'::text, 'currency'::text, 'amount'::text, 'refund'::text]))),
  constraint payments_reconciliation_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint payments_reconciliation_status_check CHECK ((status = ANY (ARRAY['open'::text, 'resolved'::text, 'deleted'::text])))
);
create index payments_reconciliation_created_ix on payments_reconciliation (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index payments_reconciliation_deleted_ix on payments_reconciliation (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create unique index payments_reconciliation_reference_key on payments_reconciliation (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create unique index payments_reconciliation_report_key on payments_reconciliation (account_id, payment_id, kind, provider_reference) WHERE (payment_id IS NOT NULL);
create unique index payments_reconciliation_sum_key on payments_reconciliation (account_id, provider_id, day, currency, kind) WHERE (payment_id IS NULL);

create table payments_refund (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  payment_id uuid not null,
  amount bigint not null,
  currency text not null,
  reason text,
  origin text not null,
  provider_reference text,
  failure_code text,
  settled_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  constraint payments_refund_pk PRIMARY KEY (account_id, id),
  constraint payments_refund_amount_check CHECK ((amount > 0)),
  constraint payments_refund_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint payments_refund_origin_check CHECK ((origin = ANY (ARRAY['api'::text, 'provider'::text]))),
  constraint payments_refund_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'succeeded'::text, 'failed'::text, 'deleted'::text])))
);
create index payments_refund_created_ix on payments_refund (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index payments_refund_deleted_ix on payments_refund (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index payments_refund_failed_ix on payments_refund (account_id, failed_at) WHERE (failed_at IS NOT NULL);
create index payments_refund_payment_ix on payments_refund (account_id, payment_id, created_at, id) WHERE (deleted_at IS NULL);
create index payments_refund_pending_ix on payments_refund (account_id, updated_at, id) WHERE (status = 'pending'::text);
create unique index payments_refund_provider_key on payments_refund (account_id, provider_reference) WHERE (provider_reference IS NOT NULL);
create unique index payments_refund_reference_key on payments_refund (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create index payments_refund_settled_ix on payments_refund (account_id, settled_at) WHERE (settled_at IS NOT NULL);
create index payments_refund_status_ix on payments_refund (account_id, status, created_at, id) WHERE (deleted_at IS NULL);

create table person_challenge (
  id uuid not null,
  expires_at timestamp(3) with time zone not null,
  constraint person_challenge_pk PRIMARY KEY (id)
);
create index person_challenge_expires_ix on person_challenge (expires_at);

create table person_email (
  email_key text not null,
  person_id uuid not null,
  constraint person_email_pk PRIMARY KEY (email_key),
  constraint person_email_key_check CHECK (((char_length(email_key) >= 3) AND (char_length(email_key) <= 254)))
);

create table person_guess (
  subject bytea not null,
  wrong_count integer not null,
  counted_since timestamp(3) with time zone not null,
  paused_until timestamp(3) with time zone,
  constraint person_guess_pk PRIMARY KEY (subject)
);
create index person_guess_since_ix on person_guess (counted_since);

create table person_link (
  id uuid not null,
  kind text not null,
  account_id bigint,
  role text,
  email text,
  person_id uuid,
  expires_at timestamp(3) with time zone not null,
  used_at timestamp(3) with time zone,
  constraint person_link_pk PRIMARY KEY (id),
  constraint person_link_kind_check CHECK ((kind = ANY (ARRAY['console'::text, 'invitation'::text, 'passwordReset'::text, 'emailChange'::text]))),
  constraint person_link_role_check CHECK (((role IS NULL) OR (role = ANY (ARRAY['owner'::text, 'developer'::text, 'operator'::text, 'analyst'::text, 'reader'::text]))))
);
create index person_link_expires_ix on person_link (expires_at);

create table person_membership (
  person_id uuid not null,
  account_id bigint not null,
  role text not null,
  since timestamp(3) with time zone not null,
  constraint person_membership_pk PRIMARY KEY (person_id, account_id),
  constraint person_membership_role_check CHECK ((role = ANY (ARRAY['owner'::text, 'developer'::text, 'operator'::text, 'analyst'::text, 'reader'::text])))
);

create table person_passkey (
  person_id uuid not null,
  id uuid not null,
  credential_id bytea not null,
  public_key bytea not null,
  sign_count bigint not null,
  transports text[] not null,
  name text not null,
  is_backed_up boolean not null,
  created_at timestamp(3) with time zone not null,
  last_used_at timestamp(3) with time zone,
  constraint person_passkey_pk PRIMARY KEY (person_id, id),
  constraint person_passkey_credential_check CHECK (((octet_length(credential_id) >= 1) AND (octet_length(credential_id) <= 1023))),
  constraint person_passkey_key_check CHECK (((octet_length(public_key) >= 1) AND (octet_length(public_key) <= 4096))),
  constraint person_passkey_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 80)))
);
create unique index person_passkey_credential_key on person_passkey (person_id, credential_id);

create table person_person (
  id uuid not null,
  email text not null,
  name text not null,
  language text not null,
  time_zone text not null,
  password_hash text,
  password_changed_at timestamp(3) with time zone,
  totp_secret bytea,
  totp_confirmed_at timestamp(3) with time zone,
  totp_step bigint not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  constraint person_person_pk PRIMARY KEY (id),
  constraint person_person_email_check CHECK (((char_length(email) >= 3) AND (char_length(email) <= 254))),
  constraint person_person_name_check CHECK (((char_length(name) >= 1) AND (char_length(name) <= 120)))
);

create table person_recovery_code (
  person_id uuid not null,
  code_hash bytea not null,
  created_at timestamp(3) with time zone not null,
  constraint person_recovery_code_pk PRIMARY KEY (person_id, code_hash)
);

create table person_session (
  person_id uuid not null,
  id uuid not null,
  token_hash bytea not null,
  method text not null,
  signed_in_at timestamp(3) with time zone not null,
  last_seen_at timestamp(3) with time zone not null,
  user_agent text not null,
  country text,
  constraint person_session_pk PRIMARY KEY (person_id, id),
  constraint person_session_agent_check CHECK ((char_length(user_agent) <= 300)),
  constraint person_session_method_check CHECK ((method = ANY (ARRAY['password'::text, 'secondFactor'::text, 'recoveryCode'::text, 'passkey'::text, 'link'::text])))
);
create index person_session_signed_in_ix on person_session (signed_in_at);
create unique index person_session_token_key on person_session (person_id, token_hash);

create table places_exception_hours (
  account_id bigint not null,
  place_id uuid not null,
  "position" integer not null,
  date date not null,
  closed boolean,
  opens text,
  closes text,
  note text,
  span int4range,
  constraint places_exception_hours_pk PRIMARY KEY (account_id, place_id, "position"),
  constraint places_exception_hours_closed_check CHECK (((closed IS TRUE) = (span IS NULL))),
  constraint places_exception_hours_span_check CHECK (((span <@ int4range(0, 2880)) AND (NOT isempty(span))))
);
create index places_exception_hours_span_ix on places_exception_hours USING gist (account_id, date, span) WHERE (span IS NOT NULL);

create table places_photo (
  account_id bigint not null,
  place_id uuid not null,
  "position" integer not null,
  url text not null,
  alt_text text not null,
  credit text,
  constraint places_photo_pk PRIMARY KEY (account_id, place_id, "position")
);

create table places_place (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamp(3) with time zone not null,
  updated_at timestamp(3) with time zone not null,
  deleted_at timestamp(3) with time zone,
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  type text not null,
  slug text not null,
  description text,
  address_line1 text,
  address_line2 text,
  address_city text,
  address_region text,
  address_postal_code text,
  address_country_code text,
  address_formatted text,
  location_latitude double precision,
  location_longitude double precision,
  online_url text,
  timezone text not null,
  timezone_source text not null,
  capacity integer,
  accessibility_wheelchair boolean,
  accessibility_hearing_loop boolean,
  accessibility_step_free boolean,
  accessibility_toilet boolean,
  contact_phone text,
  contact_email text,
  contact_website text,
  categories text[] not null,
  tags text[] not null,
  price_level integer,
  external_ids jsonb not null,
  parent_place_id uuid,
  geofence_radius_m integer not null,
  visibility text not null,
  merged_into_id uuid,
  status_before_archive text,
  name_key text not null,
  city_key text,
  search_text text not null,
  "position" cube,
  has_hours boolean not null,
  filled_lists text[] not null,
  constraint places_place_pk PRIMARY KEY (account_id, id),
  constraint places_place_before_archive_check CHECK ((status_before_archive = ANY (ARRAY['draft'::text, 'active'::text, 'temporarilyClosed'::text, 'permanentlyClosed'::text]))),
  constraint places_place_capacity_check CHECK (((capacity >= 1) AND (capacity <= 1000000))),
  constraint places_place_external_ids_check CHECK ((pg_column_size(external_ids) <= 16384)),
  constraint places_place_geofence_check CHECK (((geofence_radius_m >= 10) AND (geofence_radius_m <= 5000))),
  constraint places_place_latitude_check CHECK (((location_latitude >= ('-90'::integer)::double precision) AND (location_latitude <= (90)::double precision))),
  constraint places_place_location_check CHECK ((((location_latitude IS NULL) = (location_longitude IS NULL)) AND (("position" IS NULL) = (location_latitude IS NULL)))),
  constraint places_place_longitude_check CHECK (((location_longitude >= ('-180'::integer)::double precision) AND (location_longitude <= (180)::double precision))),
  constraint places_place_merged_check CHECK (((merged_into_id <> id) AND ((status <> 'merged'::text) OR (merged_into_id IS NOT NULL)))),
  constraint places_place_metadata_check CHECK ((pg_column_size(metadata) <= 65536)),
  constraint places_place_online_check CHECK (((type <> 'online'::text) OR (online_url IS NOT NULL))),
  constraint places_place_parent_check CHECK ((parent_place_id <> id)),
  constraint places_place_price_check CHECK (((price_level >= 0) AND (price_level <= 4))),
  constraint places_place_status_check CHECK ((status = ANY (ARRAY['draft'::text, 'active'::text, 'temporarilyClosed'::text, 'permanentlyClosed'::text, 'archived'::text, 'merged'::text, 'deleted'::text]))),
  constraint places_place_type_check CHECK ((type = ANY (ARRAY['venue'::text, 'store'::text, 'restaurant'::text, 'office'::text, 'outdoor'::text, 'studio'::text, 'online'::text, 'other'::text]))),
  constraint places_place_visibility_check CHECK ((visibility = ANY (ARRAY['public'::text, 'private'::text]))),
  constraint places_place_where_check CHECK (((online_url IS NOT NULL) OR (location_latitude IS NOT NULL) OR (num_nonnulls(address_line1, address_line2, address_city, address_region, address_postal_code, address_country_code, address_formatted) > 0))),
  constraint places_place_zone_source_check CHECK ((timezone_source = ANY (ARRAY['given'::text, 'location'::text, 'account'::text])))
);
create index places_place_capacity_ix on places_place (account_id, capacity, id) WHERE ((capacity IS NOT NULL) AND (deleted_at IS NULL));
create index places_place_city_ix on places_place (account_id, city_key, created_at, id) WHERE (deleted_at IS NULL);
create index places_place_country_ix on places_place (account_id, address_country_code, created_at, id) WHERE (deleted_at IS NULL);
create index places_place_created_ix on places_place (account_id, created_at, id) WHERE (deleted_at IS NULL);
create index places_place_deleted_ix on places_place (account_id, deleted_at) WHERE (deleted_at IS NOT NULL);
create index places_place_hours_ix on places_place (account_id, created_at, id) WHERE (has_hours AND (status = 'active'::text) AND (deleted_at IS NULL));
create index places_place_merged_ix on places_place (account_id, merged_into_id) WHERE (merged_into_id IS NOT NULL);
create index places_place_name_ix on places_place (account_id, name_key, id) WHERE (deleted_at IS NULL);
create index places_place_parent_ix on places_place (account_id, parent_place_id, created_at, id) WHERE ((parent_place_id IS NOT NULL) AND (deleted_at IS NULL));
create index places_place_position_ix on places_place USING gist (account_id, "position") WHERE (("position" IS NOT NULL) AND (deleted_at IS NULL));
create index places_place_private_ix on places_place (account_id, created_at, id) WHERE ((visibility = 'private'::text) AND (deleted_at IS NULL));
create index places_place_public_ix on places_place (account_id, created_at, id) WHERE ((status = ANY (ARRAY['active'::text, 'temporarilyClosed'::text])) AND (visibility = 'public'::text) AND (deleted_at IS NULL));
create unique index places_place_reference_key on places_place (account_id, client_reference) WHERE ((client_reference IS NOT NULL) AND (deleted_at IS NULL));
create unique index places_place_slug_key on places_place (account_id, slug) WHERE (deleted_at IS NULL);
create index places_place_status_ix on places_place (account_id, status, created_at, id) WHERE (deleted_at IS NULL);
create index places_place_type_ix on places_place (account_id, type, created_at, id) WHERE (deleted_at IS NULL);
create index places_place_words_ix on places_place USING gin (account_id, tags, categories, search_text gin_trgm_ops) WHERE (deleted_at IS NULL);
create index places_place_zone_ix on places_place (account_id, timezone) WHERE (deleted_at IS NULL);

create table places_regular_hours (
  account_id bigint not null,
  place_id uuid not null,
  "position" integer not null,
  day integer not null,
  opens text not null,
  closes text not null,
  span int4range not null,
  constraint places_regular_hours_pk PRIMARY KEY (account_id, place_id, "position"),
  constraint places_regular_hours_day_check CHECK (((day >= 1) AND (day <= 7))),
  constraint places_regular_hours_span_check CHECK (((span <@ int4range(0, 2880)) AND (NOT isempty(span))))
);
create index places_regular_hours_span_ix on places_regular_hours USING gist (account_id, day, span);

create table places_space (
  account_id bigint not null,
  place_id uuid not null,
  "position" integer not null,
  id text not null,
  name text not null,
  capacity integer,
  floor text,
  is_exclusive boolean not null,
  constraint places_space_pk PRIMARY KEY (account_id, place_id, "position"),
  constraint places_space_capacity_check CHECK (((capacity >= 1) AND (capacity <= 1000000)))
);

create table places_stream (
  account_id bigint not null,
  stream_id uuid not null,
  place_id uuid not null,
  version integer not null,
  is_live boolean not null,
  channel_id uuid,
  constraint places_stream_pk PRIMARY KEY (account_id, stream_id)
);
create index places_stream_live_ix on places_stream (account_id, place_id) WHERE is_live;

create table places_view (
  account_id bigint not null,
  place_id uuid not null,
  person_key uuid not null,
  day timestamp(3) with time zone not null,
  constraint places_view_pk PRIMARY KEY (account_id, place_id, person_key, day)
) partition by RANGE (day);

create table places_view_daily (
  account_id bigint not null,
  place_id uuid not null,
  day timestamp(3) with time zone not null,
  views bigint not null,
  constraint places_view_daily_pk PRIMARY KEY (account_id, place_id, day),
  constraint places_view_daily_views_check CHECK ((views >= 0))
);

alter table account_image add constraint account_image_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table account_key add constraint account_key_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table account_mail add constraint account_mail_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table account_member add constraint account_member_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table account_viewer_code add constraint account_viewer_code_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table account_viewer_session add constraint account_viewer_session_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table account_webhook_endpoint add constraint account_webhook_endpoint_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table ledger_balance add constraint ledger_balance_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table ledger_entry add constraint ledger_entry_txn_fk FOREIGN KEY (account_id, txn_id) REFERENCES ledger_txn(account_id, id) ON DELETE CASCADE;
alter table ledger_seal add constraint ledger_seal_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table ledger_txn add constraint ledger_txn_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_blocked_viewer add constraint livestream_blocked_viewer_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_category add constraint livestream_category_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_channel add constraint livestream_channel_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_channel add constraint livestream_channel_category_fk FOREIGN KEY (account_id, category_id) REFERENCES livestream_category(account_id, id);
alter table livestream_channel add constraint livestream_channel_sub_category_fk FOREIGN KEY (account_id, sub_category_id) REFERENCES livestream_sub_category(account_id, id);
alter table livestream_channel_link add constraint livestream_channel_link_owner_fk FOREIGN KEY (account_id, channel_id) REFERENCES livestream_channel(account_id, id) ON DELETE CASCADE;
alter table livestream_details add constraint livestream_details_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_details add constraint livestream_details_channel_fk FOREIGN KEY (account_id, channel_id) REFERENCES livestream_channel(account_id, id);
alter table livestream_details add constraint livestream_details_static_fk FOREIGN KEY (account_id, static_id) REFERENCES livestream_static(account_id, id);
alter table livestream_details add constraint livestream_details_stream_fk FOREIGN KEY (account_id, stream_id) REFERENCES livestream_stream(account_id, id);
alter table livestream_details_caption add constraint livestream_details_caption_owner_fk FOREIGN KEY (account_id, details_id) REFERENCES livestream_details(account_id, id) ON DELETE CASCADE;
alter table livestream_details_chapter add constraint livestream_details_chapter_owner_fk FOREIGN KEY (account_id, details_id) REFERENCES livestream_details(account_id, id) ON DELETE CASCADE;
alter table livestream_details_credit add constraint livestream_details_credit_owner_fk FOREIGN KEY (account_id, details_id) REFERENCES livestream_details(account_id, id) ON DELETE CASCADE;
alter table livestream_details_link add constraint livestream_details_link_owner_fk FOREIGN KEY (account_id, details_id) REFERENCES livestream_details(account_id, id) ON DELETE CASCADE;
alter table livestream_details_product add constraint livestream_details_product_owner_fk FOREIGN KEY (account_id, details_id) REFERENCES livestream_details(account_id, id) ON DELETE CASCADE;
alter table livestream_details_track add constraint livestream_details_track_owner_fk FOREIGN KEY (account_id, details_id) REFERENCES livestream_details(account_id, id) ON DELETE CASCADE;
alter table livestream_marker add constraint livestream_marker_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_marker add constraint livestream_marker_stream_fk FOREIGN KEY (account_id, stream_id) REFERENCES livestream_stream(account_id, id);
alter table livestream_reward_count add constraint livestream_reward_count_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_session add constraint livestream_session_stream_fk FOREIGN KEY (account_id, stream_id) REFERENCES livestream_stream(account_id, id) ON DELETE CASCADE;
alter table livestream_static add constraint livestream_static_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_static add constraint livestream_static_category_fk FOREIGN KEY (account_id, category_id) REFERENCES livestream_category(account_id, id);
alter table livestream_static add constraint livestream_static_channel_fk FOREIGN KEY (account_id, channel_id) REFERENCES livestream_channel(account_id, id);
alter table livestream_static add constraint livestream_static_sub_category_fk FOREIGN KEY (account_id, sub_category_id) REFERENCES livestream_sub_category(account_id, id);
alter table livestream_stream add constraint livestream_stream_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_stream add constraint livestream_stream_category_fk FOREIGN KEY (account_id, category_id) REFERENCES livestream_category(account_id, id);
alter table livestream_stream add constraint livestream_stream_channel_fk FOREIGN KEY (account_id, channel_id) REFERENCES livestream_channel(account_id, id);
alter table livestream_stream add constraint livestream_stream_sub_category_fk FOREIGN KEY (account_id, sub_category_id) REFERENCES livestream_sub_category(account_id, id);
alter table livestream_stream_refusal add constraint livestream_stream_refusal_stream_fk FOREIGN KEY (account_id, stream_id) REFERENCES livestream_stream(account_id, id) ON DELETE CASCADE;
alter table livestream_stream_target add constraint livestream_stream_target_stream_fk FOREIGN KEY (account_id, stream_id) REFERENCES livestream_stream(account_id, id) ON DELETE CASCADE;
alter table livestream_stream_target_key add constraint livestream_stream_target_key_stream_fk FOREIGN KEY (account_id, stream_id) REFERENCES livestream_stream(account_id, id) ON DELETE CASCADE;
alter table livestream_sub_category add constraint livestream_sub_category_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_sub_category add constraint livestream_sub_category_category_fk FOREIGN KEY (account_id, category_id) REFERENCES livestream_category(account_id, id);
alter table livestream_ticket add constraint livestream_ticket_event_fk FOREIGN KEY (account_id, ticketing_event_id) REFERENCES livestream_ticketing_event(account_id, id) ON DELETE CASCADE;
alter table livestream_ticketing_event add constraint livestream_ticketing_event_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_ticketing_event add constraint livestream_ticketing_event_channel_fk FOREIGN KEY (account_id, channel_id) REFERENCES livestream_channel(account_id, id);
alter table livestream_ticketing_event add constraint livestream_ticketing_event_static_fk FOREIGN KEY (account_id, static_id) REFERENCES livestream_static(account_id, id);
alter table livestream_ticketing_event add constraint livestream_ticketing_event_stream_fk FOREIGN KEY (account_id, stream_id) REFERENCES livestream_stream(account_id, id);
alter table livestream_ticketing_sync add constraint livestream_ticketing_sync_event_fk FOREIGN KEY (account_id, ticketing_event_id) REFERENCES livestream_ticketing_event(account_id, id) ON DELETE CASCADE;
alter table livestream_upload add constraint livestream_upload_static_fk FOREIGN KEY (account_id, static_id) REFERENCES livestream_static(account_id, id) ON DELETE CASCADE;
alter table livestream_upload_part add constraint livestream_upload_part_upload_fk FOREIGN KEY (account_id, upload_id) REFERENCES livestream_upload(account_id, id) ON DELETE CASCADE;
alter table livestream_view_daily add constraint livestream_view_daily_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_viewer_clip add constraint livestream_viewer_clip_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table livestream_viewer_clip add constraint livestream_viewer_clip_static_fk FOREIGN KEY (account_id, id) REFERENCES livestream_static(account_id, id) ON DELETE CASCADE;
alter table livestream_viewer_session add constraint livestream_viewer_session_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_coupon add constraint loyalty_coupon_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_coupon add constraint loyalty_coupon_batch_fk FOREIGN KEY (account_id, batch_id) REFERENCES loyalty_coupon_batch(account_id, id);
alter table loyalty_coupon_batch add constraint loyalty_coupon_batch_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_coupon_contact add constraint loyalty_coupon_contact_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_drop add constraint loyalty_drop_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_drop_claim add constraint loyalty_drop_claim_drop_fk FOREIGN KEY (account_id, drop_id) REFERENCES loyalty_drop(account_id, id) ON DELETE CASCADE;
alter table loyalty_offer_hold add constraint loyalty_offer_hold_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_promotion add constraint loyalty_promotion_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_promotion_application add constraint loyalty_promotion_application_of_fk FOREIGN KEY (account_id, promotion_id) REFERENCES loyalty_promotion(account_id, id) ON DELETE CASCADE;
alter table loyalty_promotion_contact add constraint loyalty_promotion_contact_of_fk FOREIGN KEY (account_id, promotion_id) REFERENCES loyalty_promotion(account_id, id) ON DELETE CASCADE;
alter table loyalty_promotion_day add constraint loyalty_promotion_day_of_fk FOREIGN KEY (account_id, promotion_id) REFERENCES loyalty_promotion(account_id, id) ON DELETE CASCADE;
alter table loyalty_promotion_person add constraint loyalty_promotion_person_of_fk FOREIGN KEY (account_id, promotion_id) REFERENCES loyalty_promotion(account_id, id) ON DELETE CASCADE;
alter table loyalty_promotion_revision add constraint loyalty_promotion_revision_of_fk FOREIGN KEY (account_id, promotion_id) REFERENCES loyalty_promotion(account_id, id) ON DELETE CASCADE;
alter table loyalty_promotion_total add constraint loyalty_promotion_total_of_fk FOREIGN KEY (account_id, promotion_id) REFERENCES loyalty_promotion(account_id, id) ON DELETE CASCADE;
alter table loyalty_redemption add constraint loyalty_redemption_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_reward add constraint loyalty_reward_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_reward_count add constraint loyalty_reward_count_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_reward_progress add constraint loyalty_reward_progress_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_token_hold add constraint loyalty_token_hold_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table loyalty_token_hold_part add constraint loyalty_token_hold_part_hold_fk FOREIGN KEY (account_id, hold_id) REFERENCES loyalty_token_hold(account_id, id) ON DELETE CASCADE;
alter table loyalty_token_lot add constraint loyalty_token_lot_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_attribute add constraint marketing_attribute_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_automation add constraint marketing_automation_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_automation_count add constraint marketing_automation_count_automation_fk FOREIGN KEY (account_id, automation_id) REFERENCES marketing_automation(account_id, id) ON DELETE CASCADE;
alter table marketing_automation_entry add constraint marketing_automation_entry_automation_fk FOREIGN KEY (account_id, automation_id) REFERENCES marketing_automation(account_id, id) ON DELETE CASCADE;
alter table marketing_automation_run add constraint marketing_automation_run_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_automation_step add constraint marketing_automation_step_run_fk FOREIGN KEY (account_id, run_id) REFERENCES marketing_automation_run(account_id, id) ON DELETE CASCADE;
alter table marketing_automation_use add constraint marketing_automation_use_automation_fk FOREIGN KEY (account_id, automation_id) REFERENCES marketing_automation(account_id, id) ON DELETE CASCADE;
alter table marketing_automation_version add constraint marketing_automation_version_automation_fk FOREIGN KEY (account_id, automation_id) REFERENCES marketing_automation(account_id, id) ON DELETE CASCADE;
alter table marketing_campaign add constraint marketing_campaign_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_campaign add constraint marketing_campaign_integration_fk FOREIGN KEY (account_id, integration_id) REFERENCES marketing_integration(account_id, id);
alter table marketing_campaign add constraint marketing_campaign_template_fk FOREIGN KEY (account_id, template_id) REFERENCES marketing_template(account_id, id);
alter table marketing_campaign_arm add constraint marketing_campaign_arm_fk FOREIGN KEY (account_id, campaign_id) REFERENCES marketing_campaign(account_id, id) ON DELETE CASCADE;
alter table marketing_campaign_frozen add constraint marketing_campaign_frozen_fk FOREIGN KEY (account_id, campaign_id) REFERENCES marketing_campaign(account_id, id) ON DELETE CASCADE;
alter table marketing_campaign_link add constraint marketing_campaign_link_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_campaign_sum add constraint marketing_campaign_sum_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_campaign_variant add constraint marketing_campaign_variant_fk FOREIGN KEY (account_id, campaign_id) REFERENCES marketing_campaign(account_id, id) ON DELETE CASCADE;
alter table marketing_consent add constraint marketing_consent_contact_fk FOREIGN KEY (account_id, contact_id) REFERENCES marketing_contact(account_id, id) ON DELETE CASCADE;
alter table marketing_contact add constraint marketing_contact_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_contact_import add constraint marketing_contact_import_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_contact_import add constraint marketing_contact_import_segment_fk FOREIGN KEY (account_id, segment_id) REFERENCES marketing_segment(account_id, id);
alter table marketing_contact_import_column add constraint marketing_contact_import_column_fk FOREIGN KEY (account_id, contact_import_id) REFERENCES marketing_contact_import(account_id, id) ON DELETE CASCADE;
alter table marketing_contact_import_error add constraint marketing_contact_import_error_fk FOREIGN KEY (account_id, import_id) REFERENCES marketing_contact_import(account_id, id) ON DELETE CASCADE;
alter table marketing_contact_import_mapping add constraint marketing_contact_import_mapping_fk FOREIGN KEY (account_id, contact_import_id) REFERENCES marketing_contact_import(account_id, id) ON DELETE CASCADE;
alter table marketing_contact_import_part add constraint marketing_contact_import_part_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_contact_import_sample add constraint marketing_contact_import_sample_fk FOREIGN KEY (account_id, import_id) REFERENCES marketing_contact_import(account_id, id) ON DELETE CASCADE;
alter table marketing_content add constraint marketing_content_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_conversion add constraint marketing_conversion_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_event add constraint marketing_event_contact_fk FOREIGN KEY (account_id, contact_id) REFERENCES marketing_contact(account_id, id) ON DELETE CASCADE;
alter table marketing_feed_item add constraint marketing_feed_item_integration_fk FOREIGN KEY (account_id, integration_id) REFERENCES marketing_integration(account_id, id) ON DELETE CASCADE;
alter table marketing_inbound add constraint marketing_inbound_integration_fk FOREIGN KEY (account_id, integration_id) REFERENCES marketing_integration(account_id, id) ON DELETE CASCADE;
alter table marketing_integration add constraint marketing_integration_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_link_visit add constraint marketing_link_visit_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_mailbox add constraint marketing_mailbox_integration_fk FOREIGN KEY (account_id, integration_id) REFERENCES marketing_integration(account_id, id) ON DELETE CASCADE;
alter table marketing_purchase add constraint marketing_purchase_contact_fk FOREIGN KEY (account_id, contact_id) REFERENCES marketing_contact(account_id, id) ON DELETE CASCADE;
alter table marketing_returned add constraint marketing_returned_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_score add constraint marketing_score_contact_fk FOREIGN KEY (account_id, contact_id) REFERENCES marketing_contact(account_id, id) ON DELETE CASCADE;
alter table marketing_score_entry add constraint marketing_score_entry_contact_fk FOREIGN KEY (account_id, contact_id) REFERENCES marketing_contact(account_id, id) ON DELETE CASCADE;
alter table marketing_score_model add constraint marketing_score_model_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_score_rule add constraint marketing_score_rule_model_fk FOREIGN KEY (account_id, version) REFERENCES marketing_score_model(account_id, version) ON DELETE CASCADE;
alter table marketing_score_threshold add constraint marketing_score_threshold_model_fk FOREIGN KEY (account_id, version) REFERENCES marketing_score_model(account_id, version) ON DELETE CASCADE;
alter table marketing_segment add constraint marketing_segment_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_segment_audit add constraint marketing_segment_audit_segment_fk FOREIGN KEY (account_id, segment_id) REFERENCES marketing_segment(account_id, id) ON DELETE CASCADE;
alter table marketing_segment_count add constraint marketing_segment_count_segment_fk FOREIGN KEY (account_id, segment_id) REFERENCES marketing_segment(account_id, id) ON DELETE CASCADE;
alter table marketing_segment_day add constraint marketing_segment_day_segment_fk FOREIGN KEY (account_id, segment_id) REFERENCES marketing_segment(account_id, id) ON DELETE CASCADE;
alter table marketing_segment_member add constraint marketing_segment_member_contact_fk FOREIGN KEY (account_id, contact_id) REFERENCES marketing_contact(account_id, id) ON DELETE CASCADE;
alter table marketing_segment_member add constraint marketing_segment_member_segment_fk FOREIGN KEY (account_id, segment_id) REFERENCES marketing_segment(account_id, id) ON DELETE CASCADE;
alter table marketing_sender add constraint marketing_sender_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_sending_count add constraint marketing_sending_count_integration_fk FOREIGN KEY (account_id, integration_id) REFERENCES marketing_integration(account_id, id) ON DELETE CASCADE;
alter table marketing_sending_domain add constraint marketing_sending_domain_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_sequence add constraint marketing_sequence_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_sequence add constraint marketing_sequence_automation_fk FOREIGN KEY (account_id, automation_id) REFERENCES marketing_automation(account_id, id);
alter table marketing_suppression add constraint marketing_suppression_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_template add constraint marketing_template_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table marketing_template add constraint marketing_template_layout_fk FOREIGN KEY (account_id, layout_id) REFERENCES marketing_template(account_id, id);
alter table marketing_template_variable add constraint marketing_template_variable_fk FOREIGN KEY (account_id, template_id) REFERENCES marketing_template(account_id, id) ON DELETE CASCADE;
alter table marketing_template_version add constraint marketing_template_version_fk FOREIGN KEY (account_id, template_id) REFERENCES marketing_template(account_id, id) ON DELETE CASCADE;
alter table marketing_timer add constraint marketing_timer_automation_fk FOREIGN KEY (account_id, automation_id) REFERENCES marketing_automation(account_id, id) ON DELETE CASCADE;
alter table marketing_topic add constraint marketing_topic_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table ops_delivery_attempt add constraint ops_delivery_attempt_delivery_fk FOREIGN KEY (account_id, delivery_id) REFERENCES ops_delivery(account_id, id) ON DELETE CASCADE;
alter table pay_sandbox_event add constraint pay_sandbox_event_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table pay_sandbox_refund add constraint pay_sandbox_refund_session_fk FOREIGN KEY (account_id, session_id) REFERENCES pay_sandbox_session(account_id, id) ON DELETE CASCADE;
alter table pay_sandbox_session add constraint pay_sandbox_session_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table payments_day add constraint payments_day_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table payments_dispute add constraint payments_dispute_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payments_payment(account_id, id) ON DELETE CASCADE;
alter table payments_link_count add constraint payments_link_count_link_fk FOREIGN KEY (account_id, payment_link_id) REFERENCES payments_payment_link(account_id, id) ON DELETE CASCADE;
alter table payments_link_day add constraint payments_link_day_link_fk FOREIGN KEY (account_id, payment_link_id) REFERENCES payments_payment_link(account_id, id) ON DELETE CASCADE;
alter table payments_link_field add constraint payments_link_field_link_fk FOREIGN KEY (account_id, payment_link_id) REFERENCES payments_payment_link(account_id, id) ON DELETE CASCADE;
alter table payments_link_item add constraint payments_link_item_link_fk FOREIGN KEY (account_id, payment_link_id) REFERENCES payments_payment_link(account_id, id) ON DELETE CASCADE;
alter table payments_link_reminder add constraint payments_link_reminder_link_fk FOREIGN KEY (account_id, payment_link_id) REFERENCES payments_payment_link(account_id, id) ON DELETE CASCADE;
alter table payments_link_reminder_mail add constraint payments_link_reminder_mail_link_fk FOREIGN KEY (account_id, payment_link_id) REFERENCES payments_payment_link(account_id, id) ON DELETE CASCADE;
alter table payments_payment add constraint payments_payment_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table payments_payment add constraint payments_payment_payment_link_fk FOREIGN KEY (account_id, payment_link_id) REFERENCES payments_payment_link(account_id, id);
alter table payments_payment_answer add constraint payments_payment_answer_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payments_payment(account_id, id) ON DELETE CASCADE;
alter table payments_payment_discount add constraint payments_payment_discount_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payments_payment(account_id, id) ON DELETE CASCADE;
alter table payments_payment_item add constraint payments_payment_item_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payments_payment(account_id, id) ON DELETE CASCADE;
alter table payments_payment_link add constraint payments_payment_link_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table payments_payment_step add constraint payments_payment_step_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payments_payment(account_id, id) ON DELETE CASCADE;
alter table payments_provider add constraint payments_provider_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table payments_provider_event add constraint payments_provider_event_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table payments_reconciliation add constraint payments_reconciliation_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table payments_refund add constraint payments_refund_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table payments_refund add constraint payments_refund_payment_fk FOREIGN KEY (account_id, payment_id) REFERENCES payments_payment(account_id, id);
alter table places_exception_hours add constraint places_exception_hours_place_fk FOREIGN KEY (account_id, place_id) REFERENCES places_place(account_id, id) ON DELETE CASCADE;
alter table places_photo add constraint places_photo_place_fk FOREIGN KEY (account_id, place_id) REFERENCES places_place(account_id, id) ON DELETE CASCADE;
alter table places_place add constraint places_place_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table places_place add constraint places_place_merged_into_fk FOREIGN KEY (account_id, merged_into_id) REFERENCES places_place(account_id, id);
alter table places_place add constraint places_place_parent_place_fk FOREIGN KEY (account_id, parent_place_id) REFERENCES places_place(account_id, id);
alter table places_regular_hours add constraint places_regular_hours_place_fk FOREIGN KEY (account_id, place_id) REFERENCES places_place(account_id, id) ON DELETE CASCADE;
alter table places_space add constraint places_space_place_fk FOREIGN KEY (account_id, place_id) REFERENCES places_place(account_id, id) ON DELETE CASCADE;
alter table places_stream add constraint places_stream_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
alter table places_view_daily add constraint places_view_daily_account_fk FOREIGN KEY (account_id) REFERENCES account_account(account_id) ON DELETE CASCADE;
