-- nontransactional
-- Lists in the order of their last change, and contacts changed since a moment.
create index concurrently if not exists marketing_campaign_updated_ix
  on marketing_campaign (account_id, updated_at, id) where deleted_at is null;
create index concurrently if not exists marketing_segment_updated_ix
  on marketing_segment (account_id, updated_at, id) where deleted_at is null;
create index concurrently if not exists marketing_template_updated_ix
  on marketing_template (account_id, updated_at, id) where deleted_at is null;
create index concurrently if not exists marketing_integration_updated_ix
  on marketing_integration (account_id, updated_at, id) where deleted_at is null;
create index concurrently if not exists marketing_contact_updated_ix
  on marketing_contact (account_id, updated_at, id) where deleted_at is null;
