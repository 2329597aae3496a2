-- nontransactional
-- Places whose slug leads to another place get a suffix, and its name. In batches, each a transaction of its own. A
-- second run leaves places with a name of their own alone.
do $$
declare
  last_account bigint := 0;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    with batch as materialized (
      select account_id, id from places_place where (account_id, id) > (last_account, last_id)
      order by account_id, id limit 2000),
    renamed as (
      update places_place p
      set slug = left(p.slug, 90) || '-' || left(md5(p.id::text), 9), version = p.version + 1, updated_at = now()
      from batch b where p.account_id = b.account_id and p.id = b.id and p.deleted_at is null and not exists (
        select 1 from directory_name d where d.key = p.slug and d.kind = 'place' and d.id = p.id)
      returning p.slug, p.account_id, p.id),
    named as (
      insert into directory_name (key, kind, account_id, id) select slug, 'place', account_id, id from renamed)
    select account_id, id into last_account, last_id from batch order by account_id desc, id desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;
