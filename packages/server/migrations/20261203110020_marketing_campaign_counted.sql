-- nontransactional
-- Campaigns by the event that they count as a conversion.
create index concurrently if not exists marketing_campaign_conversion_ix
  on marketing_campaign (account_id, conversion_event) where conversion_event is not null and deleted_at is null;
