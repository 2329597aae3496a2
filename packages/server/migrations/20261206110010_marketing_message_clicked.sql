-- nontransactional
create index concurrently if not exists marketing_message_clicked_ix
  on marketing_message (account_id, contact_id, clicked_at) where clicked_at is not null;
