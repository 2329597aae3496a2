-- nontransactional
drop index concurrently if exists marketing_message_state_ix;
