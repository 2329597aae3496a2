import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { MailRefused } from '#platform/mail/mailRefused.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { paymentSucceeded } from '#products/payments/facts.ts'
import { standingOf, type PartStanding } from '#products/payments/link/partStanding.ts'
import type { Payment } from './paymentFields.ts'
import { payment } from './payment.ts'
import { payMail, type MailPart } from './payMail.ts'
import { receiptUrlOf } from './paymentProof.ts'
import { addStep } from './paymentSteps.ts'

const english = {
  language: 'en',
  subject: (title: string) => `Receipt: ${title}`,
  greeting: (name: string | undefined) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  lead: (price: string, title: string) => `your payment of ${price} for “${title}” has arrived.`,
  total: 'Total',
  paid: (paid: string, price: string) => `Paid in all: ${paid} of ${price}`,
  open: (open: string) => `Still open: ${open}`,
  payRest: 'Pay the rest',
  link: 'View the receipt',
  wallet: 'Your wallet, with receipts, coupons and tokens',
  thanks: 'Thank you!',
}

const german: typeof english = {
  language: 'de',
  subject: (title) => `Beleg: ${title}`,
  greeting: (name) => (name === undefined ? 'Guten Tag,' : `Guten Tag ${name},`),
  lead: (price, title) => `Ihre Zahlung von ${price} für „${title}“ ist eingegangen.`,
  total: 'Summe',
  paid: (paid, price) => `Insgesamt gezahlt: ${paid} von ${price}`,
  open: (open) => `Noch offen: ${open}`,
  payRest: 'Den Rest zahlen',
  link: 'Beleg ansehen',
  wallet: 'Ihre Wallet mit Belegen, Gutscheinen und Token',
  thanks: 'Vielen Dank!',
}

/** Mails the receipt of a payment. Its id is the key of the mail, so a repeat is dropped by the receiver. */
export const sendReceipt = outboundTask(
  'payments.payment.sendReceipt',
  'Mails the receipt of a payment to its payer.',
  Type.Object({ paymentId: Type.String() }),
  async (ctx, { paymentId }) => {
    const found = await ctx.store.find(payment, paymentId)
    const address = found?.customer?.email
    if (found === undefined || address === undefined) return
    const mail = {
      to: address,
      ...receiptOf(ctx, found, await standingOf(ctx, found)),
      idempotencyKey: `receipt ${paymentId}`,
    }
    try {
      await ctx.port(mailPort).send(ctx.account, mail)
      await ctx.atomic((inner) => addStep(inner, paymentId, { kind: 'receiptSent', at: inner.now().toISOString() }))
    } catch (error) {
      if (!(error instanceof MailRefused)) throw error
      ctx.log.warn('the receipt of a payment was refused', { paymentId, reason: error.message })
    }
  },
)

/** Requests the receipt of each payment that succeeds. */
export const requestReceipt = reaction('payments.payment.requestReceipt', paymentSucceeded, async (ctx, fact) => {
  ctx.later(sendReceipt, { paymentId: fact.subject }, ctx.now())
})

function receiptOf(
  ctx: Ctx,
  found: Payment,
  part: PartStanding | null,
): { subject: string; text: string; html: string } {
  const { customer, title, currency, amount, lineItems } = found
  const words = (customer?.language ?? ctx.account.language).toLowerCase().startsWith('de') ? german : english
  const price = (minor: bigint) => formatMoney({ amount: minor, currency }, words.language)
  const lines = lineItems.map((each) => `${each.quantity} × ${each.name}: ${price(each.amount)}`)
  const url = receiptUrlOf(ctx, found.id)
  const walletUrl = `${ctx.settings.publicUrl}/wallet/${ctx.account.publicId}`
  const parts = [
    words.greeting(customer?.name),
    words.lead(price(amount), title),
    { list: lines },
    { strong: `${words.total}: ${price(amount)}` },
    ...(part === null ? [] : partParts(words, part, price)),
    { text: words.link, url },
    { text: words.wallet, url: walletUrl },
    `${words.thanks}\n${ctx.account.name}`,
  ]
  return { subject: words.subject(title), ...payMail(words.language, parts) }
}

/** All parts of the price, and the link that takes the next one. */
function partParts(words: typeof english, part: PartStanding, price: (minor: bigint) => string): MailPart[] {
  const { paid, left, payUrl } = part
  return [
    words.paid(price(paid), price(part.price)),
    ...(left === 0n ? [] : [words.open(price(left))]),
    ...(payUrl === null ? [] : [{ text: words.payRest, url: payUrl }]),
  ]
}
