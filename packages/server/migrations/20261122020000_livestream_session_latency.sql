-- A session keeps the latency that it began with; those that were there before do not know theirs.
alter table livestream_session add column latency_mode text;
alter table livestream_session add constraint livestream_session_latency_check
  check (latency_mode in ('ultraLow', 'low', 'standard')) not valid;
alter table livestream_session validate constraint livestream_session_latency_check;
