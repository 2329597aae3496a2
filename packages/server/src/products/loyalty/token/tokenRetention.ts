import { statement } from '#kit/call/statement.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'

/**
 * Days of holds that were given back, and of counts towards the caps of a period. The ledger keeps the references of
 * holds, so a repeat moves nothing. Events may be 13 months old, and belong to the period of their moment.
 *
 * Captured holds stay with their parts: a refund, which has no time limit, gives the tokens back to the lots that they
 * came from, and the wallet names the purchase by them. Empty lots stay for the same returns, for reversals of their
 * grant, and for the sums of their reward.
 */
const keptDays = { released: 400, counts: 450 }

// Parts go with their hold.
const removeReleased = statement(
  'loyalty_token_hold.prune',
  'offline',
  `delete from loyalty_token_hold t using (
     select account_id, id from loyalty_token_hold
     where status = 'released' and created_at < $1::timestamptz and coalesce(ended_at, created_at) < $1
     order by created_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id and t.status = 'released' returning t.id`,
)

const before = (per: string, format: string) =>
  `span >= '${per}:' and span < '${per}:' || to_char($1::timestamptz at time zone 'UTC', '${format}')`

const removeCounts = statement(
  'loyalty_reward_count.prune',
  'offline',
  `delete from loyalty_reward_count t using (
     select account_id, reward_id, contact_id, span from loyalty_reward_count
     where span <> 'ever' and span <> 'budget' and (${before('hour', 'YYYY-MM-DD')} or ${before('day', 'YYYY-MM-DD')}
       or ${before('week', 'IYYY-IW')} or ${before('month', 'YYYY-MM')}) limit $2) old
   where t.account_id = old.account_id and t.reward_id = old.reward_id and t.contact_id = old.contact_id
     and t.span = old.span
   returning t.span`,
)

/** Schedule that removes holds that were given back, and counts of past periods. */
export const pruneTokens = pruneSchedule(
  'loyalty.token.prune',
  `Removes holds that were given back after ${keptDays.released} days, and counts of hours, days, weeks and months ` +
    `after ${keptDays.counts}.`,
  [
    { days: keptDays.released, remove: removeReleased },
    { days: keptDays.counts, remove: removeCounts },
  ],
)
