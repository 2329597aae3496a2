-- The name of a contact with the first name first, where it has both: a search finds "Greta Full" as well as
-- "Full Greta".
alter table marketing_contact add column given_key text;
