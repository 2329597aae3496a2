-- Campaigns by other channels than mail, and the header with the secret of a request.
alter table marketing_campaign add column channel text not null default 'email';
alter table marketing_campaign alter column channel drop default;
alter table marketing_campaign add constraint marketing_campaign_channel_check
  check (channel in ('email', 'sms', 'webhook')) not valid;
alter table marketing_campaign validate constraint marketing_campaign_channel_check;
alter table marketing_integration add column config_header_name text;
