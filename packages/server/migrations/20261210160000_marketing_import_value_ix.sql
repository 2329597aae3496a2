-- nontransactional
create index concurrently if not exists marketing_contact_import_error_value_ix
  on marketing_contact_import_error (account_id, import_id) where value is not null;
