-- Lead scores: versions of the model of an account, with its rules and thresholds; points, and their sums by contact.
create table marketing_score_model (
  account_id bigint not null,
  version integer not null,
  starts_at timestamptz(3) not null,
  half_life_ms bigint,
  decay_floor double precision not null,
  bound_min double precision not null,
  bound_max double precision not null,
  is_full boolean not null,
  recompute_total integer,
  recomputed integer not null,
  recomputed_at timestamptz(3),
  constraint marketing_score_model_pk primary key (account_id, version)
);

-- Rules of a version. The filter is what the account wrote, in the filter language.
create table marketing_score_rule (
  account_id bigint not null,
  version integer not null,
  position smallint not null,
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
  constraint marketing_score_rule_pk primary key (account_id, version, position),
  constraint marketing_score_rule_score_check check (score in ('fit', 'engagement')),
  constraint marketing_score_rule_kind_check check (num_nonnulls(filter, event) = 1),
  constraint marketing_score_rule_filter_check check (pg_column_size(filter) <= 65536),
  constraint marketing_score_rule_where_check check (pg_column_size(event_where) <= 65536)
);
create unique index marketing_score_rule_key on marketing_score_rule (account_id, version, rule_id);

create table marketing_score_threshold (
  account_id bigint not null,
  version integer not null,
  position smallint not null,
  name text not null,
  min double precision not null,
  constraint marketing_score_threshold_pk primary key (account_id, version, position)
);

-- Points. Rows are added, never changed: an entry counts from starts_at until expires_at, and its points decay from at.
-- A withdrawal is an entry with the negated points and the same at.
create table marketing_score_entry (
  account_id bigint not null,
  contact_id uuid not null,
  starts_at timestamptz(3) not null,
  id uuid not null,
  score text not null,
  kind text not null,
  points double precision not null,
  at timestamptz(3) not null,
  expires_at timestamptz(3),
  rule_id text,
  version integer not null,
  reason text,
  key text,
  constraint marketing_score_entry_pk primary key (account_id, contact_id, starts_at, id),
  constraint marketing_score_entry_score_check check (score in ('fit', 'engagement')),
  constraint marketing_score_entry_kind_check check (kind in ('rule', 'withdrawn', 'manual', 'set', 'automation'))
);
create unique index marketing_score_entry_key_key on marketing_score_entry (account_id, key) where key is not null;
create index marketing_score_entry_rule_ix on marketing_score_entry (account_id, contact_id, rule_id, starts_at)
  where rule_id is not null;
create index marketing_score_entry_expires_ix on marketing_score_entry (account_id, contact_id, expires_at)
  where expires_at is not null;

-- Sums of a contact. engagement is the decayed sum at decay_mark, which counts half-lives; expiries up to folded_at are
-- taken out.
create table marketing_score (
  account_id bigint not null,
  contact_id uuid not null,
  version integer not null,
  fit double precision not null,
  engagement double precision not null,
  engagement_plain double precision not null,
  decay_mark double precision not null,
  folded_at timestamptz(3) not null,
  status text not null,
  next_threshold text,
  due_at timestamptz(3),
  expires_next_at timestamptz(3),
  updated_at timestamptz(3) not null,
  constraint marketing_score_pk primary key (account_id, contact_id)
);
create index marketing_score_due_ix on marketing_score (due_at, account_id) where due_at is not null;
create index marketing_score_version_ix on marketing_score (account_id, version, contact_id);

alter table marketing_score_model add constraint marketing_score_model_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_score_rule add constraint marketing_score_rule_model_fk
  foreign key (account_id, version) references marketing_score_model (account_id, version) on delete cascade;
alter table marketing_score_threshold add constraint marketing_score_threshold_model_fk
  foreign key (account_id, version) references marketing_score_model (account_id, version) on delete cascade;
alter table marketing_score_entry add constraint marketing_score_entry_contact_fk
  foreign key (account_id, contact_id) references marketing_contact (account_id, id) on delete cascade;
alter table marketing_score add constraint marketing_score_contact_fk
  foreign key (account_id, contact_id) references marketing_contact (account_id, id) on delete cascade;
