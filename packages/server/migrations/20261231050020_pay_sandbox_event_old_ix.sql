-- nontransactional
-- Calls of the sandbox, which are removed after 90 days.
drop index concurrently if exists pay_sandbox_event_old_ix;
create index concurrently pay_sandbox_event_old_ix
  on pay_sandbox_event (created_at);
