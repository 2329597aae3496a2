-- nontransactional
create index concurrently if not exists marketing_inbound_received_ix
  on marketing_inbound (account_id, integration_id, received_at);
