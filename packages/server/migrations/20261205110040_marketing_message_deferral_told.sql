-- The moment at which the first deferral of a message was told.
alter table marketing_message add column deferral_told_at timestamptz(3);
