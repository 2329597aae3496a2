import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { reaction } from '#kit/nouns/reaction.ts'
import { outboundTask } from '#kit/nouns/task.ts'
import { MailRefused } from '#platform/mail/mailRefused.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { paymentSucceeded } from '#products/payments/facts.ts'
import type { Payment } from './paymentFields.ts'
import { payment } from './payment.ts'
import { payMail } from './payMail.ts'
import { receiptUrlOf } from './paymentProof.ts'
import { addStep } from './paymentSteps.ts'

const english = {
  language: 'en',
  subject: (title: string) => `Receipt: ${title}`,
  greeting: (name: string | undefined) => (name === undefined ? 'Hello,' : `Hello ${name},`),
  lead: (price: string, title: string) => `your payment of ${price} for “${title}” has arrived.`,
  total: 'Total',
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
    const mail = { to: address, ...receiptOf(ctx, found), idempotencyKey: `receipt ${paymentId}` }
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

function receiptOf(ctx: Ctx, found: Payment): { subject: string; text: string; html: string } {
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
    { text: words.link, url },
    { text: words.wallet, url: walletUrl },
    `${words.thanks}\n${ctx.account.name}`,
  ]
  return { subject: words.subject(title), ...payMail(words.language, parts) }
}
