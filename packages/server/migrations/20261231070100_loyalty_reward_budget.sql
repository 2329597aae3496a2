-- Budget of a rule, and the rule whose caps a grant counts towards.
alter table loyalty_reward add column budget bigint;
alter table loyalty_reward add column rule_id text;
