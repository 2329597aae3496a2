-- nontransactional
-- Tokens that were given back, whose holds retention removes.
drop index concurrently if exists loyalty_token_hold_released_ix;
create index concurrently loyalty_token_hold_released_ix
  on loyalty_token_hold (created_at) where status = 'released';
