-- Sums of the payments of a contact by currency: what filters compare.
create table marketing_purchase (
  account_id bigint not null,
  contact_id uuid not null,
  currency text not null,
  payment_count integer not null,
  paid_minor bigint not null,
  refunded_minor bigint not null,
  constraint marketing_purchase_pk primary key (account_id, contact_id, currency),
  constraint marketing_purchase_currency_check check (currency ~ '^[A-Z]{3}$')
);
alter table marketing_purchase add constraint marketing_purchase_contact_fk
  foreign key (account_id, contact_id) references marketing_contact (account_id, id) on delete cascade;
