-- nontransactional
-- Sessions of the sandbox without money, which are removed after 90 days.
drop index concurrently if exists pay_sandbox_session_unpaid_ix;
create index concurrently pay_sandbox_session_unpaid_ix
  on pay_sandbox_session (changed_at) where captured_at is null;
