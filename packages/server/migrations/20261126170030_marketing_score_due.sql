-- nontransactional
-- Scores of one account whose moment has come.
create index concurrently if not exists marketing_score_account_due_ix on marketing_score (account_id, due_at)
  where due_at is not null;
