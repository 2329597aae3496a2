import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { linkPrefix, type PaymentLink } from './linkFields.ts'
import { paymentLink } from './paymentLink.ts'
import { awaitsPayment, sendReminder } from './reminderMail.ts'
import { clocksOf } from './reminderTimes.ts'

/** Schedules the reminders of a written link whose moment is ahead, unless they are scheduled already. */
export function setReminderClocks(ctx: Ctx, after: PaymentLink, before?: PaymentLink): void {
  const known = new Set(before === undefined ? [] : clocksOf(before).map(({ key, at }) => `${key} ${at.toISOString()}`))
  for (const { key, at } of clocksOf(after)) {
    if (at <= ctx.now() || known.has(`${key} ${at.toISOString()}`)) continue
    ctx.later(remind, { paymentLinkId: after.id, reminder: key, at: at.toISOString() }, at)
  }
}

/** Mails a reminder at its moment. A task whose moment has been replaced since does nothing. */
export const remind = task(
  'payments.paymentLink.remind',
  'Mails a payment link to its contact again, while it is not paid.',
  Type.Object({ paymentLinkId: Type.String(), reminder: Type.String(), at: Type.String() }),
  async (ctx, { paymentLinkId, reminder, at }) => {
    const link = await ctx.store.find(paymentLink, paymentLinkId)
    if (link === undefined || !clocksOf(link).some((each) => each.key === reminder && each.at.toISOString() === at)) {
      return
    }
    if (!(await awaitsPayment(ctx, link))) return
    const values = [ctx.account.id, uuidOf(linkPrefix, paymentLinkId), reminder, ctx.now().toISOString()]
    const isNew = (await ctx.db.rows(insertMail, values)).length > 0
    if (isNew) ctx.later(sendReminder, { paymentLinkId, reminder }, ctx.now())
  },
)

const insertMail = statement(
  'payments_link_reminder_mail.insert',
  'account',
  `insert into payments_link_reminder_mail (account_id, payment_link_id, reminder, at) values ($1, $2, $3, $4)
   on conflict (account_id, payment_link_id, reminder) do nothing
   returning reminder`,
)
