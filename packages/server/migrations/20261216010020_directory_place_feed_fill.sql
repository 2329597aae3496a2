-- nontransactional
-- Fills the feed with the public places that stand already, in batches, each a transaction of its own. A second run
-- leaves filled rows alone.
do $$
declare
  last_account bigint := 0;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    with batch as materialized (
      select p.account_id, p.id from places_place p where (p.account_id, p.id) > (last_account, last_id)
      order by p.account_id, p.id limit 2000),
    filled as (
      insert into directory_place_feed
        (bucket, account_id, id, version, name, country, city_key, city, search_text, card)
      select 'places', p.account_id, p.id, p.version, p.name_key, coalesce(p.address_country_code, ''),
        coalesce(p.city_key, ''), coalesce(p.address_city, ''), p.search_text, '{}'
      from batch b join places_place p on p.account_id = b.account_id and p.id = b.id
        join account_account a on a.account_id = p.account_id
      where a.mode = 'live' and p.deleted_at is null and p.visibility = 'public'
        and p.status in ('active', 'temporarilyClosed')
      on conflict (bucket, account_id, id) do nothing)
    select account_id, id into last_account, last_id from batch order by account_id desc, id desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;
