-- nontransactional
-- Messages by their ids at a provider.
create index concurrently if not exists marketing_message_provider_ix
  on marketing_message (account_id, provider_ref) where provider_ref is not null;
