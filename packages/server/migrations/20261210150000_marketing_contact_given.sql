-- The name of a contact with the first name first, where it has both: a search finds "Greta Full" as well as
-- "Full Greta".
-- The key has as many words of the last name first as the last name has.
alter table marketing_contact add column given_key text;
update marketing_contact c set given_key = array_to_string(w.words[w.n + 1:] || w.words[:w.n], ' ')
from (
  select account_id, id, string_to_array(name_key, ' ') as words,
    array_length(regexp_split_to_array(btrim(last_name), '\s+'), 1) as n
  from marketing_contact where first_name is not null and last_name is not null and deleted_at is null) w
where c.account_id = w.account_id and c.id = w.id;
