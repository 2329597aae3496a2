-- Rewards: rules that give tokens for events, grants of tokens to a contact, and perks that tokens buy.
create table loyalty_reward (
  account_id bigint not null,
  id uuid not null,
  status text not null,
  version integer not null,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  deleted_at timestamptz(3),
  client_reference text,
  client_reference_hash bytea,
  metadata jsonb not null,
  name text not null,
  mode text not null,
  token text not null,
  amount bigint,
  contact_id text,
  reason text,
  available_at timestamptz(3),
  expires_at timestamptz(3),
  expires_after text,
  on_value text,
  where_value jsonb,
  per_duration text,
  per_property text,
  per_amount bigint,
  per_currency text,
  caps_per_contact_max bigint,
  caps_per_contact_per text,
  caps_per_day bigint,
  caps_total bigint,
  when_value jsonb,
  starts_at timestamptz(3),
  ends_at timestamptz(3),
  cost bigint,
  gives jsonb,
  stock integer,
  per_contact integer,
  redeemed integer not null,
  name_key text not null,
  constraint loyalty_reward_pk primary key (account_id, id),
  constraint loyalty_reward_status_check check (status in ('draft', 'active', 'paused', 'ended', 'soldOut', 'pending',
    'posted', 'partiallySpent', 'spent', 'expired', 'reversed', 'archived', 'deleted')),
  constraint loyalty_reward_mode_check check (mode in ('rule', 'grant', 'perk')),
  constraint loyalty_reward_stock_check check (redeemed >= 0 and (stock is null or redeemed <= stock)),
  constraint loyalty_reward_where_value_check check (pg_column_size(where_value) <= 16384),
  constraint loyalty_reward_when_value_check check (pg_column_size(when_value) <= 65536),
  constraint loyalty_reward_gives_check check (pg_column_size(gives) <= 16384),
  constraint loyalty_reward_metadata_check check (pg_column_size(metadata) <= 65536)
);
create unique index loyalty_reward_reference_key on loyalty_reward (account_id, client_reference)
  where client_reference is not null and deleted_at is null;
create index loyalty_reward_created_ix on loyalty_reward (account_id, created_at, id) where deleted_at is null;
create index loyalty_reward_name_ix on loyalty_reward (account_id, name_key, id) where deleted_at is null;
create index loyalty_reward_contact_ix on loyalty_reward (account_id, contact_id, created_at, id)
  where contact_id is not null and deleted_at is null;
create index loyalty_reward_mode_ix on loyalty_reward (account_id, mode, status, created_at, id)
  where deleted_at is null;

-- Tokens that came in at once: spent in the order of their expiry.
create table loyalty_token_lot (
  account_id bigint not null,
  id uuid not null,
  contact_id uuid not null,
  token text not null,
  amount bigint not null,
  remaining bigint not null,
  is_pending boolean not null,
  available_at timestamptz(3) not null,
  expires_at timestamptz(3),
  reward_id uuid,
  created_at timestamptz(3) not null,
  constraint loyalty_token_lot_pk primary key (account_id, id),
  constraint loyalty_token_lot_remaining_check check (remaining >= 0 and remaining <= amount)
) with (fillfactor = 80);
create index loyalty_token_lot_open_ix on loyalty_token_lot (account_id, contact_id, token, expires_at, id)
  where remaining > 0;
create index loyalty_token_lot_available_ix on loyalty_token_lot (available_at) where is_pending and remaining > 0;
create index loyalty_token_lot_expires_ix on loyalty_token_lot (expires_at)
  where expires_at is not null and remaining > 0;
create index loyalty_token_lot_reward_ix on loyalty_token_lot (account_id, reward_id, id) where reward_id is not null;

-- Tokens that are set aside for a purchase, with the parts of the lots that they came from.
create table loyalty_token_hold (
  account_id bigint not null,
  id uuid not null,
  reference text not null,
  contact_id uuid not null,
  token text not null,
  amount bigint not null,
  given_back bigint not null,
  status text not null,
  reward_id uuid,
  created_at timestamptz(3) not null,
  constraint loyalty_token_hold_pk primary key (account_id, id),
  constraint loyalty_token_hold_reference_key unique (account_id, reference),
  constraint loyalty_token_hold_status_check check (status in ('held', 'captured', 'released')),
  constraint loyalty_token_hold_given_back_check check (given_back >= 0 and given_back <= amount)
);
create index loyalty_token_hold_contact_ix on loyalty_token_hold (account_id, contact_id, token)
  where status = 'held';

create table loyalty_token_hold_part (
  account_id bigint not null,
  hold_id uuid not null,
  position integer not null,
  lot_id uuid not null,
  amount bigint not null,
  constraint loyalty_token_hold_part_pk primary key (account_id, hold_id, position)
);

-- Tokens that a rule gave within a period, and times that a contact took a perk. A row of all contacts has the zero id.
create table loyalty_reward_count (
  account_id bigint not null,
  reward_id uuid not null,
  contact_id uuid not null,
  span text not null,
  used bigint not null,
  constraint loyalty_reward_count_pk primary key (account_id, reward_id, contact_id, span),
  constraint loyalty_reward_count_used_check check (used >= 0)
);

-- Progress of a contact under a rule that counts by an amount, such as seconds of watching: the rest below one unit.
create table loyalty_reward_progress (
  account_id bigint not null,
  reward_id uuid not null,
  contact_id uuid not null,
  rest double precision not null,
  constraint loyalty_reward_progress_pk primary key (account_id, reward_id, contact_id)
);

alter table loyalty_reward add constraint loyalty_reward_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_token_lot add constraint loyalty_token_lot_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_token_hold add constraint loyalty_token_hold_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_token_hold_part add constraint loyalty_token_hold_part_hold_fk
  foreign key (account_id, hold_id) references loyalty_token_hold (account_id, id) on delete cascade;
alter table loyalty_reward_count add constraint loyalty_reward_count_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
alter table loyalty_reward_progress add constraint loyalty_reward_progress_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
