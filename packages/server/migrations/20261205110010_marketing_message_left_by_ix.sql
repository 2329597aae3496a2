-- nontransactional
create index concurrently if not exists marketing_message_left_by_ix
  on marketing_message (account_id, left_by, attempted_at) where left_by is not null;
