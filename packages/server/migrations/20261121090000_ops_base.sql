-- Facts about this installation, such as the fingerprint of its master key.
create table ops_setting (
  name text not null,
  value text not null,
  constraint ops_setting_pkey primary key (name),
  constraint ops_setting_name_length check (char_length(name) between 1 and 100),
  constraint ops_setting_value_length check (char_length(value) <= 10000)
);
