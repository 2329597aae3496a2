-- nontransactional
-- Contacts that were merged into one are erased with it.
create index concurrently if not exists marketing_contact_merged_ix on marketing_contact (account_id, merged_into_id)
where merged_into_id is not null;
