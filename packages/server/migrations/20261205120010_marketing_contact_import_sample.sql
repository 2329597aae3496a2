-- First values of the columns of a file, of people: they stand in no record, and go with the file.
create table marketing_contact_import_sample (
  account_id bigint not null,
  import_id uuid not null,
  position integer not null,
  samples text[] not null,
  constraint marketing_contact_import_sample_pk primary key (account_id, import_id, position)
);
alter table marketing_contact_import_sample add constraint marketing_contact_import_sample_fk
  foreign key (account_id, import_id) references marketing_contact_import (account_id, id) on delete cascade;
alter table marketing_contact_import_column drop column samples;
