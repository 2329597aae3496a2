-- nontransactional
-- Progress of a contact, which follows a merge.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists loyalty_reward_progress_contact_ix;
create index concurrently loyalty_reward_progress_contact_ix on loyalty_reward_progress (account_id, contact_id);
