-- nontransactional
-- Partial, though each message has a contact: no look-up by id alone may read it, whatever the statistics say.
-- A build that was interrupted leaves an index that no query may use, and the next file drops the one before.
drop index concurrently if exists marketing_message_person_ix;
create index concurrently marketing_message_person_ix
  on marketing_message (account_id, contact_id, created_at, id)
  where contact_id is not null;
