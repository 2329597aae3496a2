-- Names of attributes that contacts of an account have or had: columns of an export.
create table marketing_attribute (
  account_id bigint not null,
  name text not null,
  constraint marketing_attribute_pk primary key (account_id, name)
);
alter table marketing_attribute add constraint marketing_attribute_account_fk foreign key (account_id)
  references account_account (account_id) on delete cascade;
insert into marketing_attribute (account_id, name)
select account_id, name from (
  select account_id, name, row_number() over (partition by account_id order by uses desc, name) as place from (
    select account_id, k.name, count(*) as uses
    from marketing_contact c cross join jsonb_object_keys(c.attributes) k (name)
    where c.deleted_at is null group by 1, 2) used) ranked
where place <= 1000;
