import type { Ctx, RowOf } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import { encodeId } from '#kit/values/ids.ts'
import { bounceKindOf, statusIn } from '#platform/mail/returned/bounceReason.ts'
import { mailPort, type Delivered } from '#platform/mail/mailPort.ts'
import { applyOutcome } from '#products/marketing/bounce/messageOutcome.ts'
import { contact, type Contact } from '#products/marketing/contact/contact.ts'
import { emailKeyOf } from '#products/marketing/contact/emailAddress.ts'
import { suppressedAmong } from '#products/marketing/contact/suppression.ts'
import { recordEvents } from '#products/marketing/event/recordEvents.ts'
import {
  campaignOf,
  finishCampaigns,
  guardCampaign,
  type Sending,
} from '#products/marketing/campaign/campaignSending.ts'
import { composeMail } from './messageCompose.ts'
import { contentOf } from './messageContent.ts'
import { campaignProperty, messageId } from './messageLinks.ts'
import {
  beginAttempt,
  endAttempt,
  endUnsent,
  leaseDue,
  nextDue,
  releaseLeases,
  settleLost,
  tellSent,
} from './messageRows.ts'

/** Time of one job, messages reserved at once, mails sent concurrently. */
const sliceMs = 15_000
const batchMax = 100
const atOnceMax = 8
/** Time for which a message is reserved: longer than a slice and one attempt. */
const leaseMs = 120_000
/** Delays of retries after a temporary refusal. */
const retryMs = [60_000, 5 * 60_000, 30 * 60_000, 2 * 3_600_000, 6 * 3_600_000]

type Leased = RowOf<typeof leaseDue>

/** Result of a slice. `nextDueAt`: undefined when nothing waits. */
export type Slice = { nextDueAt: Date | undefined; isServerDown: boolean }

/** Sends due messages for some seconds. Runs outside a transaction; each step is recorded before the next one. */
export async function sendSlice(ctx: Ctx): Promise<Slice> {
  const startedMs = ctx.now().getTime()
  const startedRealMs = performance.now()
  await ctx.db.rows(settleLost, [ctx.account.id, new Date(startedMs).toISOString()])
  let isServerDown = false
  while (!isServerDown && performance.now() - startedRealMs < sliceMs) {
    const now = ctx.now()
    const until = new Date(now.getTime() + leaseMs).toISOString()
    const leased = await ctx.db.rows(leaseDue, [ctx.account.id, now.toISOString(), until, batchMax])
    if (leased.length === 0) break
    const run = await sendBatch(ctx, leased, startedRealMs + sliceMs)
    isServerDown = run.isServerDown
    await tellAll(ctx)
    if (run.isHeld) break
  }
  await finishCampaigns(ctx)
  const [next] = await ctx.db.rows(nextDue, [ctx.account.id])
  const at = next?.next_at ?? null
  // A campaign that is throttled has messages that are due and wait for their turn.
  const soonest = isServerDown ? ctx.now().getTime() : ctx.now().getTime() + 200
  return { nextDueAt: at === null ? undefined : new Date(Math.max(new Date(at).getTime(), soonest)), isServerDown }
}

type Batch = { isServerDown: boolean; isHeld: boolean }

async function sendBatch(ctx: Ctx, leased: readonly Leased[], endRealMs: number): Promise<Batch> {
  const people = await peopleOf(ctx, leased)
  const suppressed = await suppressedAmong(
    ctx,
    'email',
    [...people.values()].flatMap(({ email }) => email ?? []),
  )
  const waiting = [...leased]
  const held: string[] = []
  let deferredInRow = 0
  const lane = async () => {
    for (let message = waiting.shift(); message !== undefined; message = waiting.shift()) {
      if (performance.now() > endRealMs || deferredInRow >= 20) {
        held.push(message.id)
        continue
      }
      const fate = await sendOne(ctx, message, { person: people.get(message.contact_id), suppressed })
      if (fate === 'held') held.push(message.id)
      deferredInRow = fate === 'deferred' ? deferredInRow + 1 : fate === 'sent' ? 0 : deferredInRow
    }
  }
  await Promise.all(Array.from({ length: atOnceMax }, lane))
  if (held.length > 0) await ctx.db.rows(releaseLeases, [ctx.account.id, held])
  return { isServerDown: deferredInRow >= 20, isHeld: held.length > 0 }
}

async function peopleOf(ctx: Ctx, leased: readonly Leased[]): Promise<Map<string, Contact>> {
  const ids = [...new Set(leased.map((each) => each.contact_id))]
  const records = await Promise.all(
    ids.map(
      async (uuid) => [uuid, await ctx.store.find(contact, encodeId(contact.prefix, ctx.account.id, uuid))] as const,
    ),
  )
  return new Map(records.flatMap(([uuid, record]) => (record === undefined ? [] : [[uuid, record] as const])))
}

type One = { person: Contact | undefined; suppressed: ReadonlySet<string> }
type Fate = Delivered['state'] | 'skipped' | 'held'

async function sendOne(ctx: Ctx, message: Leased, { person, suppressed }: One): Promise<Fate> {
  const sending = message.campaign_id === null ? undefined : await campaignOf(ctx, message.campaign_id)
  if (sending !== undefined && !sending.mayGo()) return 'held'
  const reason = skipReason(message, person, suppressed)
  if (reason !== undefined || person === undefined || person.email === null) {
    await unsent(ctx, message, { state: 'skipped', reason: reason ?? 'noAddress' })
    return 'skipped'
  }
  const mail = await mailOf(ctx, message, { record: { ...person, email: person.email }, sending })
  if (typeof mail === 'string') {
    await unsent(ctx, message, { state: 'failed', reply: mail })
    return 'failed'
  }
  const now = ctx.now()
  const begun = await ctx.db.rows(beginAttempt, [
    ctx.account.id,
    message.id,
    now.toISOString(),
    new Date(now.getTime() + leaseMs).toISOString(),
    mail.messageId,
    person.email,
    emailKeyOf(person.email),
  ])
  if (begun.length === 0) return 'held'
  const delivered = await ctx.port(mailPort).deliver(ctx.account, mail)
  return confirm(ctx, message, delivered)
}

/** The reason for which a contact gets no mail, at the moment when it would leave. */
function skipReason(message: Leased, person: Contact | undefined, suppressed: ReadonlySet<string>): string | undefined {
  if (message.channel !== 'email') return 'channel_unavailable'
  if (person === undefined) return 'erased'
  if (person.email === null) return 'noAddress'
  if (suppressed.has(person.email)) return 'suppressed'
  if (person.status !== 'subscribed') return person.status
  return message.topic !== null && !person.topics.includes(message.topic) ? 'topic' : undefined
}

type Composed = { record: Contact & { email: string }; sending: Sending | undefined }

/** The mail of a message, or the reason for which it cannot be made. */
async function mailOf(ctx: Ctx, message: Leased, { record, sending }: Composed) {
  try {
    const place = {
      templateId: message.template_id,
      templateVersion: message.template_version,
      contentId: message.content_id,
    }
    const content = await contentOf(ctx, place)
    if (content === undefined) return 'the template is gone'
    return composeMail(ctx, {
      message: { uuid: message.id, campaignId: sending?.id ?? null },
      record,
      content,
      variables: sending?.variables ?? {},
      from: sending?.from,
      replyTo: sending?.replyTo ?? null,
      tracking: sending?.tracking ?? { opens: true, clicks: true },
    })
  } catch (error) {
    if (error instanceof Problem) return error.fields.map(({ message: text }) => text).join('; ') || error.message
    if (error instanceof Error && error.message.startsWith('/')) return error.message
    throw error
  }
}

type Unsent = { state: 'skipped' | 'failed'; reason?: string; reply?: string }

async function unsent(ctx: Ctx, { id }: Leased, { state, reason, reply }: Unsent): Promise<void> {
  const values = [ctx.account.id, [id], [state], [reason ?? null], [reply?.slice(0, 300) ?? null]]
  await ctx.db.rows(endUnsent, values)
}

async function confirm(ctx: Ctx, message: Leased, delivered: Delivered): Promise<Fate> {
  const now = ctx.now()
  const delay = retryMs[message.attempts]
  const isSpent = delivered.state === 'deferred' && delay === undefined
  const state = isSpent ? 'failed' : delivered.state
  const dueAt = state === 'deferred' && delay !== undefined ? new Date(now.getTime() + delay).toISOString() : null
  const values = [ctx.account.id, message.id, state, delivered.reply.slice(0, 300), dueAt, now.toISOString()]
  await ctx.db.rows(endAttempt, values)
  if (state === 'bounced') await bounced(ctx, message, delivered.reply)
  if (message.campaign_id !== null && (state === 'bounced' || state === 'failed')) {
    await guardCampaign(ctx, message.campaign_id)
  }
  return state
}

/** A refusal counts as a bounce that comes back: its code says whether it concerns the address for good. */
async function bounced(ctx: Ctx, message: Leased, reply: string): Promise<void> {
  const status = statusIn(reply) ?? '5.0.0'
  const kind = bounceKindOf(status, reply)
  const outcome = { messageId: message.id, kind, status, diagnostic: reply, at: ctx.now() }
  await ctx.atomic((inner) => applyOutcome(inner, outcome))
}

/** Puts sent messages into the time lines of their contacts. */
async function tellAll(ctx: Ctx): Promise<void> {
  for (let told = batchMax; told === batchMax;) {
    told = await ctx.atomic(async (inner) => {
      const rows = await inner.db.rows(tellSent, [inner.account.id, inner.now().toISOString(), batchMax])
      await recordEvents(
        inner,
        rows.map((row) => ({
          contactId: encodeId(contact.prefix, inner.account.id, row.contact_id),
          name: 'marketing.message.sent',
          at: row.sent_at ?? undefined,
          subject: messageId(inner, row.id),
          properties: campaignProperty(inner, row.campaign_id),
        })),
      )
      return rows.length
    })
  }
}
