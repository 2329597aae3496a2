-- nontransactional
-- Rewards of a token, also a rare one.
drop index concurrently if exists loyalty_reward_token_ix;
create index concurrently loyalty_reward_token_ix
  on loyalty_reward (account_id, token, created_at, id) where deleted_at is null;
