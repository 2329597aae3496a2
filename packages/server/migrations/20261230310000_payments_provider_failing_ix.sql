-- nontransactional
-- Providers in error, whose keys are checked again.
drop index concurrently if exists payments_provider_failing_ix;
create index concurrently payments_provider_failing_ix
  on payments_provider (account_id, id) where status = 'error' and deleted_at is null;
