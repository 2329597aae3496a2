-- nontransactional
create unique index concurrently if not exists marketing_message_keyed_key
  on marketing_message (account_id, key) where key is not null;
