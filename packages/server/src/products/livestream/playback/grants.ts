import type { Ctx } from '#kit/context.ts'
import { accountOfId } from '#kit/ids.ts'
import type { ViewerGrant } from '#kit/ports.ts'
import { areTicketsValid, renewTicketSessions } from '#products/livestream/ticketing/gate.ts'

/** How often tickets that somebody watches with are looked up: a revoked one stops within twice this. */
const everyMs = 4_000
/** A token that nobody used for so long holds no place. */
const usedWithinMs = 15_000
const countMax = 50_000

/** A token that this process has verified. */
type Used = { ctx: Ctx; grant: ViewerGrant; usedAtMs: number; isRevoked: boolean }
type Grants = { byToken: Map<string, Used>; timer: NodeJS.Timeout | undefined; looking: Promise<void> | undefined }

const all = new WeakMap<object, Grants>()

function grantsOf(ctx: Ctx): Grants {
  let grants = all.get(ctx.ports)
  if (grants === undefined) all.set(ctx.ports, (grants = { byToken: new Map(), timer: undefined, looking: undefined }))
  return grants
}

/** What a token grants now, where that is known at once; undefined where it has to be verified first. */
export function knownGrant(ctx: Ctx, token: string): { grant: ViewerGrant | undefined } | undefined {
  const grants = grantsOf(ctx)
  const used = grants.byToken.get(token)
  if (used === undefined) return undefined
  if (used.grant.ticketId !== undefined) keepLooking(grants)
  const nowMs = ctx.now().getTime()
  used.usedAtMs = nowMs
  return { grant: used.isRevoked || used.grant.expiresAt * 1000 <= nowMs ? undefined : used.grant }
}

/** What a token grants now. Undefined for none, for what is no token, has expired or was revoked. */
export async function grantOf(ctx: Ctx, token: string | undefined): Promise<ViewerGrant | undefined> {
  if (token === undefined) return undefined
  const known = knownGrant(ctx, token)
  if (known !== undefined) return known.grant
  const grant = await ctx.ports.viewerTokens.verify(token)
  if (grant === undefined || accountOfId(grant.playbackId) !== ctx.account.id) return undefined
  const used: Used = { ctx, grant, usedAtMs: ctx.now().getTime(), isRevoked: false }
  // It may have been revoked where it was used before: on another node, or here before the last start.
  if (grant.ticketId !== undefined) await lookAt(ctx, [used])
  remember(token, used)
  return used.isRevoked ? undefined : grant
}

/** Whether a token that opened its video no longer does, because its ticket or its place with it is gone. */
export function isRevoked(ctx: Ctx, token: string): boolean {
  return grantsOf(ctx).byToken.get(token)?.isRevoked === true
}

function remember(token: string, used: Used): void {
  const grants = grantsOf(used.ctx)
  if (grants.byToken.size >= countMax) grants.byToken.clear()
  grants.byToken.set(token, used)
  if (used.grant.ticketId !== undefined) keepLooking(grants)
}

/** Looks again and again, until nobody watches with a ticket: whoever comes back after a pause begins it anew. */
function keepLooking(grants: Grants): void {
  grants.timer ??= setInterval(() => {
    grants.looking ??= lookAtAll(grants).finally(() => (grants.looking = undefined))
  }, everyMs).unref()
}

/** One look per account at the tickets and places of all that watch here now. */
async function lookAtAll(grants: Grants): Promise<void> {
  const watching = [...grants.byToken.values()].filter(
    ({ ctx, grant, usedAtMs, isRevoked }) =>
      grant.ticketId !== undefined && !isRevoked && ctx.now().getTime() - usedAtMs < usedWithinMs,
  )
  for (const used of Map.groupBy(watching, ({ ctx }) => ctx.account.id).values()) {
    const [first] = used
    if (first !== undefined) await lookAt(first.ctx, used)
  }
  if (watching.length > 0) return
  clearInterval(grants.timer)
  grants.timer = undefined
}

async function lookAt(ctx: Ctx, used: readonly Used[]): Promise<void> {
  try {
    const tickets = await areTicketsValid(ctx, [...new Set(used.flatMap(({ grant }) => grant.ticketId ?? []))])
    const places = await renewTicketSessions(
      ctx,
      used.flatMap(({ grant }) => grant.ticketSessionId ?? []),
    )
    for (const each of used) {
      const { ticketId = '', ticketSessionId = '' } = each.grant
      each.isRevoked = !tickets.has(ticketId) || !places.has(ticketSessionId)
    }
  } catch (error) {
    ctx.log.warn('tickets could not be looked up', { error: String(error) })
  }
}
