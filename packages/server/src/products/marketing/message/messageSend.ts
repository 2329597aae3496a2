import type { Ctx } from '#kit/call/context.ts'
import { bounceKindOf, statusIn } from '#platform/mail/returned/bounceReason.ts'
import type { Delivered } from '#platform/mail/mailPort.ts'
import { applyOutcome } from '#products/marketing/bounce/messageOutcome.ts'
import type { Contact } from '#products/marketing/contact/contact.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'
import { addressHash, suppressedOf } from '#products/marketing/contact/suppression.ts'
import {
  campaignOf,
  finishCampaigns,
  forgetSending,
  guardCampaign,
  pauseCampaign,
  type Sending,
} from '#products/marketing/campaign/campaignSending.ts'
import { deliverBy, holdOf, senderHoldOf, turnHoldOf, wayOf } from '#products/marketing/integration/sendingWay.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { attemptCommits, type Attempt, type AttemptCommits } from './attemptCommits.ts'
import { composeMail } from './messageCompose.ts'
import { outgoingCall } from './messageCall.ts'
import { contentOf } from './messageContent.ts'
import { ownSender, ownVariables, withOwnSubject } from './messageOwn.ts'
import { peopleOf } from './messagePeople.ts'
import { attemptsMax, retryOf } from './messageRetry.ts'
import { endUnsent, freeDeferred, readDue, settleLost } from './messageRows.ts'
import { tellAll } from './messageTold.ts'
import { holdBack, inTurn } from './messageTurn.ts'
import {
  refusedBy,
  unexpected,
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
/** Messages read at once. */
const batchMax = 400
/** Mails of an account that are sent concurrently. */
export const sendingLanes = 8
/** Temporary refusals in a row after which the mail server counts as down. */
const deferredMax = 20

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
 * mail while one leaves.
 */
async function sendBatch(ctx: Ctx, due: readonly Due[], { endRealMs, waiting }: Bounds): Promise<boolean> {
  const people = await peopleOf(ctx, due)
  const suppressed = await suppressedOf(ctx, [...people.values()])
  const left = [...due]
  const commits = attemptCommits(ctx.as(ctx.account), sendingBounds.leaseMs)
  let deferredInRow = 0
  const isOver = () => deferredInRow >= deferredMax || performance.now() > endRealMs
  const lane = async () => {
    // A transaction forbids no other lane to leave the database, nor the making of a mail: each has a call of its own.
    const [making, leaving] = [ctx.as(ctx.account), ctx.as(ctx.account)]
    const makeNext = async () => {
      const message = isOver() ? undefined : left.shift()
      if (message === undefined) return undefined
      const person = people.get(message.contact_id)
      return { message, person, made: await tryMake(making, message, { person, suppressed, waiting }) }
    }
    let next = makeNext()
    let before: Before | undefined
    try {
      for (let one = await next; one !== undefined; one = await next) {
        next = awaitedLater(makeNext())
        const { message, person, made } = one
        if (made === undefined || isOver()) continue
        const { fate, after } = await leave(leaving, message, { ...made, person, waiting, commits, before })
        before = after
        deferredInRow = fate === 'deferred' ? deferredInRow + 1 : fate === 'sent' ? 0 : deferredInRow
      }
    } finally {
      await before?.ended
    }
  }
  await Promise.all(Array.from({ length: sendingLanes }, lane))
  return deferredInRow >= deferredMax
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
type Fate = Delivered['state'] | 'held' | 'putOff'
/** The mail before in a lane, by its row id, and the commit of its fate. */
type Before = { id: string; ended: Promise<void> }
type Left = { fate: Fate; after?: Before | undefined }
type Made = { outgoing: Ready; read: Pick<Attempt, 'personId' | 'personVersion' | 'variant'> }

const outlets: Readonly<Record<string, Outlet>> = { email: outgoingMail, sms: outgoingCall, webhook: outgoingCall }

/** Makes a message. An unexpected error fails this message; one that concerns all of them fails the batch. */
async function tryMake(ctx: Ctx, message: Due, making: Making): Promise<Made | undefined> {
  try {
    return await make(ctx, message, making)
  } catch (error) {
    const { reply, log } = unexpected(error)
    ctx.log.error('a message could not be made', { message: message.id, ...log })
    await unsent(ctx, message, { state: 'failed', reply })
    return undefined
  }
}

/** Makes a message ready to leave. Undefined where it does not leave now, or never. */
async function make(ctx: Ctx, message: Due, { person, suppressed, waiting }: Making): Promise<Made | undefined> {
  const sending = message.campaign_id === null ? undefined : await campaignOf(ctx, message.campaign_id)
  if (message.campaign_id !== null && waiting.has(message.campaign_id)) return undefined
  const isRest = sending?.isTest === true && message.variant === null
  // The rest of a test is read once its winner stands: a record without one is older.
  if (isRest && sending.winner === undefined) {
    forgetSending(ctx, message.campaign_id ?? '')
    return undefined
  }
  const arm = isRest ? sending.winner : undefined
  const outlet = outlets[message.channel] ?? outgoingMail
  const outgoing = await outlet(ctx, withTexts(message, arm), { person, suppressed, sending })
  if ('ref' in outgoing) {
    const read = { personId: message.contact_id, personVersion: person?.version ?? 0, variant: arm?.name ?? null }
    return { outgoing, read }
  }
  if ('until' in outgoing) await holdBack(ctx, message, { hold: outgoing, waiting })
  if ('state' in outgoing) await unsent(ctx, message, outgoing)
  return undefined
}

type Leave = Made & Omit<Making, 'suppressed'> & { commits: AttemptCommits; before: Before | undefined }

/**
 * Hands a message over, between the commits of its intent and of its fate. The fate of the mail before shares a commit
 * with this intent, and the mail leaves after both. `after`: the fate that the next mail shares.
 */
async function leave(ctx: Ctx, message: Due, leaving: Leave): Promise<Left> {
  const { outgoing, read, commits, before } = leaving
  const { id, attempts } = message
  const intent = { ...outgoing, ...read, id, attempts, follows: before?.id ?? null }
  const work = () => Promise.all([commits.begin(intent), before?.ended])
  const turn = await inTurn(ctx, message, { turning: leaving, work })
  if ('held' in turn) return { fate: turn.held, after: before }
  const [mayGo] = turn.done
  if (!mayGo) return { fate: 'held' }
  const delivered = await outgoing.deliver(ctx)
  // The message stays attempted, as after a crash: the rule of its campaign decides once it counts as lost.
  // A server that leaves one mail after the other uncertain counts as down, so that a campaign loses few to it.
  if (delivered.state === 'uncertain') return { fate: outgoing.leftBy !== null ? 'putOff' : 'deferred' }
  const ended = confirm(ctx, message, { delivered, commits })
  if (delivered.state === 'sent')
    return { fate: 'sent', after: { id, ended: awaitedLater(ended.then(() => undefined)) } }
  const fate = await ended
  if (delivered.state === 'deferred' && delivered.isRefusingUs === true && message.campaign_id !== null) {
    await pauseCampaign(ctx, message.campaign_id, 'integrationUnavailable')
  }
  // Integrations have their own count of refusals.
  return { fate: fate === 'deferred' && outgoing.leftBy !== null ? 'putOff' : fate }
}

/** The mail of a message. */
async function outgoingMail(ctx: Ctx, message: Due, { person, suppressed, sending }: Leaving): Promise<Outgoing> {
  if (person === undefined) return { state: 'skipped', reason: 'erased' }
  const { email } = person
  const reason = refusedBy(message, person, { address: email, suppressed })
  if (reason !== undefined || email === null) return { state: 'skipped', reason: reason ?? 'noAddress' }
  const integrationId = message.integration_id ?? sending?.integrationId ?? null
  const way = await wayOf(ctx, integrationId)
  const hold = holdOf(ctx, way) ?? (await senderHoldOf(ctx, way, ownSender(message).from ?? sending?.from))
  if (hold !== undefined) return hold
  try {
    const mail = await mailOf(ctx, message, { record: { ...person, email }, sending })
    if (mail === undefined) return { state: 'failed', reply: 'the template is gone' }
    const key = { addressKey: emailKeyOf(email), addressHash: addressHash(ctx, 'email', email) }
    const ready = { ref: mail.messageId, address: email, ...key }
    const leftBy = way.record === undefined ? null : rowId('int', way.record.id)
    return {
      ...ready,
      leftBy,
      hold: async (at) => holdOf(at, await wayOf(at, integrationId)) ?? turnHoldOf(at, way),
      deliver: (at) => deliverBy(at, way, mail),
    }
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

/** Ends a message that does not leave. A campaign with too many failures pauses. */
async function unsent(ctx: Ctx, message: Due, { state, reason, reply }: Unsent): Promise<void> {
  const { id, contact_id: contactId, campaign_id: campaignId } = message
  const now = ctx.now().toISOString()
  const values = [[id], [state], [reason ?? null], [reply?.slice(0, 300) ?? null], now, [contactId]]
  await ctx.db.rows(endUnsent, [ctx.account.id, ...values])
  if (state === 'failed' && campaignId !== null) await guardCampaign(ctx, campaignId)
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
    await ctx.db.rows(freeDeferred, [ctx.account.id, message.id, message.campaign_id])
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
