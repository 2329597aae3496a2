-- Links of campaigns with their clicks, and visits of the links of a message.
alter table marketing_campaign add column utm_source text;
alter table marketing_campaign add column utm_medium text;
alter table marketing_campaign add column utm_campaign text;
alter table marketing_campaign add column utm_content text;
alter table marketing_campaign add column utm_term text;

create table marketing_campaign_link (
  account_id bigint not null,
  campaign_id uuid not null,
  id uuid not null,
  url text not null,
  clicks bigint not null,
  machine_clicks bigint not null,
  people bigint not null,
  constraint marketing_campaign_link_pk primary key (account_id, campaign_id, id)
);
alter table marketing_campaign_link add constraint marketing_campaign_link_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;

create table marketing_link_visit (
  account_id bigint not null,
  message_id uuid not null,
  link_id uuid not null,
  last_at timestamptz(3) not null,
  human_at timestamptz(3),
  constraint marketing_link_visit_pk primary key (account_id, message_id, link_id)
);
alter table marketing_link_visit add constraint marketing_link_visit_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
