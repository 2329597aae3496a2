-- nontransactional
-- A repeated event is found by its id.
create unique index concurrently if not exists marketing_event_id_key on marketing_event (account_id, id);
