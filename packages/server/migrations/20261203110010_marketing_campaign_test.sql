-- Variants of a campaign, their texts as they were fixed at its start, and conversions with their sums.
alter table marketing_campaign add column filled_lists text[] not null default '{}';
alter table marketing_campaign add column ab_test_sample_percent integer;
alter table marketing_campaign add column ab_test_metric text;
alter table marketing_campaign add column ab_test_decide_after text;
alter table marketing_campaign add column decide_at timestamptz(3);
alter table marketing_campaign add column decided_at timestamptz(3);
alter table marketing_campaign add column winner text;
alter table marketing_campaign add column conversion_event text;
alter table marketing_campaign add column conversion_within text;
alter table marketing_campaign add column conversion_after text;
alter table marketing_campaign add column conversion_value_property text;
alter table marketing_campaign add constraint marketing_campaign_metric_check
  check (ab_test_metric in ('clicks', 'opens', 'conversions')) not valid;
alter table marketing_campaign validate constraint marketing_campaign_metric_check;
alter table marketing_campaign add constraint marketing_campaign_after_check
  check (conversion_after in ('click', 'delivery')) not valid;
alter table marketing_campaign validate constraint marketing_campaign_after_check;

create table marketing_campaign_variant (
  account_id bigint not null,
  campaign_id uuid not null,
  position integer not null,
  name text not null,
  weight integer not null,
  template_id text,
  subject text,
  preheader text,
  format text,
  body text,
  text_body text,
  constraint marketing_campaign_variant_pk primary key (account_id, campaign_id, position),
  constraint marketing_campaign_variant_format_check check (format in ('mjml', 'html', 'markdown', 'text'))
);
alter table marketing_campaign_variant add constraint marketing_campaign_variant_fk
  foreign key (account_id, campaign_id) references marketing_campaign (account_id, id) on delete cascade;

create table marketing_campaign_arm (
  account_id bigint not null,
  campaign_id uuid not null,
  position integer not null,
  name text not null,
  weight integer not null,
  template_id uuid,
  template_version integer,
  content_id uuid,
  constraint marketing_campaign_arm_pk primary key (account_id, campaign_id, position)
);
alter table marketing_campaign_arm add constraint marketing_campaign_arm_fk
  foreign key (account_id, campaign_id) references marketing_campaign (account_id, id) on delete cascade;

create table marketing_conversion (
  account_id bigint not null,
  event_id uuid not null,
  campaign_id uuid not null,
  message_id uuid not null,
  variant text not null,
  at timestamptz(3) not null,
  currency text not null,
  amount bigint not null,
  constraint marketing_conversion_pk primary key (account_id, event_id)
);
alter table marketing_conversion add constraint marketing_conversion_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;

create table marketing_campaign_sum (
  account_id bigint not null,
  campaign_id uuid not null,
  variant text not null,
  currency text not null,
  conversions bigint not null,
  amount numeric not null,
  constraint marketing_campaign_sum_pk primary key (account_id, campaign_id, variant, currency)
);
alter table marketing_campaign_sum add constraint marketing_campaign_sum_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
