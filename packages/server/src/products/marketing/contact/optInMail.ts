import type { Ctx } from '#kit/call/context.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { Type } from '#kit/values/schema.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { MailRefused } from '#platform/mail/mailRefused.ts'
import { contact, type Contact } from './contact.ts'
import { confirmUrl } from './contactToken.ts'
import { audienceWords } from './audienceWords.ts'

/** Whether a contact may confirm that it wants mail: one that is new, or that left and comes back. */
export function canConfirm({ status }: Pick<Contact, 'status'>): boolean {
  return status === 'pending' || status === 'unsubscribed'
}

/** Queues the mail of the double opt-in, with the write of the call. */
export async function sendOptIn(ctx: Ctx, record: Contact): Promise<void> {
  if (record.email === null) return
  ctx.later(optInMail, { contactId: record.id, requestedAt: ctx.now().toISOString() }, ctx.now())
}

/** Mails the link of a double opt-in. The proof is computed when the mail leaves, so no queue holds it. */
export const optInMail = outboundTask(
  'marketing.contact.optIn',
  'Mails the link by which a contact confirms its address.',
  Type.Object({ contactId: Type.String(), requestedAt: Type.String() }),
  async (ctx, { contactId, requestedAt }) => {
    const record = await ctx.store.find(contact, contactId)
    if (record === undefined || !canConfirm(record) || record.email === null) return
    const words = audienceWords(record.locale ?? ctx.account.language).optInMail(ctx.account.name)
    const text = [...words.before, confirmUrl(ctx, record), words.after].join('\n\n')
    try {
      await ctx.port(mailPort).send(ctx.account, {
        to: record.email,
        subject: words.subject,
        text,
        idempotencyKey: `optIn:${contactId}:${requestedAt}`,
      })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      ctx.log.info('opt-in mail was refused', { contactId, reason: error.message })
    }
  },
)
