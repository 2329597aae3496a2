-- nontransactional
create index concurrently if not exists marketing_contact_given_ix
  on marketing_contact (account_id, given_key text_pattern_ops) where given_key is not null and deleted_at is null;
