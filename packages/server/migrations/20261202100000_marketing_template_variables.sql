-- The variables of a version: names, types, defaults and needs, as they were when it was made.
alter table marketing_template_version add column variables jsonb not null default '[]';
alter table marketing_template_version add constraint marketing_template_version_variables_check
  check (pg_column_size(variables) <= 131072) not valid;
alter table marketing_template_version validate constraint marketing_template_version_variables_check;
