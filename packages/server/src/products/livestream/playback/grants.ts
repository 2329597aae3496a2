import { LRUCache } from 'lru-cache'
import { atMost } from '#platform/cache/cacheBound.ts'
import type { Ctx } from '#kit/call/context.ts'
import { accountOfId } from '#kit/values/ids.ts'
import { viewerTokensPort, type ViewerGrant } from '#platform/auth/viewerTokensPort.ts'
import { areTicketsValid } from '#products/livestream/ticketing/ticketGate.ts'
import { renewViewerSessions } from './viewerSession.ts'

/** Interval of renewals. A session that has ended stops within twice this. */
const everyMs = 4_000
/** A token that is unused for longer renews no session. */
const usedWithinMs = 15_000
const countMax = 50_000

/** A token that this process has verified. */
type Used = { ctx: Ctx; grant: ViewerGrant; usedAtMs: number; isRevoked: boolean }

/**
 * Viewer tokens that this process has verified. A token with a session or a ticket may be revoked before it expires,
 * so a timer renews the sessions of tokens in use and reads the tickets, with two statements for each account. The
 * session row is the lease: without renewals for 30 s it lapses, and another device may take its place. Several nodes
 * may renew one session; each renewal only sets its time. The timer stops when no such token is in use, and a
 * token used after a pause starts it again.
 */
class Grants implements Disposable {
  readonly byToken = new LRUCache<string, Used>(atMost(countMax))
  timer: NodeJS.Timeout | undefined
  renewing: Promise<void> | undefined;

  [Symbol.dispose](): void {
    clearInterval(this.timer)
    this.timer = undefined
  }
}

function grantsOf(ctx: Ctx): Grants {
  return ctx.memory('livestream.grants', () => new Grants())
}

/** The current grant of a token that this process has verified; undefined for a token to verify first. */
export function knownGrant(ctx: Ctx, token: string): { grant: ViewerGrant | undefined } | undefined {
  const grants = grantsOf(ctx)
  const used = grants.byToken.get(token)
  if (used === undefined) return undefined
  if (isRevocable(used)) keepRenewing(grants)
  const nowMs = ctx.now().getTime()
  used.usedAtMs = nowMs
  return { grant: used.isRevoked || used.grant.expiresAt * 1000 <= nowMs ? undefined : used.grant }
}

/** The current grant of a token. Undefined without a token, and for an invalid, expired or revoked one. */
export async function grantOf(ctx: Ctx, token: string | undefined): Promise<ViewerGrant | undefined> {
  if (token === undefined) return undefined
  const known = knownGrant(ctx, token)
  if (known !== undefined) return known.grant
  const grant = await ctx.port(viewerTokensPort).verify(token)
  if (grant === undefined || accountOfId(grant.playbackId) !== ctx.account.id) return undefined
  const used: Used = { ctx, grant, usedAtMs: ctx.now().getTime(), isRevoked: false }
  // Another node, or this one before its last start, may have seen the token revoked.
  if (isRevocable(used)) await renew(ctx, [used])
  remember(token, used)
  return used.isRevoked ? undefined : grant
}

/** Whether a token lost its session or its ticket. */
export function isRevoked(ctx: Ctx, token: string): boolean {
  return grantsOf(ctx).byToken.get(token)?.isRevoked === true
}

function remember(token: string, used: Used): void {
  const grants = grantsOf(used.ctx)
  grants.byToken.set(token, used)
  if (isRevocable(used)) keepRenewing(grants)
}

/** Whether a grant may end before it expires. A ticket without a session, which is never signed, opens nothing. */
function isRevocable({ grant }: Used): boolean {
  return grant.viewerSessionId !== undefined || grant.ticketId !== undefined
}

/** Starts the timer, which runs until no session is in use. A run that takes longer than the interval is not joined. */
function keepRenewing(grants: Grants): void {
  grants.timer ??= setInterval(() => {
    grants.renewing ??= renewAll(grants).finally(() => (grants.renewing = undefined))
  }, everyMs).unref()
}

/** Renews the sessions in use, and reads their tickets, account by account. */
async function renewAll(grants: Grants): Promise<void> {
  const inUse = [...grants.byToken.values()].filter(
    (used) => isRevocable(used) && !used.isRevoked && used.ctx.now().getTime() - used.usedAtMs < usedWithinMs,
  )
  for (const used of Map.groupBy(inUse, ({ ctx }) => ctx.account.id).values()) {
    const [first] = used
    if (first !== undefined) await renew(first.ctx, used)
  }
  if (inUse.length === 0) grants[Symbol.dispose]()
}

async function renew(ctx: Ctx, used: readonly Used[]): Promise<void> {
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
    ctx.log.warn('viewer sessions were not renewed', { error: String(error) })
  }
}
