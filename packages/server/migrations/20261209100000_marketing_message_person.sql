-- nontransactional
-- Partial, though each message has a contact: no look-up by id alone may read it, whatever the statistics say.
create index concurrently if not exists marketing_message_person_ix
  on marketing_message (account_id, contact_id, created_at, id)
  where contact_id is not null;
