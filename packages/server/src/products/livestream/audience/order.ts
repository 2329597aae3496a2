import type { Rank } from '#kit/call/context.ts'
import { field, invalid } from '#kit/call/problem.ts'
import { liveSql } from '#products/livestream/records/standing.ts'
import { presentMs } from './viewersNow.ts'
import { nilUuid } from './slices.ts'

/** Whether the sort of a list is `viewers`. Throws invalid unless it is the only order. */
export function isByViewers(input: Record<string, unknown>): boolean {
  const { sort } = input
  const keys = typeof sort === 'string' ? sort.split(',') : []
  if (!keys.some((key) => key.endsWith('viewers'))) return false
  if (keys.length > 1) throw invalid(field('sort', 'alone', 'viewers stands alone'))
  return true
}

/**
 * Current live viewers of the row `t`, a stream or a channel, as the order of a list. The count runs for live streams,
 * of which an account has few, and for channels, of which it has at most 100. The public sees viewers of public streams
 * only.
 */
export function viewersRank(
  of: 'stream' | 'channel',
  options: { now: Date; isFalling: boolean; isOwner: boolean },
): Rank {
  const column = of === 'stream' ? 'target_id' : 'channel_id'
  const isKnown =
    `and b.target_id in (select s.id from livestream_stream s where s.account_id = t.account_id ` +
    `and s.visibility = 'public' and not s.test and not s.hide_viewer_count)`
  const counted =
    `(select count(distinct b.view_id) from livestream_beat b where b.account_id = t.account_id ` +
    `and b.${column} = t.id and b.session_id <> '${nilUuid}' and b.at > $1 ` +
    `and b.day >= date_bin(interval '1 day', $1::timestamptz, timestamptz 'epoch') ${options.isOwner ? '' : isKnown})`
  const since = new Date(options.now.getTime() - presentMs).toISOString()
  const rank = of === 'stream' ? `(case when ${liveSql('t')} then ${counted} else 0 end)` : counted
  return { sql: options.isFalling ? `-${rank}` : rank, values: [since], as: 'rank' }
}
