import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { page } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { idOf, line } from '#kit/values/fields.ts'
import { html, type Html } from '#kit/values/html.ts'
import { provenPayment } from '#products/payments/checkout/checkoutOperations.ts'
import { standingOf, type PartStanding } from '#products/payments/link/partStanding.ts'
import { paidStates, paymentPrefix, type Payment } from '#products/payments/payment/paymentFields.ts'
import { testNote } from './payPageHtml.ts'
import { payWords, type PayWords } from './payWords.ts'

/** The receipt of a payment: its lines, discounts and refunds, ready to print. */
export const receiptPages = [
  page('payments.receipt', {
    route: 'GET /pay/receipt/{paymentId}',
    title: 'Receipt',
    description: 'The receipt of a payment, for its payer and for print.',
    input: closed({
      paymentId: idOf(paymentPrefix, { description: 'The payment.' }),
      proof: line(100, { description: 'Proof of the payer.' }),
    }),
    async handle(ctx, { paymentId, proof }, visitor) {
      const found = await provenPayment(ctx, paymentId, proof)
      if (!paidStates.includes(found.status)) throw problem(reasons.notFound)
      const { words, locale } = payWords([...visitor.languages, ctx.account.language])
      const title = `${words.receipt.title} · ${found.title}`
      const shown = receiptHtml(ctx, found, { words, locale, part: await standingOf(ctx, found) })
      return { html: shown, title, language: words.language, isIndexed: false }
    },
  }),
]

type Look = { words: PayWords; locale: string; part: PartStanding | null }

function receiptHtml(ctx: Ctx, paid: Payment, { words, locale, part }: Look): Html {
  const { currency, amount, amountRefunded, discounts, lineItems, subtotal, tokenValue, customer, method } = paid
  const money = (of: bigint) => formatMoney({ amount: of, currency }, locale)
  const texts = words.receipt
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeZone: ctx.account.timeZone })
  const kind = method?.brand ?? method?.type ?? ''
  const paidBy = [
    kind === '' ? undefined : kind.charAt(0).toUpperCase() + kind.slice(1),
    method?.last4 === undefined ? undefined : `•••• ${method.last4}`,
  ]
  const facts: [string, string | undefined][] = [
    [texts.seller, ctx.account.name],
    [texts.payer, [customer?.name, customer?.email].filter((each) => each !== undefined).join(', ')],
    [texts.date, paid.paidAt === null ? undefined : day.format(new Date(paid.paidAt))],
    [texts.method, paidBy.filter((each) => each !== undefined).join(' ')],
  ]
  const row = (name: string, of: bigint, isSum = false) =>
    html`<div${isSum ? html` class="pay-sum"` : ''}><dt>${name}</dt><dd>${money(of)}</dd></div>`
  const isRefunded = amountRefunded === amount && amount > 0n
  return html`<main class="pay pay-receipt">
    <header class="pay-head">
      <h1>${texts.title}</h1>
      <p class="small">${paid.title}</p>
      ${paid.provider === 'sandbox' ? testNote(words) : ''}
    </header>
    <section class="pay-card">
      <dl class="pay-facts">
        ${facts.map(([name, text = '']) => (text === '' ? '' : html`<div><dt>${name}</dt><dd>${text}</dd></div>`))}
        <div><dt>${texts.number}</dt><dd class="pay-number">${paid.id}</dd></div>
      </dl>
      <dl class="pay-price">
        ${lineItems.map((each) => row(`${each.quantity} × ${each.name}`, each.unitAmount * BigInt(each.quantity)))}
        ${discounts.length === 0 ? '' : row(words.subtotal, subtotal)}
        ${discounts.map(({ title, amount: off }) => row(title, -off))}
        ${tokenValue === 0n ? '' : row(texts.tokens, -tokenValue)} ${row(words.total, amount, true)}
        ${amountRefunded === 0n ? '' : row(texts.refunded, -amountRefunded)}
        ${amountRefunded === 0n ? '' : row(texts.left, amount - amountRefunded, true)}
      </dl>
      ${isRefunded ? html`<p>${texts.refundedAll}</p>` : ''}
    </section>
    ${part === null ? '' : partHtml(part, words, money)}
  </main>`
}

/** All parts of the price at present, and the link that takes the next one. */
function partHtml(part: PartStanding, { part: words, receipt }: PayWords, money: (of: bigint) => string): Html {
  const rows: [string, bigint][] = [
    [words.price, part.price],
    [words.paid, part.paid],
    [words.open, part.left],
  ]
  return html`<section class="pay-card">
    <dl class="pay-price">${rows.map(([name, of]) => html`<div><dt>${name}</dt><dd>${money(of)}</dd></div>`)}</dl>
    ${part.payUrl === null ? '' : html`<p><a href="${part.payUrl}">${receipt.payRest}</a></p>`}
  </section>`
}
