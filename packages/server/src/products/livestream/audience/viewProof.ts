import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { type Expiring, openExpiring } from '#platform/cache/expiring.ts'
import { servedViewersPort } from '#platform/video/hls/servedViewers.ts'
import type { BeatKeys, Watched } from './beatKeys.ts'
import type { ViewToken } from './viewToken.ts'

/** A heartbeat whose viewer is to be proven. */
export type Claim = { token: ViewToken; watched: Watched; keys: BeatKeys }

/** Bounds of the cache of views that were not counted before. */
const uncountedBounds = { forMs: 60_000, countMax: 50_000 }
const countedForMs = 86_400_000

/**
 * Whether media of this installation was served to a viewer. A video that lies elsewhere is served by others, and its
 * viewers are proven by their tokens alone. A recording is loaded by one playlist: after a restart a view of it goes on
 * that was counted before.
 */
export async function isProven(ctx: Ctx, { token, watched, keys }: Claim): Promise<boolean> {
  if (watched.isLinked) return true
  const viewers = ctx.port(servedViewersPort)
  // A player with the token of a playlist reports by itself: no node counts it by its media any longer.
  const isServed = token.player === 'other' ? viewers.claim(token.viewer) : viewers.has(token.viewer)
  if (await isServed) return true
  if (watched.sessionUuid !== null || !(await wasCounted(ctx, keys))) return false
  viewers.add(token.viewer, countedForMs)
  return true
}

async function wasCounted(ctx: Ctx, { person, view }: BeatKeys): Promise<boolean> {
  const nowMs = ctx.now().getTime()
  const uncounted = ctx.memory<Expiring<true>>('livestream.uncountedViews', () => openExpiring(uncountedBounds))
  if (uncounted.get(view, nowMs) === true) return false
  const [found] = await ctx.db.rows(findView, [ctx.account.id, person, view])
  if (found === undefined) uncounted.set(view, true, nowMs)
  return found !== undefined
}

const findView = statement(
  'livestream_view.find',
  'account',
  'select view_id from livestream_view where account_id = $1 and person_key = $2 and view_id = $3',
)
