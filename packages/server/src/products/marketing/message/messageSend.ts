import type { Ctx } from '#kit/call/context.ts'
import { bounceKindOf, statusIn } from '#platform/mail/returned/bounceReason.ts'
import type { Delivered } from '#platform/mail/mailPort.ts'
import { applyOutcome } from '#products/marketing/bounce/messageOutcome.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'
import { addressHash } from '#products/marketing/contact/suppression.ts'
import {
  campaignOf,
  finishCampaigns,
  forgetSending,
  guardCampaign,
  pauseCampaign,
  type Sending,
} from '#products/marketing/campaign/campaignSending.ts'
import { mayLeave } from '#products/marketing/campaign/campaignPace.ts'
import {
  deliverBy,
  holdOf,
  senderHoldOf,
  turnHoldOf,
  wayOf,
  type Hold,
} from '#products/marketing/integration/sendingWay.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { attemptCommits, type Attempt, type AttemptCommits } from './attemptCommits.ts'
import { composeMail } from './messageCompose.ts'
import { outgoingCall } from './messageCall.ts'
import { contentOf } from './messageContent.ts'
import { ownSender, ownVariables, withOwnSubject } from './messageOwn.ts'
import { peopleOf, suppressedOf } from './messagePeople.ts'
import { attemptsMax, retryOf } from './messageRetry.ts'
import { endCancelled, endUnsent, postpone, readDue, settleLost } from './messageRows.ts'
import { tellAll } from './messageTold.ts'
import {
  refusedBy,
  unmade,
  type Due,
  type Leaving,
  type Outgoing,
  type Outlet,
  type Ready,
  type Unsent,
} from './outgoing.ts'

/** Time of one job, and time after which an attempt counts as lost: longer than a job and an attempt by any service. */
export const sendingBounds = { sliceMs: 15_000, leaseMs: 120_000 }
/** Messages read at once, mails sent concurrently. */
const batchMax = 400
const atOnceMax = 8
/** Temporary refusals in a row after which the mail server counts as down. */
const deferredMax = 20
/** Wait of a campaign that pauses: a resume during the slice is seen after it. */
const pausedWaitMs = 1_000

/** Result of a slice. `waiting`: row ids of campaigns that wait for their pace, with the time of their next turn. */
export type Slice = { waiting: ReadonlyMap<string, Date>; isServerDown: boolean }

/** Sends due messages for some seconds. Runs outside a transaction; each step is recorded before the next one. */
export async function sendSlice(ctx: Ctx): Promise<Slice> {
  const endRealMs = performance.now() + sendingBounds.sliceMs
  await ctx.db.rows(settleLost, [ctx.account.id, ctx.now().toISOString(), attemptsMax])
  await tellAll(ctx)
  const waiting = new Map<string, Date>()
  let isServerDown = false
  while (!isServerDown && performance.now() < endRealMs) {
    const now = ctx.now()
    for (const [id, at] of waiting) if (at <= now) waiting.delete(id)
    const due = await ctx.db.rows(readDue, [ctx.account.id, now.toISOString(), batchMax, [...waiting.keys()]])
    if (due.length === 0) break
    isServerDown = await sendBatch(ctx, due, { endRealMs, waiting })
    await tellAll(ctx)
  }
  await finishCampaigns(ctx)
  return { waiting, isServerDown }
}

type Bounds = { endRealMs: number; waiting: Map<string, Date> }

/**
 * Sends due messages, some at a time. True when the mail server defers one after the other. Each lane makes its next
 * mail while one leaves. A mail that is made has taken its turns, so it leaves also when the time is up.
 */
async function sendBatch(ctx: Ctx, due: readonly Due[], { endRealMs, waiting }: Bounds): Promise<boolean> {
  const people = await peopleOf(ctx, due)
  const suppressed = await suppressedOf(ctx, [...people.values()])
  const left = [...due]
  const commits = attemptCommits(ctx.as(ctx.account), sendingBounds.leaseMs)
  let deferredInRow = 0
  const isDown = () => deferredInRow >= deferredMax
  const lane = async () => {
    // A transaction forbids no other lane to leave the database, nor the making of a mail: each has a call of its own.
    const [making, leaving] = [ctx.as(ctx.account), ctx.as(ctx.account)]
    const makeNext = async () => {
      const message = isDown() || performance.now() > endRealMs ? undefined : left.shift()
      if (message === undefined) return undefined
      const person = people.get(message.contact_id)
      return { message, made: await make(making, message, { person, suppressed, waiting }) }
    }
    let next = makeNext()
    let before: Promise<void> | undefined
    for (let one = await next; one !== undefined; one = await next) {
      next = awaitedLater(makeNext())
      const { message, made } = one
      if (typeof made === 'string' || isDown()) continue
      const { fate, ended } = await leave(leaving, message, { ...made, commits, before })
      before = ended
      deferredInRow = fate === 'deferred' ? deferredInRow + 1 : fate === 'sent' ? 0 : deferredInRow
    }
    await before
  }
  await Promise.all(Array.from({ length: atOnceMax }, lane))
  return isDown()
}

/** A promise whose failure counts where it is awaited: a lane that fails before would end the process by it. */
function awaitedLater<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => undefined)
  return promise
}

type Making = {
  person: Contact | undefined
  suppressed: ReadonlySet<string>
  waiting: Map<string, Date>
}
type Fate = Delivered['state'] | 'skipped' | 'held' | 'putOff'
type Left = { fate: Fate; ended?: Promise<void> }
type Made = { outgoing: Ready; read: Pick<Attempt, 'personId' | 'personVersion' | 'variant'> }

const outlets: Readonly<Record<string, Outlet>> = { email: outgoingMail, sms: outgoingCall, webhook: outgoingCall }

/** Makes a message ready to leave. A fate where it does not leave now, or never. */
async function make(ctx: Ctx, message: Due, { person, suppressed, waiting }: Making): Promise<Made | Fate> {
  const sending = message.campaign_id === null ? undefined : await campaignOf(ctx, message.campaign_id)
  if (message.campaign_id !== null && waiting.has(message.campaign_id)) return 'held'
  const waitMs = sending?.takeTurn() ?? 0
  if (waitMs > 0) {
    waiting.set(message.campaign_id ?? '', new Date(ctx.now().getTime() + waitMs))
    return 'held'
  }
  const isRest = sending?.isTest === true && message.variant === null
  // The rest of a test is read once its winner stands: a record without one is older.
  if (isRest && sending.winner === undefined) {
    forgetSending(ctx, message.campaign_id ?? '')
    return 'held'
  }
  const arm = isRest ? sending.winner : undefined
  // Before the mail is made, and before it takes a turn of its integration.
  const leaving = { address: addressOf(message, person), timezone: person?.timezone ?? null }
  if (sending !== undefined && !(await mayLeave(ctx, leaving, sending.bounds))) return 'putOff'
  const outlet = outlets[message.channel] ?? outgoingMail
  const outgoing = await outlet(ctx, withTexts(message, arm), { person, suppressed, sending })
  if ('held' in outgoing) return 'held'
  if ('until' in outgoing) return holdBack(ctx, message, { hold: outgoing, waiting })
  if ('state' in outgoing) {
    await unsent(ctx, message, outgoing)
    if (outgoing.state === 'failed' && message.campaign_id !== null) await guardCampaign(ctx, message.campaign_id)
    return outgoing.state
  }
  const read = { personId: message.contact_id, personVersion: person?.version ?? 0, variant: arm?.name ?? null }
  return { outgoing, read }
}

type Leave = Made & { commits: AttemptCommits; before: Promise<void> | undefined }

/**
 * Hands a message over, between the commits of its intent and of its fate. `ended`: the commit of its fate, which the
 * next mail of the lane shares with its intent: that one leaves after both (`before`).
 */
async function leave(ctx: Ctx, message: Due, { outgoing, read, commits, before }: Leave): Promise<Left> {
  const { id, attempts } = message
  const [mayGo] = await Promise.all([commits.begin({ ...outgoing, ...read, id, attempts }), before])
  if (!mayGo) return { fate: 'held' }
  const delivered = await outgoing.deliver()
  // The message stays attempted, as after a crash: the rule of its campaign decides once it counts as lost.
  // A server that leaves one mail after the other uncertain counts as down, so that a campaign loses few to it.
  if (delivered.state === 'uncertain') return { fate: outgoing.leftBy !== null ? 'putOff' : 'deferred' }
  const ended = confirm(ctx, message, { delivered, commits })
  if (delivered.state === 'sent') return { fate: 'sent', ended: awaitedLater(ended.then(() => undefined)) }
  const fate = await ended
  if (delivered.state === 'deferred' && delivered.isRefusingUs === true && message.campaign_id !== null) {
    await pauseCampaign(ctx, message.campaign_id, 'integrationUnavailable')
  }
  // Integrations have their own count of refusals.
  return { fate: fate === 'deferred' && outgoing.leftBy !== null ? 'putOff' : fate }
}

/** The address or number that a message goes to; empty for a webhook, and for a person without one. */
function addressOf({ channel }: Due, person: Contact | undefined): string {
  const addresses: Record<string, string | null | undefined> = { email: person?.email, sms: person?.phone }
  return addresses[channel] ?? ''
}

type Held = { hold: Hold; waiting: Map<string, Date> }

/** Holds a message back whose integration is not usable now. A broken one pauses the campaign. */
async function holdBack(ctx: Ctx, { id, campaign_id: campaignId }: Due, { hold, waiting }: Held): Promise<Fate> {
  if (campaignId === null) {
    await ctx.db.rows(postpone, [ctx.account.id, id, hold.until.toISOString()])
    return 'putOff'
  }
  const { pauseReason, until } = hold
  waiting.set(campaignId, pauseReason === undefined ? until : new Date(ctx.now().getTime() + pausedWaitMs))
  if (pauseReason !== undefined) await pauseCampaign(ctx, campaignId, pauseReason)
  return 'held'
}

/** The mail of a message. */
async function outgoingMail(ctx: Ctx, message: Due, { person, suppressed, sending }: Leaving): Promise<Outgoing> {
  if (person === undefined) return { state: 'skipped', reason: 'erased' }
  const { email } = person
  const reason = refusedBy(message, person, { address: email, suppressed })
  if (reason !== undefined || email === null) return { state: 'skipped', reason: reason ?? 'noAddress' }
  const way = await wayOf(ctx, message.integration_id ?? sending?.integrationId ?? null)
  const hold = holdOf(ctx, way) ?? (await senderHoldOf(ctx, way, ownSender(message).from ?? sending?.from))
  if (hold !== undefined) return hold
  try {
    const mail = await mailOf(ctx, message, { record: { ...person, email }, sending })
    if (mail === undefined) return { state: 'failed', reply: 'the template is gone' }
    const turn = await turnHoldOf(ctx, way)
    if (turn !== undefined) return turn
    const key = { addressKey: emailKeyOf(email), addressHash: addressHash(ctx, 'email', email) }
    const ready = { ref: mail.messageId, address: email, ...key }
    const leftBy = way.record === undefined ? null : rowId('int', way.record.id)
    return { ...ready, leftBy, deliver: () => deliverBy(ctx, way, mail) }
  } catch (error) {
    return unmade(error)
  }
}

type Composed = { record: Contact & { email: string }; sending: Sending | undefined }

/** A message with the texts of the winner of a test. */
function withTexts(message: Due, arm: Sending['winner']): Due {
  if (arm === undefined) return message
  const { template_id: templateId, template_version: version, content_id: contentId } = arm
  return { ...message, template_id: templateId, template_version: version, content_id: contentId }
}

/** Composes the mail of a message. Undefined where its template is gone. */
async function mailOf(ctx: Ctx, message: Due, { record, sending }: Composed) {
  const place = {
    templateId: message.template_id,
    templateVersion: message.template_version,
    contentId: message.content_id,
  }
  const content = await contentOf(ctx, place)
  if (content === undefined) return undefined
  const own = ownSender(message)
  return composeMail(ctx, {
    message: { uuid: message.id, campaignId: sending?.id ?? null },
    record,
    content: withOwnSubject(content, message),
    variables: sending?.variables ?? ownVariables(message.data),
    from: own.from ?? sending?.from,
    replyTo: sending?.replyTo ?? own.replyTo,
    tracking: sending?.tracking ?? { opens: true, clicks: true, utm: {} },
  })
}

async function unsent(ctx: Ctx, { id, contact_id: contactId }: Due, { state, reason, reply }: Unsent): Promise<void> {
  const now = ctx.now().toISOString()
  const values = [[id], [state], [reason ?? null], [reply?.slice(0, 300) ?? null], now, [contactId]]
  await ctx.db.rows(endUnsent, [ctx.account.id, ...values])
}

type Attempted = { delivered: Delivered; commits: AttemptCommits }

async function confirm(ctx: Ctx, message: Due, { delivered, commits }: Attempted): Promise<Fate> {
  const now = ctx.now()
  const { delayMs, isSpent, isFree } = retryOf(message, delivered)
  const state = isSpent ? 'failed' : delivered.state
  const dueAt = state === 'deferred' ? new Date(now.getTime() + delayMs).toISOString() : null
  const providerRef = delivered.state === 'sent' ? (delivered.ref ?? null) : null
  const { id, attempts } = message
  await commits.end({ id, attempts, state, reply: delivered.reply.slice(0, 300), dueAt, providerRef, isFree })
  if (state === 'deferred' && message.campaign_id !== null) {
    await ctx.db.rows(endCancelled, [ctx.account.id, message.id, message.campaign_id])
  }
  if (state === 'bounced') await bounced(ctx, message, delivered.reply)
  if (message.campaign_id !== null && (state === 'bounced' || state === 'failed')) {
    await guardCampaign(ctx, message.campaign_id)
  }
  return state
}

/** A refusal counts as a bounce that comes back: its code says whether it concerns the address for good. */
async function bounced(ctx: Ctx, message: Due, reply: string): Promise<void> {
  const status = statusIn(reply) ?? '5.0.0'
  const kind = bounceKindOf(status, reply)
  const outcome = { messageId: message.id, kind, status, diagnostic: reply, at: ctx.now() }
  await ctx.atomic((inner) => applyOutcome(inner, outcome))
}
