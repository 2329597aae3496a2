-- Grants that rules gave for watching, by video, session, channel and five minutes.
create table livestream_reward_count (
  account_id bigint not null,
  starts_at timestamptz(3) not null,
  target_id uuid not null,
  session_id uuid not null,
  channel_id uuid not null,
  issued bigint not null,
  constraint livestream_reward_count_pk primary key (account_id, starts_at, target_id, session_id, channel_id)
);
create index livestream_reward_count_target_ix on livestream_reward_count (account_id, target_id, starts_at);
create index livestream_reward_count_channel_ix on livestream_reward_count (account_id, channel_id, starts_at);
create index livestream_reward_count_start_ix on livestream_reward_count (starts_at);
alter table livestream_reward_count add constraint livestream_reward_count_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
