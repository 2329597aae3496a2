-- Mails that were caught instead of sent. What they say is sealed: it may hold codes and links that open something.
create table account_mail (
  account_id bigint not null,
  id uuid not null,
  caught_at timestamptz(3) not null,
  digest bytea not null,
  to_address text not null,
  subject text not null,
  sealed_body bytea not null,
  constraint account_mail_pk primary key (account_id, id)
);
create unique index account_mail_digest_key on account_mail (account_id, digest);
create index account_mail_caught_ix on account_mail (caught_at);
alter table account_mail add constraint account_mail_account_fk
  foreign key (account_id) references account_account (account_id) on delete cascade;
