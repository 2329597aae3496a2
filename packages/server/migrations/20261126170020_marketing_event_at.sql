-- nontransactional
-- Old events are deleted by age.
create index concurrently if not exists marketing_event_at_ix on marketing_event (at);
