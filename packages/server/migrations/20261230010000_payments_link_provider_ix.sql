-- nontransactional
-- Links that name a provider, which is then not deleted.
-- A build that was interrupted leaves an index that no query may use, so the next run drops it first.
drop index concurrently if exists payments_payment_link_provider_ix;
create index concurrently payments_payment_link_provider_ix
  on payments_payment_link (account_id, provider_id) where provider_id is not null;
