-- Visits and payments of links by day, in the time zone of the account.
create table payments_link_day (
  account_id bigint not null,
  payment_link_id uuid not null,
  day date not null,
  views bigint not null,
  started bigint not null,
  succeeded bigint not null,
  amount bigint not null,
  constraint payments_link_day_pk primary key (account_id, payment_link_id, day)
);
alter table payments_link_day add constraint payments_link_day_link_fk
  foreign key (account_id, payment_link_id) references payments_payment_link (account_id, id) on delete cascade;
