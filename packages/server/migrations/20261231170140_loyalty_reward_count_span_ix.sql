-- nontransactional
-- Counts of hours, days, weeks and months, which retention removes.
drop index concurrently if exists loyalty_reward_count_span_ix;
create index concurrently loyalty_reward_count_span_ix
  on loyalty_reward_count (span) where span <> 'ever' and span <> 'budget';
