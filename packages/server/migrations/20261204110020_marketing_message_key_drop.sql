-- nontransactional
drop index concurrently if exists marketing_message_key_key;
