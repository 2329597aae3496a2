import { Type } from '#kit/values/schema.ts'
import type { Ctx } from '#kit/call/context.ts'
import { page, type FormState, type PageForm, type PageResponse } from '#kit/nouns/page.ts'
import { closed } from '#kit/nouns/standard.ts'
import { flag, idOf, line } from '#kit/values/fields.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { html, type Html } from '#kit/values/html.ts'
import { formHtml } from '#platform/pages/formHtml.ts'
import {
  cancelOperation,
  checkoutView,
  provenPayment,
  refreshPayment,
} from '#products/payments/checkout/checkoutOperations.ts'
import { offerFacts } from '#products/payments/checkout/offerFacts.ts'
import { paymentExpired, paymentFailed, paymentSucceeded, paymentUpdated } from '#products/payments/facts.ts'
import { paymentLink } from '#products/payments/link/paymentLink.ts'
import { isUnreached } from '#products/payments/payment/paymentErrands.ts'
import { openStates, paidStates, paymentPrefix, type Payment } from '#products/payments/payment/paymentFields.ts'
import { testNote } from './payPageHtml.ts'
import { payWords, type PayWords } from './payWords.ts'

const input = closed({
  paymentId: idOf(paymentPrefix, { description: 'The payment.' }),
  proof: line(100, { description: 'Proof of the payer.' }),
  go: Type.Optional(flag({ description: 'Whether the page leads on to the provider, right after the start.' })),
  cancelled: Type.Optional(flag({ description: 'Whether the payer left the page of the provider.' })),
})
type Address = { paymentId: string; proof: string; go?: boolean; cancelled?: boolean }

const form: PageForm<Address> = {
  submits: cancelOperation,
  fields: [],
  inputOf: ({ paymentId, proof }) => ({ paymentId, proof }),
  pathAfter: (_output, { paymentId, proof }) => `/pay/return/${paymentId}?proof=${encodeURIComponent(proof)}`,
}

/** Page that a payer returns to, whatever the outcome. It shows the state by itself, and works without scripts. */
export const returnPages = [
  page('payments.return', {
    route: 'GET /pay/return/{paymentId}',
    title: 'After a payment',
    description: 'The state of a payment for its payer, who comes from the page of the provider.',
    input,
    form,
    emits: [paymentUpdated, paymentSucceeded, paymentFailed, paymentExpired, ...offerFacts],
    async handle(ctx, address: Address, visitor) {
      const found = await provenPayment(ctx, address.paymentId, address.proof)
      const current = address.go === true ? found : await refreshPayment(ctx, found)
      const { words, locale } = payWords([...visitor.languages, ctx.account.language])
      const view = await checkoutView(ctx, current)
      if (paidStates.includes(current.status)) {
        if (view.afterUrl !== null) return { redirect: view.afterUrl }
        return paidPage(current, { words, locale, view })
      }
      if (!openStates.includes(current.status)) return unpaidPage(ctx, current, words)
      return openPaymentPage({ current, address, words, url: view.redirectUrl, state: () => visitor.form() })
    },
  }),
]

type View = Awaited<ReturnType<typeof checkoutView>>
type Paid = { words: PayWords; locale: string; view: View }

function paidPage(current: Payment, { words, locale, view }: Paid): PageResponse {
  const { title, text } = words.after.succeeded
  const price = formatMoney(current, locale)
  const arrived = text(price, current.customer?.email ?? '')
  const message = view.message === null ? '' : html`<p class="prose">${view.message}</p>`
  const receipt =
    view.receiptUrl === null
      ? ''
      : html`<p><a class="button quiet" href="${view.receiptUrl}">${words.after.receipt}</a></p>`
  return responseOf(words, title, html`${noticeHtml(current, { title, text: arrived, words })} ${message} ${receipt}`)
}

async function unpaidPage(ctx: Ctx, current: Payment, words: PayWords): Promise<PageResponse> {
  const outcome = current.status === 'cancelled' || current.status === 'expired' ? current.status : 'failed'
  const { title, text } = words.after[isUnreached(current) ? 'unreached' : outcome]
  const link = await ctx.store.find(paymentLink, current.paymentLinkId)
  const again =
    link === undefined ? '' : html`<p><a class="button" href="/pay/${link.slug}">${words.after.again}</a></p>`
  return responseOf(words, title, html`${noticeHtml(current, { title, text, words })} ${again}`)
}

type Open = { current: Payment; address: Address; words: PayWords; url: string | null; state: () => FormState }

/** A payment without an outcome: on its way to the provider, left there, or waiting for the report of the provider. */
function openPaymentPage({ current, address, words, url, state }: Open): PageResponse {
  const { paymentId, proof, go = false, cancelled = false } = address
  const own = `/pay/return/${paymentId}?${new URLSearchParams({ proof })}`
  const isLeft = cancelled && url !== null
  const { title, text } = go ? words.after.opening : isLeft ? words.after.open : words.after.waiting
  const goOn = url === null || current.status === 'processing' ? '' : goOnHtml(url, words)
  const cancel = isLeft ? formHtml({ path: own, state: state(), fields: [], button: words.after.cancel }) : ''
  const poll = isLeft || go ? '' : pollHtml(current, proof)
  const shown = html`${noticeHtml(current, { title, text, words })} ${poll} ${goOn} ${cancel}`
  return { ...responseOf(words, title, shown), island: 'pay', ...(isLeft ? {} : { head: headOf({ own, go, url }) }) }
}

/**
 * Leads on to the provider once its page is open. Browsers apply form-action to redirects after a form, so that a page
 * in between does it. Without scripts, a page that waits for the outcome reloads.
 */
function headOf({ own, go, url }: { own: string; go: boolean; url: string | null }): Html {
  if (go && url !== null) return html`<meta http-equiv="refresh" content="0;url=${url}">`
  if (go) return html`<meta http-equiv="refresh" content="2;url=${own}&go=1">`
  return html`<noscript><meta http-equiv="refresh" content="3;url=${own}"></noscript>`
}

function goOnHtml(url: string, { after }: PayWords): Html {
  return html`<p><a class="button" href="${url}" rel="noreferrer">${after.goOn}</a></p>`
}

function pollHtml({ id, status }: Payment, proof: string): Html {
  return html`<p class="pay-wait" data-poll="${id}" data-proof="${proof}" data-status="${status}" role="status"></p>`
}

type Notice = { title: string; text: string; words: PayWords }

function noticeHtml({ provider }: Payment, { title, text, words }: Notice): Html {
  return html`<h1>${title}</h1>
    <p>${text}</p>
    ${provider === 'sandbox' ? testNote(words) : ''}`
}

function responseOf({ language }: PayWords, title: string, shown: Html) {
  const content = html`<main class="notice pay-after">${shown}</main>`
  return { html: content, title, language, isIndexed: false }
}
