-- nontransactional
drop index concurrently if exists marketing_message_due_ix;
