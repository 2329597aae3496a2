-- nontransactional
-- Uses by status, also the few that are reserved.
drop index concurrently if exists loyalty_redemption_status_ix;
create index concurrently loyalty_redemption_status_ix
  on loyalty_redemption (account_id, status, created_at, id);
