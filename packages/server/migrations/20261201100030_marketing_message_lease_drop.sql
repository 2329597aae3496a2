-- nontransactional
drop index concurrently if exists marketing_message_lease_ix;
