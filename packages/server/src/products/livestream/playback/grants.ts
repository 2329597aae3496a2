import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { accountOfId } from '#kit/values/ids.ts'
import { viewerTokensPort, type ViewerGrant } from '#platform/auth/viewerTokensPort.ts'
import { areTicketsValid } from '#products/livestream/ticketing/ticketGate.ts'
import { renewViewerSessions } from './viewerSession.ts'

/** How often the sessions of devices that watch are renewed: one that has ended stops within twice this. */
const everyMs = 4_000
/** A token that nobody used for so long keeps no session. */
const usedWithinMs = 15_000
const countMax = 50_000

/** A token that this process has verified. */
type Used = { ctx: Ctx; grant: ViewerGrant; usedAtMs: number; isRevoked: boolean }
/** The tokens of one process, and the timer that renews their sessions while any is used. */
class Grants implements Disposable {
  readonly byToken = new LRUCache<string, Used>({ max: countMax })
  timer: NodeJS.Timeout | undefined
  looking: Promise<void> | undefined;

  [Symbol.dispose](): void {
    clearInterval(this.timer)
    this.timer = undefined
  }
}

function grantsOf(ctx: Ctx): Grants {
  return ctx.memory('livestream.grants', () => new Grants())
}

/** What a token grants now, where that is known at once; undefined where it has to be verified first. */
export function knownGrant(ctx: Ctx, token: string): { grant: ViewerGrant | undefined } | undefined {
  const grants = grantsOf(ctx)
  const used = grants.byToken.get(token)
  if (used === undefined) return undefined
  if (mayEnd(used)) keepLooking(grants)
  const nowMs = ctx.now().getTime()
  used.usedAtMs = nowMs
  return { grant: used.isRevoked || used.grant.expiresAt * 1000 <= nowMs ? undefined : used.grant }
}

/** What a token grants now. Undefined for none, for what is no token, has expired or was revoked. */
export async function grantOf(ctx: Ctx, token: string | undefined): Promise<ViewerGrant | undefined> {
  if (token === undefined) return undefined
  const known = knownGrant(ctx, token)
  if (known !== undefined) return known.grant
  const grant = await ctx.port(viewerTokensPort).verify(token)
  if (grant === undefined || accountOfId(grant.playbackId) !== ctx.account.id) return undefined
  const used: Used = { ctx, grant, usedAtMs: ctx.now().getTime(), isRevoked: false }
  // It may have been revoked where it was used before: on another node, or here before the last start.
  if (mayEnd(used)) await lookAt(ctx, [used])
  remember(token, used)
  return used.isRevoked ? undefined : grant
}

/** Whether a token that opened its video no longer does, because its session or its ticket is gone. */
export function isRevoked(ctx: Ctx, token: string): boolean {
  return grantsOf(ctx).byToken.get(token)?.isRevoked === true
}

function remember(token: string, used: Used): void {
  const grants = grantsOf(used.ctx)
  grants.byToken.set(token, used)
  if (mayEnd(used)) keepLooking(grants)
}

/** Whether it may end before it expires. A ticket without a session, which none is signed for, opens nothing. */
function mayEnd({ grant }: Used): boolean {
  return grant.viewerSessionId !== undefined || grant.ticketId !== undefined
}

/** Looks again and again, until nobody watches in a session: whoever comes back after a pause begins it anew. */
function keepLooking(grants: Grants): void {
  grants.timer ??= setInterval(() => {
    grants.looking ??= lookAtAll(grants).finally(() => (grants.looking = undefined))
  }, everyMs).unref()
}

/** One look per account at the sessions and tickets of all that watch here now. */
async function lookAtAll(grants: Grants): Promise<void> {
  const watching = [...grants.byToken.values()].filter(
    (used) => mayEnd(used) && !used.isRevoked && used.ctx.now().getTime() - used.usedAtMs < usedWithinMs,
  )
  for (const used of Map.groupBy(watching, ({ ctx }) => ctx.account.id).values()) {
    const [first] = used
    if (first !== undefined) await lookAt(first.ctx, used)
  }
  if (watching.length === 0) grants[Symbol.dispose]()
}

async function lookAt(ctx: Ctx, used: readonly Used[]): Promise<void> {
  try {
    const tickets = await areTicketsValid(ctx, [...new Set(used.flatMap(({ grant }) => grant.ticketId ?? []))])
    const sessions = await renewViewerSessions(
      ctx,
      used.flatMap(({ grant }) => grant.viewerSessionId ?? []),
    )
    for (const each of used) {
      const { ticketId, viewerSessionId = '' } = each.grant
      each.isRevoked = !sessions.has(viewerSessionId) || (ticketId !== undefined && !tickets.has(ticketId))
    }
  } catch (error) {
    ctx.log.warn('sessions of viewers could not be renewed', { error: String(error) })
  }
}
