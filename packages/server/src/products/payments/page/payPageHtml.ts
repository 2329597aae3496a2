import type { FormState } from '#kit/nouns/page.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { leastCharge } from '#kit/values/leastCharge.ts'
import { html, type Html } from '#kit/values/html.ts'
import { formFields, type FormField } from '#platform/pages/formHtml.ts'
import type { PaymentLink } from '#products/payments/link/linkFields.ts'
import type { PartState } from '#products/payments/link/partPayment.ts'
import { choiceHtml, fieldTexts, focusedField, payFormId } from './choiceHtml.ts'
import { isPriced, type Priced, type TypedChoice } from './payChoice.ts'
import { pricedValues } from './payForm.ts'
import type { PayWords } from './payWords.ts'

/** Parts of the page of a payment link. */
export type PayView = {
  link: PaymentLink
  /** Name of the account that takes the money. */
  seller: string
  isTest: boolean
  priced: Priced
  /** Price, paid and open amounts of a link that takes parts; null for another one. */
  part: PartState | null
  /** Choice as typed, and as the query of the address. */
  typed: TypedChoice
  query: string
  state: FormState
  attemptId: string
  email: string
  /** Page that signs a viewer in and leads back with the choice; null for a viewer who is signed in. */
  signInPath: string | null
  words: PayWords
  locale: string
}

/** The page: what is bought, its price, and the form of the payer. It works without scripts. */
export function payHtml(view: PayView): Html {
  const { link, seller, isTest, words } = view
  return html`<main class="pay">
    <header class="pay-head">
      <p class="small">${seller}</p>
      <h1>${link.title}</h1>
      ${link.description === null ? '' : html`<p class="prose">${link.description}</p>`}
      ${isTest ? testNote(words) : ''}
    </header>
    <section class="pay-card" aria-labelledby="pay-order">
      <h2 id="pay-order">${words.order}</h2>
      ${choiceHtml(view)} ${signInHtml(view)}
      <div data-part="price" aria-live="polite">${priceHtml(view)}</div>
    </section>
    <section class="pay-card" aria-labelledby="pay-details">
      <h2 id="pay-details">${words.details}</h2>
      ${payerForm(view)}
    </section>
  </main>`
}

/** Note on pages of the sandbox. */
export function testNote({ test }: PayWords): Html {
  return html`<p class="pay-test">${test}</p>`
}

/** The way to own tokens and coupons, where the link takes them. */
function signInHtml({ link, signInPath, words }: PayView): Html {
  const { acceptTokens, allowCoupons, contactId } = link
  const text = acceptTokens !== null ? words.signInForTokens(acceptTokens.token) : words.signInForCodes
  const isOffered = signInPath !== null && contactId === null && (acceptTokens !== null || allowCoupons)
  return html`<p class="small" data-part="sign-in">${isOffered ? html`<a href="${signInPath}">${text}</a>` : ''}</p>`
}

/** The tag of the source goes along with each choice, and with the payment. */
function sourceInput({ source = '' }: TypedChoice): Html | '' {
  return source === '' ? '' : html`<input type="hidden" name="source" value="${source}">`
}

/** Tokens that pay, such as `200 POINTS`. */
function tokenCount({ used, token }: Tokens, locale: string): string {
  return `${new Intl.NumberFormat(locale).format(used)} ${token}`
}

type Tokens = NonNullable<Priced['quote']['tokens']>

function priceHtml({ link, priced, part, words, locale }: PayView): Html {
  const { quote } = priced
  const isShown = isPriced(priced)
  const money = (amount: bigint) => formatMoney({ amount, currency: link.currency }, locale)
  const row = (name: string, amount: bigint, isSum = false) =>
    html`<div${isSum ? html` class="pay-sum"` : ''}><dt>${name}</dt><dd>${money(amount)}</dd></div>`
  const { discounts, tokens, subtotal, due } = quote
  const least = { amount: leastCharge(link.currency), currency: link.currency }
  const isTooSmall = due.amount > 0n && due.amount < least.amount
  const isPlain = discounts.length === 0 && (tokens === null || tokens.used === 0n)
  const parts: [string, bigint][] =
    part === null
      ? []
      : [
          [words.part.price, part.price],
          [words.part.paid, part.paid],
          ...(part.held > 0n ? [[words.part.held, part.held] satisfies [string, bigint]] : []),
          [words.part.open, part.open],
        ]
  const priceRows = () => html`${isPlain ? '' : row(words.subtotal, subtotal.amount)}
      ${discounts.map(({ title, code, amount }) => row(code === null ? title : `${title} (${code})`, -amount))}
      ${tokens === null || tokens.used === 0n ? '' : row(tokenCount(tokens, locale), -tokens.value.amount)}
      ${row(words.due, due.amount, true)}`
  const rows = html`${parts.map(([name, amount]) => row(name, amount))} ${isShown ? priceRows() : ''}`
  return html`${isShown || parts.length > 0 ? html`<dl class="pay-price">${rows}</dl>` : ''}
    ${isShown && isTooSmall ? html`<p class="complaint">${words.tooSmall(formatMoney(least, locale))}</p>` : ''}`
}

/**
 * The form of the payer, which starts the payment. The chosen price is part of it, so that no other one is paid. After
 * a refusal the first wrong field has the focus, else the message.
 */
function payerForm(view: PayView): Html {
  const { link, priced, state, words, locale, attemptId, query, typed } = view
  const { due } = priced.quote
  const isFree = due.amount === 0n
  const text = !isPriced(priced) ? words.payNow : isFree ? words.confirm : words.pay(formatMoney(due, locale))
  const focus = focusedField(view) === undefined ? 'message' : 'none'
  return html`<form class="form" id="${payFormId}" method="post" action="/pay/${link.slug}${query}"
    accept-charset="utf-8" data-pay>
    <input type="hidden" name="csrf" value="${state.csrf}">
    <input type="hidden" name="attemptId" value="${attemptId}">
    <input type="hidden" name="language" value="${locale}">
    ${sourceInput(typed)}
    <div data-part="held" hidden>${pricedValues(priced, fieldTexts(view), typed).map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
    )}</div>
    ${formFields(localised(state, view), payerFields(view), focus)}
    <button class="button" data-part="button">${text}</button>
    ${isFree ? '' : html`<p class="small">${words.redirected}</p>`}
  </form>`
}

function payerFields({ link, words }: PayView): FormField[] {
  const { collect, customFields } = link
  const isRequired = true
  const fields: FormField[] = [
    { name: 'email', label: words.email, type: 'email', autocomplete: 'email', hint: words.emailHint, isRequired },
  ]
  if (collect?.name === true) {
    fields.push({ name: 'name', label: words.name, type: 'text', autocomplete: 'name', isRequired })
  }
  if (collect?.phone === true) {
    const hint = words.phoneHint
    fields.push({ name: 'phone', label: words.phone, type: 'tel', autocomplete: 'tel', hint, isRequired })
  }
  if (collect?.address === true) {
    fields.push({ name: 'address', label: words.address, type: 'text', autocomplete: 'street-address', isRequired })
  }
  const own = customFields.map(({ label, kind, isRequired: isNeeded = false }, index): FormField => ({
    name: `answer${index}`,
    label,
    type: 'text',
    autocomplete: 'off',
    ...(isNeeded ? { isRequired: true } : { hint: words.optional }),
    ...(kind === 'number' ? { inputMode: 'decimal' } : {}),
  }))
  return [...fields, ...own]
}

/** The state of the form in the words of the page: what was typed, and what is wrong with it. */
function localised(state: FormState, view: PayView): FormState {
  const { words, email, priced } = view
  const { sent, errors, reason } = state
  const isWrong = !isPriced(priced)
  const values = Object.fromEntries(Object.entries(sent ?? {}).map(([name, all]) => [name, all.at(-1) ?? '']))
  const texts: Record<string, string> = { email: words.wrong.email, phone: words.wrong.phone }
  const shown = Object.keys(errors).map((path) => {
    const name = path.startsWith('answers/') ? `answer${path.slice('answers/'.length)}` : path
    const isMissing = (values[name] ?? '') === ''
    return [name, isMissing ? words.wrong.missing : (texts[name] ?? words.wrong.number)]
  })
  const known = isWrong && reason === 'quote_changed' ? 'validation_failed' : reason
  const message = known === undefined ? undefined : (words.refusals[known] ?? words.refusals.other)
  return { ...state, values: { email, ...values }, errors: Object.fromEntries(shown), message }
}
