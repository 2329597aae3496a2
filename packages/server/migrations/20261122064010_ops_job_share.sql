-- nontransactional
-- Accounts take turns: the claim and the relay walk these indexes from account to account.
create index concurrently if not exists ops_job_share_ix
  on ops_job (pace, account_id, run_at, id) where status = 'queued';
create index concurrently if not exists ops_job_planned_ix on ops_job (run_at) where status = 'planned';
create index concurrently if not exists account_outbox_share_ix
  on account_outbox (account_id, told_at, id) where published_at is null;
drop index concurrently if exists ops_job_due_ix;
drop index concurrently if exists account_outbox_relay_ix;
