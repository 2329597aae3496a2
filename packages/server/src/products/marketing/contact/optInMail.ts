import type { Ctx } from '#kit/call/context.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { mailPort, type OutgoingMail } from '#platform/mail/mailPort.ts'
import { MailFailed, MailRefused } from '#platform/mail/mailRefused.ts'
import { digestUuid } from '#platform/secrets/digestUuid.ts'
import { deliverBy, holdOf, senderHoldOf, turnHoldOf, wayOf } from '#products/marketing/integration/sendingWay.ts'
import type { Way } from '#products/marketing/integration/wayCache.ts'
import { contact, type Contact } from './contact.ts'
import { confirmUrl } from './contactToken.ts'
import { audienceWords } from './audienceWords.ts'
import { refusesRequest } from './suppression.ts'

/** Time for which a mail waits for its server, and bounds of the pause between two tries: it grows with the age. */
const waitMaxMs = 3 * 86_400_000
const againMs = { min: 60_000, max: 3_600_000 } as const

/** Whether a contact may confirm that it wants mail: one that is new, or that left and comes back. */
export function canConfirm({ status }: Pick<Contact, 'status'>): boolean {
  return status === 'pending' || status === 'unsubscribed'
}

/** Queues the mail of the double opt-in, with the write of the call. */
export async function sendOptIn(ctx: Ctx, record: Contact): Promise<void> {
  if (record.email === null) return
  ctx.later(optInMail, { contactId: record.id, requestedAt: ctx.now().toISOString() }, ctx.now())
}

/**
 * Sends a mail; the moment before which it may not leave, of one that did not. Throws MailRefused, and MailFailed for a
 * mail that the server may have.
 */
async function sendBy(ctx: Ctx, way: Way, mail: OutgoingMail & { ageMs: number }): Promise<Date | undefined> {
  const hold = holdOf(ctx, way) ?? (await senderHoldOf(ctx, way, undefined)) ?? (await turnHoldOf(ctx, way))
  if (hold !== undefined) return hold.until
  const { ageMs, ...outgoing } = mail
  const { state, reply } = await deliverBy(ctx, way, outgoing)
  if (state === 'bounced' || state === 'failed') throw new MailRefused(reply)
  if (state === 'uncertain') throw new MailFailed(reply)
  return state === 'deferred'
    ? new Date(ctx.now().getTime() + Math.min(Math.max(ageMs, againMs.min), againMs.max))
    : undefined
}

function messageIdOf(ctx: Ctx, { record }: Way, key: string): string {
  const sender = record?.from?.email ?? ctx.port(mailPort).operatorAddress()
  const host = sender?.split('@').at(-1) ?? new URL(ctx.settings.publicUrl).hostname
  return `<${digestUuid(`${ctx.account.id} ${key}`)}@${host}>`
}

/**
 * Mails the link of a double opt-in. The proof is computed when the mail leaves, so no queue has it. A mail of unknown
 * fate is sent again under its Message-ID: without the link a person can never confirm.
 */
export const optInMail = outboundTask(
  'marketing.contact.optIn',
  'Mails the link by which a contact confirms its address.',
  Type.Object({ contactId: Type.String(), requestedAt: Type.String() }),
  async (ctx, { contactId, requestedAt }) => {
    const record = await ctx.store.find(contact, contactId)
    if (record === undefined || !canConfirm(record) || record.email === null) return
    // The mail may have waited, and the address may be another one by now.
    if (await refusesRequest(ctx, record.email)) return
    const words = audienceWords(record.locale ?? ctx.account.language).optInMail(ctx.account.name)
    const text = [...words.before, confirmUrl(ctx, record), words.after].join('\n\n')
    const way = await wayOf(ctx, null)
    const messageId = messageIdOf(ctx, way, `optIn:${contactId}:${requestedAt}`)
    // Prevents out-of-office replies (RFC 3834).
    const headers = { 'Auto-Submitted': 'auto-generated' }
    const ageMs = ctx.now().getTime() - Date.parse(requestedAt)
    try {
      const mail = { messageId, to: record.email, subject: words.subject, text, headers, ageMs }
      const until = await sendBy(ctx, way, mail)
      if (until === undefined) return
      if (ageMs > waitMaxMs) {
        ctx.log.warn('opt-in mail found no mail server for days', { contactId })
        return
      }
      await ctx.atomic(async (inner) => inner.later(optInMail, { contactId, requestedAt }, until))
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      ctx.log.info('opt-in mail was refused', { contactId, reason: error.message })
    }
  },
)
