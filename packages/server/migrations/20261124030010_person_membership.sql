-- Accounts that a person may work in, with their role there. An account is the live one; it covers its test account.
create table person_membership (
  person_id uuid not null,
  account_id bigint not null,
  role text not null,
  since timestamptz(3) not null,
  constraint person_membership_pk primary key (person_id, account_id),
  constraint person_membership_role_check check (role in ('owner', 'developer', 'operator', 'analyst', 'reader'))
);
