-- When a mail of a campaign leaves, and which contacts have had enough.
alter table marketing_campaign add column send_mode text not null default 'immediate';
alter table marketing_campaign add column local_time text;
alter table marketing_campaign add column send_window_days text[];
alter table marketing_campaign add column send_window_from text;
alter table marketing_campaign add column send_window_to text;
alter table marketing_campaign add column throttle_per_domain_per_minute integer;
alter table marketing_campaign add column frequency_cap_max integer;
alter table marketing_campaign add column frequency_cap_per text;
alter table marketing_campaign add constraint marketing_campaign_send_mode_check
  check (send_mode in ('immediate', 'localTime')) not valid;
alter table marketing_campaign validate constraint marketing_campaign_send_mode_check;
