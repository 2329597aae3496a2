import type { Ctx, EmittedFact } from '#kit/call/context.ts'
import { builtStatement, statement } from '#kit/call/statement.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'
import { batchReaction } from '#kit/nouns/reaction.ts'
import { parseId } from '#kit/values/ids.ts'
import { watchingRewarded } from '#products/loyalty/facts.ts'
import { channel } from '#products/livestream/records/channel.ts'
import { sessionPrefix } from '#products/livestream/records/streamSession.ts'
import { intervals, keptMs } from './period.ts'
import { nilUuid, scopeCondition, type Scope } from './slices.ts'

type Rewarded = { id: string; sessionId: string | null; channelId: string | null; startsAt: string; grants: number }

/** Reaction that counts grants of rules for watch time: exactly once for each fact, with its inbox row. */
export const reactions = [
  batchReaction('livestream.video.countRewards', watchingRewarded, async (ctx, facts) => {
    await ctx.db.rows(addRewards, [ctx.account.id, JSON.stringify(facts.map((each) => rowOf(each)))])
  }),
]

function rowOf({ payload }: EmittedFact<Rewarded>) {
  const { id, sessionId, channelId, startsAt, grants } = payload
  const [prefix = ''] = id.split('_')
  return {
    starts_at: startsAt,
    target_id: parseId(prefix, id)?.uuid,
    session_id: parseId(sessionPrefix, sessionId ?? '')?.uuid ?? nilUuid,
    channel_id: parseId(channel.prefix, channelId ?? '')?.uuid ?? nilUuid,
    issued: grants,
  }
}

/** Number of rewards that rules gave for watching within a scope, by the time that was watched. */
export async function countIssued(ctx: Ctx, scope: Scope): Promise<number> {
  const { where, values } = scopeCondition(scope)
  const counted = builtStatement<{ issued: number }>(
    `livestream_reward_count.sum.${scope.selection.kind}`,
    'account',
    `select coalesce(sum(issued), 0)::bigint as issued from livestream_reward_count
     where ${where} starts_at >= $2 and starts_at < $3`,
  )
  const [row] = await ctx.db.rows(counted, values)
  return row?.issued ?? 0
}

const addRewards = statement(
  'livestream_reward_count.add',
  'account',
  `insert into livestream_reward_count (account_id, starts_at, target_id, session_id, channel_id, issued)
   select $1, r.starts_at, r.target_id, r.session_id, r.channel_id, sum(r.issued)
   from json_to_recordset($2::json)
     as r (starts_at timestamptz, target_id uuid, session_id uuid, channel_id uuid, issued bigint)
   group by r.starts_at, r.target_id, r.session_id, r.channel_id
   order by r.starts_at, r.target_id, r.session_id, r.channel_id
   on conflict (account_id, starts_at, target_id, session_id, channel_id)
     do update set issued = livestream_reward_count.issued + excluded.issued`,
)

const prune = statement(
  'livestream_reward_count.prune',
  'offline',
  `delete from livestream_reward_count t using (
     select account_id, starts_at, target_id, session_id, channel_id from livestream_reward_count
     where starts_at < $1::timestamptz order by starts_at limit $2) old
   where t.account_id = old.account_id and t.starts_at = old.starts_at and t.target_id = old.target_id
     and t.session_id = old.session_id and t.channel_id = old.channel_id
   returning t.issued`,
)

const keptDays = keptMs.hours / intervals.day

/** Schedule that deletes counts older than those of views. */
export const schedules = [
  pruneSchedule('livestream.video.pruneRewards', `Deletes counts of rewards for watching after ${keptDays} days.`, [
    { days: keptDays, remove: prune },
  ]),
]
