-- The integration by which a message left, or was tried last.
alter table marketing_message add column left_by uuid;
