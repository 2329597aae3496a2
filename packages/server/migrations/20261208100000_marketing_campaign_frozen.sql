-- Contacts of a campaign whose audience is fixed and whose messages are yet to be made, some ten thousand a row.
create table marketing_campaign_frozen (
  account_id bigint not null,
  campaign_id uuid not null,
  number integer not null,
  contact_ids uuid[] not null,
  size integer not null,
  constraint marketing_campaign_frozen_pk primary key (account_id, campaign_id, number),
  constraint marketing_campaign_frozen_size_check check (size = cardinality(contact_ids) and size <= 50000)
);
alter table marketing_campaign_frozen add constraint marketing_campaign_frozen_fk
  foreign key (account_id, campaign_id) references marketing_campaign (account_id, id) on delete cascade;
