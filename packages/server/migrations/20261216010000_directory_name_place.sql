-- nontransactional
-- Slugs of places become names of the instance, so that `/place/{slug}` leads to one place. Of several places with one
-- slug, one of a live account gets the name, if there is one; a later file gives the others a suffix. In batches, each
-- a transaction of its own. A second run leaves the names that stand alone.
do $$
declare
  last_account bigint := 0;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    with batch as materialized (
      select account_id, id, slug, deleted_at from places_place
      where (account_id, id) > (last_account, last_id) order by account_id, id limit 2000),
    named as (
      insert into directory_name (key, kind, account_id, id)
      select b.slug, 'place', b.account_id, b.id from batch b join account_account a on a.account_id = b.account_id
      where a.mode = 'live' and b.deleted_at is null order by b.slug
      on conflict (key, kind) do nothing)
    select account_id, id into last_account, last_id from batch order by account_id desc, id desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;

do $$
declare
  last_account bigint := 0;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    with batch as materialized (
      select account_id, id, slug, deleted_at from places_place
      where (account_id, id) > (last_account, last_id) order by account_id, id limit 2000),
    named as (
      insert into directory_name (key, kind, account_id, id)
      select b.slug, 'place', b.account_id, b.id from batch b join account_account a on a.account_id = b.account_id
      where a.mode = 'test' and b.deleted_at is null order by b.slug
      on conflict (key, kind) do nothing)
    select account_id, id into last_account, last_id from batch order by account_id desc, id desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;
