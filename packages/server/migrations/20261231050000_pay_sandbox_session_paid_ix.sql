-- nontransactional
-- Sessions of the sandbox with money, which are removed after 400 days.
drop index concurrently if exists pay_sandbox_session_paid_ix;
create index concurrently pay_sandbox_session_paid_ix
  on pay_sandbox_session (captured_at) where captured_at is not null;
