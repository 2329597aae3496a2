-- Mails that remind the contact of a link of its payment, and the ones that were sent.
create table payments_link_reminder (
  account_id bigint not null,
  payment_link_id uuid not null,
  position integer not null,
  after text,
  before text,
  constraint payments_link_reminder_pk primary key (account_id, payment_link_id, position)
);
alter table payments_link_reminder add constraint payments_link_reminder_link_fk
  foreign key (account_id, payment_link_id) references payments_payment_link (account_id, id) on delete cascade;
create table payments_link_reminder_mail (
  account_id bigint not null,
  payment_link_id uuid not null,
  reminder text not null,
  at timestamptz(3) not null,
  constraint payments_link_reminder_mail_pk primary key (account_id, payment_link_id, reminder)
);
alter table payments_link_reminder_mail add constraint payments_link_reminder_mail_link_fk
  foreign key (account_id, payment_link_id) references payments_payment_link (account_id, id) on delete cascade;
