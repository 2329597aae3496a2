-- nontransactional
create index concurrently if not exists marketing_message_opened_ix
  on marketing_message (account_id, contact_id, opened_at) where opened_at is not null;
