-- nontransactional
-- Soft bounces of an address: an index over all messages cost each start of a campaign a write per contact.
create index concurrently if not exists marketing_message_soft_ix
  on marketing_message (account_id, address_key, created_at) where bounce_kind = 'soft';
