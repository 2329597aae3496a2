-- The integration by which a message left, or was tried last.
alter table marketing_message add column left_by uuid;
create index marketing_message_left_by_ix on marketing_message (account_id, left_by, attempted_at)
  where left_by is not null;
