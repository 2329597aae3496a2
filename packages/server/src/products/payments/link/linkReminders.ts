import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { task } from '#kit/nouns/task.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { lockForChange } from '#platform/db/rowLocks.ts'
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
    if (!(await awaitsPayment(ctx, link)) || !(await lockForChange(ctx, paymentLink, paymentLinkId))) return
    const values = [ctx.account.id, uuidOf(linkPrefix, paymentLinkId), reminder, ctx.now().toISOString(), mailsMax]
    const isNew = (await ctx.db.rows(insertMail, values)).length > 0
    if (isNew) ctx.later(sendReminder, { paymentLinkId, reminder }, ctx.now())
  },
)

/** Most mails of a link, whatever its reminders are changed to. */
const mailsMax = 20

const insertMail = statement(
  'payments_link_reminder_mail.insert',
  'account',
  `insert into payments_link_reminder_mail (account_id, payment_link_id, reminder, at)
   select $1::bigint, $2::uuid, $3::text, $4::timestamptz
   where (select count(*) from payments_link_reminder_mail where account_id = $1 and payment_link_id = $2) < $5::integer
   on conflict (account_id, payment_link_id, reminder) do nothing
   returning reminder`,
)
