-- Contacts by the value of an attribute: filters ask for containment beside equality.
create index marketing_contact_attributes_ix on marketing_contact using gin (account_id, attributes jsonb_path_ops)
  where deleted_at is null;
