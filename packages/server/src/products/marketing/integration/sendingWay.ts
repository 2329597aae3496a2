import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { encodeId } from '#kit/values/ids.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { mailPort, type Delivered, type OutgoingMail } from '#platform/mail/mailPort.ts'
import { transportPort } from '#platform/mail/transportPort.ts'
import { senderRightOf } from '#products/marketing/domain/senderRight.ts'
import { integration } from './integration.ts'
import { findDefault } from './defaultIntegration.ts'
import { failIntegration } from './integrationCheck.ts'
import { senderTypes, type Integration } from './integrationFields.ts'
import { takeTurn } from './sendingPace.ts'
import { storedAccess } from './transportAccess.ts'
import { waysOf, type Way } from './wayCache.ts'

/** Mails that do not leave now. `pauseReason`: for a campaign, where only a change ends the wait. */
export type Hold = { until: Date; pauseReason: 'integrationUnavailable' | 'senderUnverified' | undefined }

type Trouble = { deferredInRow: number; until: Date | undefined; toldAtMs: number }

const keptMax = 500
/** Temporary refusals in a row after which a service counts as down, and the time without mails to it. */
const deferredMax = 20
const downMs = 60_000
const brokenMs = 5 * 60_000
/** Bounds of the time that a service requires. */
const retryAfter = { minMs: 1_000, maxMs: 3_600_000 }
/** Time between two notes that an integration works. */
const okEveryMs = 60_000

/**
 * The way of a mail: the integration of its message or campaign, else the default one, else the operator's server.
 * Accounts of tests have the operator's, which catches their mails. Read again after a second.
 */
export async function wayOf(ctx: Ctx, integrationUuid: string | null): Promise<Way> {
  if (ctx.account.mode !== 'live') return { record: undefined }
  const kept = waysOf(ctx)
  const key = `${ctx.account.id} ${integrationUuid ?? ''}`
  const reading = kept.get(key) ?? readWay(ctx, integrationUuid)
  if (!kept.has(key)) kept.set(key, reading)
  try {
    return await reading
  } catch (error) {
    kept.delete(key)
    throw error
  }
}

/** Reads the way of a mail. An integration that is gone, or sends no mail, leads to the default one. */
export async function readWay(ctx: Ctx, integrationUuid: string | null): Promise<Way> {
  const named = integrationUuid === null ? undefined : await find(ctx, integrationUuid)
  if (named !== undefined && senderTypes.has(named.type)) return { record: named }
  const [row] = await ctx.db.rows(findDefault, [ctx.account.id])
  return { record: row === undefined ? undefined : await find(ctx, row.id) }
}

function find(ctx: Ctx, uuid: string): Promise<Integration | undefined> {
  return ctx.store.find(integration, encodeId(integration.prefix, ctx.account.id, uuid))
}

/** The reason for which no mail leaves by a way now; undefined when it may. */
export function holdOf(ctx: Ctx, { record }: Way): Hold | undefined {
  if (record === undefined) return undefined
  const now = ctx.now()
  if (record.status !== 'active') return brokenHold(ctx, 'integrationUnavailable')
  const { until } = troubleOf(ctx, record)
  return until !== undefined && until > now ? { until, pauseReason: undefined } : undefined
}

/** Takes a turn of the limits of a way. The reason for which the mail waits, where there is no turn. */
export async function turnHoldOf(ctx: Ctx, { record }: Way): Promise<Hold | undefined> {
  const until = record === undefined ? undefined : await takeTurn(ctx, record)
  return until === undefined ? undefined : { until, pauseReason: undefined }
}

/** The reason for which no mail of a sender leaves by a way now: its domain is not verified. */
export async function senderHoldOf(ctx: Ctx, way: Way, from: OutgoingMail['from']): Promise<Hold | undefined> {
  return (await senderRightOf(ctx, way, from)).isAllowed ? undefined : brokenHold(ctx, 'senderUnverified')
}

function brokenHold(ctx: Ctx, pauseReason: Hold['pauseReason']): Hold {
  return { until: new Date(ctx.now().getTime() + brokenMs), pauseReason }
}

/** Hands a mail to its way, and notes what that says about the service. */
export async function deliverBy(ctx: Ctx, way: Way, unsigned: OutgoingMail): Promise<Delivered> {
  const { record } = way
  const { signing, returnTo } = await senderRightOf(ctx, way, unsigned.from)
  // The proof of a return address is its local part: any domain that leads here may follow.
  const envelopeFrom = returnTo === undefined ? unsigned.envelopeFrom : at(returnTo, unsigned.envelopeFrom)
  const mail = { ...unsigned, signing, envelopeFrom }
  if (record === undefined) return ctx.port(mailPort).deliver(ctx.account, mail)
  const access = storedAccess(ctx, record)
  if (access === undefined) return { state: 'failed', reply: `no mail leaves by ${record.type}` }
  const delivered = await ctx
    .port(transportPort)
    .deliver(ctx.account.id, access, { ...mail, from: mail.from ?? senderOf(record) })
  try {
    await noteFate(ctx, record, delivered)
  } catch (error) {
    // The mail has its fate, whether or not the integration has its note: without it the mail would count as lost.
    ctx.log.warn('the result of an integration was not noted', { integration: record.id, error: String(error) })
  }
  return delivered
}

function at(domain: string, address: string | undefined): string | undefined {
  return address?.replace(/@.*$/, `@${domain}`)
}

function senderOf({ from }: Integration): OutgoingMail['from'] {
  return from?.email === undefined ? undefined : { name: from.name ?? '', address: from.email }
}

async function noteFate(ctx: Ctx, record: Integration, delivered: Delivered): Promise<void> {
  const trouble = troubleOf(ctx, record)
  const now = ctx.now()
  if (delivered.state === 'sent') {
    trouble.deferredInRow = 0
    if (now.getTime() - trouble.toldAtMs < okEveryMs) return
    trouble.toldAtMs = now.getTime()
    await ctx.db.rows(touchOk, [ctx.account.id, uuidOf(integration.prefix, record.id), now.toISOString()])
    return
  }
  if (delivered.isRefusingUs === true) {
    await failIntegration(ctx, record.id, delivered.reply)
    waysOf(ctx).clear()
    return
  }
  if (delivered.isUntried === true) return
  // A service that leaves each mail uncertain is down as well.
  if (delivered.state !== 'deferred' && delivered.state !== 'uncertain') return
  trouble.deferredInRow += 1
  const askedMs = delivered.retryAfterMs
  const isDown = trouble.deferredInRow >= deferredMax
  if (askedMs === undefined && !isDown) return
  const waitMs = askedMs === undefined ? downMs : Math.min(Math.max(askedMs, retryAfter.minMs), retryAfter.maxMs)
  trouble.deferredInRow = 0
  trouble.until = new Date(now.getTime() + waitMs)
}

function troubleOf(ctx: Ctx, record: Integration): Trouble {
  const kept = ctx.memory('marketing.wayTroubles', () => new LRUCache<string, Trouble>({ max: keptMax }))
  // Changed settings have no trouble yet.
  const key = `${ctx.account.id} ${record.id} ${record.version}`
  const trouble = kept.get(key) ?? { deferredInRow: 0, until: undefined, toldAtMs: 0 }
  kept.set(key, trouble)
  return trouble
}

/** Notes that an integration works, without a new version of its record. */
const touchOk = statement(
  'marketing_integration.touchOk',
  'account',
  'update marketing_integration set last_ok_at = $3 where account_id = $1 and id = $2',
)
