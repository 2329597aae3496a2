import type { FormState } from '#kit/nouns/page.ts'
import { formatMoney } from '#kit/values/currencyExponent.ts'
import { leastCharge } from '#kit/values/leastCharge.ts'
import { html, type Html } from '#kit/values/html.ts'
import { amountToType } from '#kit/values/typedAmount.ts'
import { formFields, type FormField } from '#platform/pages/formHtml.ts'
import type { PaymentLink } from '#products/payments/link/linkFields.ts'
import type { PartState } from '#products/payments/link/partPayment.ts'
import { hasAmount, type Priced, type TypedChoice } from './payChoice.ts'
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
      ${choiceForm(view)} ${signInHtml(view)}
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

/** The choice: its own form, which leads to this page with another price. A script does so by itself. */
function choiceForm(view: PayView): Html {
  const { link, priced, words, typed } = view
  const { allowCoupons, slug } = link
  const tokens = priced.quote.tokens
  const hasChoice =
    hasAmount(link) ||
    allowCoupons ||
    tokens !== null ||
    link.lineItems.some(({ adjustable }) => adjustable !== undefined)
  return html`<form class="form pay-choice" method="get" action="/pay/${slug}" data-choice>
    ${sourceInput(typed)} ${link.amountMode === 'customer' ? '' : linesList(view)}
    ${hasAmount(link) ? amountField(view) : ''}
    ${allowCoupons ? codeField(words, typed.code ?? '') : ''} ${tokens === null ? '' : tokensField(view, tokens)}
    ${hasChoice ? html`<button class="button quiet" data-scriptless>${words.update}</button>` : ''}
  </form>`
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

function linesList({ link, priced, words, locale }: PayView): Html {
  const { quantities } = priced.choice
  const money = (amount: bigint) => formatMoney({ amount, currency: link.currency }, locale)
  return html`<ul class="pay-lines">
    ${link.lineItems.map(({ name, amount, quantity = 1, adjustable, imageUrl }, index) => {
      const chosen = quantities?.[index] ?? quantity
      const field =
        adjustable === undefined
          ? html`<span class="pay-count">× ${chosen}</span>`
          : html`<input class="pay-count" name="q" type="number" inputmode="numeric" value="${chosen}"
              min="${adjustable.min}" max="${adjustable.max}" required aria-label="${words.quantity(name)}">`
      return html`<li>
        ${imageUrl === undefined ? '' : html`<img src="${imageUrl}" alt="" width="56" height="56" loading="lazy">`}
        <span class="pay-name">${name}<small>${amount === 0n ? words.free : words.each(money(amount))}</small></span>
        ${field}
      </li>`
    })}
  </ul>`
}

function amountField({ link, priced, part, typed, words, locale }: PayView): Html {
  const { currency } = link
  const { min = 1n, max } = part === null ? (link.customerAmount ?? {}) : { min: part.least, max: part.open }
  const [line] = priced.cart.lines
  const money = (amount: bigint) => formatMoney({ amount, currency }, locale)
  const hint = words.amountHint(money(min), max === undefined ? null : money(max))
  const isWrong = priced.wrong.has('amount')
  const value = isWrong ? typed.amount : amountToType({ amount: line?.unitAmount ?? min, currency }, locale)
  const invalid = isWrong ? html` aria-invalid="true"` : ''
  return html`<label class="field"
      >${words.amount} (${currency})<small>${hint}</small>
      <input name="amount" type="text" inputmode="decimal" autocomplete="off" value="${value}" maxlength="30"
        required aria-describedby="amount-error"${invalid}>
    </label>
    <div id="amount-error" data-part="amount-error" aria-live="polite">${
      isWrong ? html`<p class="complaint">${words.wrong.amount}</p>` : ''
    }</div>`
}

function codeField({ code: label, optional }: PayWords, code: string): Html {
  return html`<label class="field"
    >${label} <small>${optional}</small>
    <input name="code" type="text" value="${code}" autocomplete="off" autocapitalize="characters" spellcheck="false"
      maxlength="200">
  </label>`
}

/** Tokens that pay, such as `200 POINTS`. */
function tokenCount({ used, token }: Tokens, locale: string): string {
  return `${new Intl.NumberFormat(locale).format(used)} ${token}`
}

function tokensField({ words, locale }: PayView, { token, usable, used }: Tokens): Html {
  const most = new Intl.NumberFormat(locale).format(usable)
  return html`<label class="field"
    >${words.tokens(token)}<small>${words.tokensHint(most)}</small>
    <input name="tokens" type="number" inputmode="numeric" min="0" max="${String(usable)}" value="${String(used)}">
  </label>`
}

type Tokens = NonNullable<Priced['quote']['tokens']>

function priceHtml({ link, priced, part, words, locale }: PayView): Html {
  const { quote } = priced
  const isPriced = !priced.wrong.has('amount')
  const money = (amount: bigint) => formatMoney({ amount, currency: link.currency }, locale)
  const row = (name: string, amount: bigint, isSum = false) =>
    html`<div${isSum ? html` class="pay-sum"` : ''}><dt>${name}</dt><dd>${money(amount)}</dd></div>`
  const { discounts, tokens, rejected, subtotal, due } = quote
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
  const rows = html`${parts.map(([name, amount]) => row(name, amount))} ${isPriced ? priceRows() : ''}`
  return html`${isPriced || parts.length > 0 ? html`<dl class="pay-price">${rows}</dl>` : ''}
    ${isPriced && isTooSmall ? html`<p class="complaint">${words.tooSmall(formatMoney(least, locale))}</p>` : ''}
    ${rejected.map(({ code, reason }) => html`<p class="complaint">${words.rejected(code, reason)}</p>`)}
    ${priced.wrong.has('quantities') ? html`<p class="complaint">${words.wrong.quantity}</p>` : ''}`
}

/** The form of the payer, which starts the payment. The chosen price is part of it, so that no other one is paid. */
function payerForm(view: PayView): Html {
  const { link, priced, state, words, locale, attemptId, query } = view
  const { due } = priced.quote
  const isFree = due.amount === 0n
  const hasPrice = !priced.wrong.has('amount')
  const text = !hasPrice ? words.payNow : isFree ? words.confirm : words.pay(formatMoney(due, locale))
  return html`<form class="form" method="post" action="/pay/${link.slug}${query}" accept-charset="utf-8" data-pay>
    <input type="hidden" name="csrf" value="${state.csrf}">
    <input type="hidden" name="attemptId" value="${attemptId}">
    <input type="hidden" name="language" value="${locale}">
    ${sourceInput(view.typed)}
    <div data-part="held" hidden>${heldInputs(priced)}</div>
    ${formFields(localised(state, view), payerFields(view))}
    <button class="button" data-part="button">${text}</button>
    ${isFree ? '' : html`<p class="small">${words.redirected}</p>`}
  </form>`
}

/** Amount in the form where the typed one is none: a start with it is refused, and charges no other amount. */
const noAmount = 'none'

function heldInputs({ choice, quote, wrong }: Priced): Html[] {
  const { quantities, amount, codes, tokens } = choice
  const held = amount === undefined ? undefined : String(amount)
  const values: [string, string | undefined][] = [
    ['quoteHash', quote.hash],
    ['quantities', quantities?.join(',')],
    ['amount', wrong.has('amount') ? noAmount : held],
    ['codes', codes?.join(' ')],
    ['tokens', tokens === undefined ? undefined : String(tokens)],
  ]
  return values.flatMap(([name, value]) =>
    value === undefined ? [] : [html`<input type="hidden" name="${name}" value="${value}">`],
  )
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
function localised(state: FormState, { words, email }: PayView): FormState {
  const { sent, errors, reason } = state
  const values = Object.fromEntries(Object.entries(sent ?? {}).map(([name, all]) => [name, all.at(-1) ?? '']))
  const texts: Record<string, string> = { email: words.wrong.email, phone: words.wrong.phone }
  const shown = Object.keys(errors).map((path) => {
    const name = path.startsWith('answers/') ? `answer${path.slice('answers/'.length)}` : path
    const isMissing = (values[name] ?? '') === ''
    return [name, isMissing ? words.wrong.missing : (texts[name] ?? words.wrong.number)]
  })
  const message = reason === undefined ? undefined : (words.refusals[reason] ?? words.refusals.other)
  return { ...state, values: { email, ...values }, errors: Object.fromEntries(shown), message }
}
