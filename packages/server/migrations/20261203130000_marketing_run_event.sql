-- The event that a wait of a run met; data, subject and address for answers of a message.
alter table marketing_automation_run add column met jsonb;
alter table marketing_automation_run drop constraint marketing_automation_run_cause_check;
alter table marketing_automation_run add constraint marketing_automation_run_cause_check
  check (pg_column_size(cause) <= 131072) not valid;
alter table marketing_automation_run validate constraint marketing_automation_run_cause_check;
alter table marketing_automation_run add constraint marketing_automation_run_met_check
  check (pg_column_size(met) <= 131072) not valid;
alter table marketing_automation_run validate constraint marketing_automation_run_met_check;
alter table marketing_message add column data jsonb;
alter table marketing_message add column subject text;
alter table marketing_message add column reply_to text;
alter table marketing_message add constraint marketing_message_data_check
  check (pg_column_size(data) <= 262144) not valid;
alter table marketing_message validate constraint marketing_message_data_check;
