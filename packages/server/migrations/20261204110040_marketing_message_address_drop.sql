-- nontransactional
drop index concurrently if exists marketing_message_address_ix;
