-- nontransactional
-- Campaigns that leave by an integration.
create index concurrently if not exists marketing_campaign_integration_ix
  on marketing_campaign (account_id, integration_id) where integration_id is not null and deleted_at is null;
