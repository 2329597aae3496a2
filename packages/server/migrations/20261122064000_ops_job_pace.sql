-- The pace of a job names the worker that runs it: jobs of one pace and account stand side by side in an index.
alter table ops_job add column pace text not null default 'quick';

-- Runs that ended with an outage of the database: they cost no attempt, and are bounded by this count.
alter table ops_job add column outages integer not null default 0;

-- A planned job is due later than in some seconds: the claim looks at queued ones only.
alter table ops_job drop constraint ops_job_status_check;
alter table ops_job add constraint ops_job_status_check
  check (status in ('planned', 'waiting', 'queued', 'running', 'done', 'dead')) not valid;
alter table ops_job validate constraint ops_job_status_check;
