-- nontransactional
-- Writes the keys of names that stand already: `name_key` has as many words of the last name first as the last name
-- has. In batches of contacts, each a transaction of its own, so that no write waits for long; locks in the order of
-- ids, as imports do. A second run leaves filled rows alone.
do $$
declare
  last_account bigint := 0;
  last_id uuid := '00000000-0000-0000-0000-000000000000';
begin
  loop
    with batch as materialized (
      select account_id, id from marketing_contact where (account_id, id) > (last_account, last_id)
      order by account_id, id limit 2000),
    held as materialized (
      select c.account_id, c.id from marketing_contact c join batch b on b.account_id = c.account_id and b.id = c.id
      where c.given_key is null and c.first_name is not null and c.last_name is not null and c.deleted_at is null
      order by c.account_id, c.id for no key update of c),
    filled as (
      update marketing_contact c set given_key = (
        select array_to_string(w.words[w.n + 1:] || w.words[:w.n], ' ')
        from (select string_to_array(c.name_key, ' ') as words,
          array_length(regexp_split_to_array(btrim(c.last_name), '\s+'), 1) as n) w)
      from held h where c.account_id = h.account_id and c.id = h.id)
    select account_id, id into last_account, last_id from batch order by account_id desc, id desc limit 1;
    exit when not found;
    commit;
  end loop;
end $$;
