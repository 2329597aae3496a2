-- Value of the refused cell, shortened.
alter table marketing_contact_import_error add column value text;
