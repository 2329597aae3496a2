-- nontransactional
-- A page of the few runs in one state, such as the failed ones, among all of an automation.
create index concurrently if not exists marketing_automation_run_status_ix
on marketing_automation_run (account_id, automation_id, status, started_at, id);
