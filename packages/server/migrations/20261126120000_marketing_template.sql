-- Templates of mails; their versions are never changed.
create table marketing_template (
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
  constraint marketing_template_pk primary key (account_id, id),
  constraint marketing_template_status_check check (status in ('draft', 'active', 'archived', 'deleted')),
  constraint marketing_template_type_check check (type in ('email', 'sms', 'webhook', 'page')),
  constraint marketing_template_format_check check (format in ('mjml', 'html', 'markdown', 'text')),
  constraint marketing_template_sample_check check (pg_column_size(sample_data) <= 65536),
  constraint marketing_template_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index marketing_template_reference_key on marketing_template (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index marketing_template_created_ix on marketing_template (account_id, created_at, id) where deleted_at is null;
create index marketing_template_name_ix on marketing_template (account_id, name_key, id) where deleted_at is null;
create index marketing_template_layout_ix on marketing_template (account_id, layout_id)
  where layout_id is not null and deleted_at is null;
create index marketing_template_deleted_ix on marketing_template (account_id, deleted_at)
  where deleted_at is not null;

create table marketing_template_variable (
  account_id bigint not null,
  template_id uuid not null,
  position integer not null,
  name text not null,
  type text not null,
  default_value text,
  is_required boolean,
  constraint marketing_template_variable_pk primary key (account_id, template_id, position)
);

create table marketing_template_version (
  account_id bigint not null,
  template_id uuid not null,
  number integer not null,
  created_at timestamptz(3) not null,
  format text not null,
  subject text,
  preheader text,
  body text not null,
  text_body text,
  compiled_html text,
  compiled_text text not null,
  links text[] not null,
  constraint marketing_template_version_pk primary key (account_id, template_id, number)
);

alter table marketing_template add constraint marketing_template_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table marketing_template add constraint marketing_template_layout_fk
  foreign key (account_id, layout_id) references marketing_template (account_id, id);
alter table marketing_template_variable add constraint marketing_template_variable_fk
  foreign key (account_id, template_id) references marketing_template (account_id, id) on delete cascade;
alter table marketing_template_version add constraint marketing_template_version_fk
  foreign key (account_id, template_id) references marketing_template (account_id, id) on delete cascade;
