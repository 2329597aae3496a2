-- nontransactional
-- Messages of runs, for the numbers of sequences.
create index concurrently if not exists marketing_message_run_ix
  on marketing_message (account_id, run_id) where run_id is not null;
