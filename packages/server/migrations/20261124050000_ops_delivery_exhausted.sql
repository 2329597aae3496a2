-- nontransactional
-- Exhausted deliveries are few among those of 30 days: the overview counts them, and a list shows them.
create index concurrently if not exists ops_delivery_exhausted_ix
  on ops_delivery (account_id, id) where status = 'exhausted';
