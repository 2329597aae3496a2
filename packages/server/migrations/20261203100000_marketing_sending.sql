-- The integration by which a campaign leaves, and the next check of an integration that failed.
alter table marketing_campaign add column integration_id uuid;
alter table marketing_campaign add constraint marketing_campaign_integration_fk
  foreign key (account_id, integration_id) references marketing_integration (account_id, id) not valid;
alter table marketing_campaign validate constraint marketing_campaign_integration_fk;
alter table marketing_integration add column next_check_at timestamptz(3);
-- The sender of mails that name none, and the sender of a single message.
alter table marketing_integration add column from_name text;
alter table marketing_integration add column from_email text;
alter table marketing_message add column from_name text;
alter table marketing_message add column from_email text;
