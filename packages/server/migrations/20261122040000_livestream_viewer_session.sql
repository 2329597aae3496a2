-- The devices that watch with what is for a number of them: a ticket, or a signed address. `grant_id` is the row id of
-- the ticket, or the id in the token of the address, which has no row.
create table livestream_viewer_session (
  account_id bigint not null,
  id uuid not null,
  grant_id uuid not null,
  device_hash bytea not null,
  opened_at timestamptz(3) not null,
  renewed_at timestamptz(3) not null,
  constraint livestream_viewer_session_pk primary key (account_id, id)
) with (fillfactor = 80);

create unique index livestream_viewer_session_device_key
  on livestream_viewer_session (account_id, grant_id, device_hash);
-- `renewed_at` has no index, so that renewing moves nothing in one.
create index livestream_viewer_session_opened_ix on livestream_viewer_session (opened_at);

alter table livestream_viewer_session add constraint livestream_viewer_session_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;

-- Sessions of tickets lived for 30 seconds: who watches at this moment opens a new one.
drop table livestream_ticket_session;
