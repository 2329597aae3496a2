-- nontransactional
-- Mails of the sample of a test that have not left: they go first, and its decision waits for them.
create index concurrently if not exists marketing_message_sample_ix
  on marketing_message (account_id, campaign_id, due_at, id)
  where variant is not null and state in ('queued', 'deferred', 'attempting');
