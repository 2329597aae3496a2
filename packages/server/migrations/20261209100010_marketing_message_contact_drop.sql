-- nontransactional
drop index concurrently if exists marketing_message_contact_ix;
