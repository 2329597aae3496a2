-- Short names that are unique on the whole instance and lead to their account: sharded by the name itself.
-- A name whose owner has left it stays reserved, and leads on, until `reserved_until`.
create table directory_name (
  key text not null,
  kind text not null,
  account_id bigint not null,
  id uuid not null,
  reserved_until timestamptz(3),
  constraint directory_name_pk primary key (key, kind),
  constraint directory_name_key_check check (char_length(key) between 1 and 200)
);
