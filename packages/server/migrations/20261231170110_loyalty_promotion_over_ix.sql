-- nontransactional
-- Promotions that are over, whose people are summed.
drop index concurrently if exists loyalty_promotion_over_ix;
create index concurrently loyalty_promotion_over_ix
  on loyalty_promotion (updated_at) where status in ('ended', 'archived');
