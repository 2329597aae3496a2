import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { contactsPort, type ContactPerson } from '#kit/call/contacts.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { MailRefused } from '#platform/mail/mailRefused.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { payMail } from '#products/payments/payment/payMail.ts'
import { countsOf, isUsedUp } from './linkCount.ts'
import type { PaymentLink } from './linkFields.ts'
import { priceOf } from './linkPrice.ts'
import { partState } from './partPayment.ts'
import { paymentLink } from './paymentLink.ts'

const english = {
  language: 'en',
  subject: (title: string) => `Reminder: ${title}`,
  greeting: (name: string | null) => (name === null ? 'Hello,' : `Hello ${name},`),
  lead: (title: string, price: string | null) =>
    price === null ? `the payment for “${title}” is still open.` : `${price} for “${title}” are still open.`,
  pay: 'Pay now',
  until: (day: string) => `This is possible until ${day}.`,
  close: 'If you have paid already, please ignore this mail.',
}

const german: typeof english = {
  language: 'de',
  subject: (title) => `Erinnerung: ${title}`,
  greeting: (name) => (name === null ? 'Guten Tag,' : `Guten Tag ${name},`),
  lead: (title, price) =>
    price === null ? `die Zahlung für „${title}“ ist noch offen.` : `für „${title}“ sind noch ${price} offen.`,
  pay: 'Jetzt zahlen',
  until: (day) => `Das ist bis zum ${day} möglich.`,
  close: 'Haben Sie inzwischen gezahlt? Dann ist diese Mail gegenstandslos.',
}

/** Mails a reminder. Link and reminder are the key of the mail, so a repeat is dropped by the receiver. */
export const sendReminder = outboundTask(
  'payments.paymentLink.sendReminder',
  'Mails a reminder of a payment link to its contact.',
  Type.Object({ paymentLinkId: Type.String(), reminder: Type.String() }),
  async (ctx, { paymentLinkId, reminder }) => {
    const link = await ctx.store.find(paymentLink, paymentLinkId)
    if (link === undefined || link.contactId === null || !(await awaitsPayment(ctx, link))) return
    const person = (await ctx.port(contactsPort).receivers(ctx, [link.contactId])).get(link.contactId)
    if (person === undefined || person.email === null) return
    const mail = await reminderOf(ctx, link, person)
    try {
      const idempotencyKey = `reminder ${paymentLinkId} ${reminder}`
      await ctx.port(mailPort).send(ctx.account, { to: person.email, ...mail, idempotencyKey })
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      ctx.log.warn('a reminder of a payment link was refused', { paymentLinkId, reason: error.message })
    }
  },
)

/** Whether a link is active, has time left, and is not paid. */
export async function awaitsPayment(ctx: Ctx, link: PaymentLink): Promise<boolean> {
  const { id, status, expiresAt, allowPartial, currency } = link
  if (status !== 'active' || (expiresAt !== null && new Date(expiresAt) <= ctx.now())) return false
  const count = (await countsOf(ctx, [id])).get(id)
  if (count === undefined) return false
  return allowPartial === null ? count.used === 0 : !isUsedUp(count, currency)
}

async function reminderOf(ctx: Ctx, link: PaymentLink, { firstName, locale }: ContactPerson) {
  const { title, currency, expiresAt, amountMode, slug } = link
  const words = (locale ?? ctx.account.language).toLowerCase().startsWith('de') ? german : english
  const part = await partState(ctx, link)
  const due = amountMode === 'customer' ? null : part === null ? priceOf(link) : part.price - part.paid
  const price = due === null ? null : formatMoney({ amount: due, currency }, words.language)
  const format = { dateStyle: 'long', timeStyle: 'short', timeZone: ctx.account.timeZone } as const
  const day = expiresAt && new Intl.DateTimeFormat(words.language, format).format(new Date(expiresAt))
  const parts = [
    words.greeting(firstName),
    words.lead(title, price),
    { text: words.pay, url: `${ctx.settings.publicUrl}/pay/${slug ?? ''}` },
    ...(day === null ? [] : [words.until(day)]),
    words.close,
    ctx.account.name,
  ]
  return { subject: words.subject(title), ...payMail(words.language, parts) }
}
