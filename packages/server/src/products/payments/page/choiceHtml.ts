import { formatMoney } from '#kit/values/currencyExponent.ts'
import { html, type Html } from '#kit/values/html.ts'
import { amountToType } from '#kit/values/typedAmount.ts'
import { quoteChanged } from '#products/payments/checkout/quoteChanged.ts'
import type { PaymentLink } from '#products/payments/link/linkFields.ts'
import { hasAmount, type Priced, type TypedChoice } from './payChoice.ts'
import { updateName } from './payForm.ts'
import type { PayView } from './payPageHtml.ts'

/** Id of the form of the payer: the fields of the choice belong to it. */
export const payFormId = 'pay-form'

/**
 * The choice: fields of the form of the payer, so that a start holds what stands in them. Its button shows the price
 * again. A script does so by itself.
 */
export function choiceHtml(view: PayView): Html {
  const { link, priced, words } = view
  const tokens = priced.quote.tokens
  const isChosen = hasAmount(link) || link.allowCoupons || tokens !== null || link.lineItems.some(isAdjustable)
  const hidden = isChosen ? '' : html` hidden`
  // The first button of a form is that of the Enter key: a payment, which starts at the shown price alone.
  return html`<div class="form pay-choice" data-choice>
    <button form="${payFormId}" hidden></button>
    ${link.amountMode === 'customer' ? '' : linesList(view)}
    ${hasAmount(link) ? amountField(view) : ''}
    ${link.allowCoupons ? codeField(view) : ''} ${tokens === null ? '' : tokensField(view, tokens)}
    <button class="button quiet" form="${payFormId}" name="${updateName}" value="1" formnovalidate
      data-scriptless${hidden}
      >${words.update}</button>
  </div>`
}

/** Texts of the fields of the choice, as the page shows them. */
export function fieldTexts({ link, priced, typed, locale }: PayView): TypedChoice {
  const { currency, lineItems, customerAmount } = link
  const { wrong, cart, quote, choice } = priced
  const rest = [...(typed.q ?? [])]
  const isWrong = [...wrong.keys()].some((path) => path.startsWith('quantities'))
  const q = lineItems.flatMap((item, index) => {
    if (item.adjustable === undefined) return []
    const text = rest.shift()
    return [isWrong && text !== undefined ? text : String(choice.quantities?.[index] ?? item.quantity ?? 1)]
  })
  const amount = cart.lines[0]?.unitAmount ?? customerAmount?.min ?? 1n
  return {
    ...(q.length > 0 && link.amountMode === 'fixed' && { q }),
    ...(hasAmount(link) && {
      amount: wrong.has('amount') ? (typed.amount ?? '') : amountToType({ amount, currency }, locale),
    }),
    ...(link.allowCoupons && { code: typed.code ?? '' }),
    ...(quote.tokens !== null && { tokens: wrong.has('tokens') ? (typed.tokens ?? '') : String(quote.tokens.used) }),
  }
}

/**
 * Name of the field of the choice that has the focus, in the order of the page; undefined without one. It is the first
 * wrong one after a refusal. A code that gives nothing has it where no other entry was refused.
 */
export function focusedField(view: PayView): string | undefined {
  const { link, state } = view
  if (state.sent === undefined) return undefined
  const isOfChoice = state.reason === undefined || state.reason === quoteChanged.reason
  const names = [...link.lineItems.map((_, index) => `q${index}`), 'amount', ...(isOfChoice ? ['code'] : []), 'tokens']
  return names.find((name) => complaintsOf(view, name).length > 0)
}

/** Complaints about a field of the choice. A code that gives nothing has one, and the price is without it. */
function complaintsOf(view: PayView, name: string): readonly string[] {
  const { link, priced, words } = view
  if (name === 'code') {
    return link.allowCoupons ? priced.quote.rejected.map(({ code, reason }) => words.rejected(code, reason)) : []
  }
  const complaint = complaintOf(view, name)
  return complaint === undefined ? [] : [complaint]
}

/** Complaint about a field without which there is no price. That of an empty order is at its first choice. */
function complaintOf({ link, priced, part, words, locale }: PayView, name: string): string | undefined {
  const { wrong } = priced
  const line = /^q(\d+)$/.exec(name)?.[1]
  if (line !== undefined) {
    const { min, max } = link.lineItems[Number(line)]?.adjustable ?? {}
    if (min === undefined || max === undefined) return undefined
    if (wrong.has(`quantities/${line}`)) return words.wrong.quantity(min, max)
    const isFirst = link.lineItems.findIndex(isAdjustable) === Number(line)
    return isFirst && wrong.has('quantities') ? words.wrong.nothing : undefined
  }
  const code = wrong.get(name)
  if (code === undefined) return undefined
  if (name === 'tokens') return words.wrong.tokens
  const money = (amount: bigint) => formatMoney({ amount, currency: link.currency }, locale)
  return code === 'rest' && part !== null ? words.wrong.rest(money(part.open)) : words.wrong.amount
}

/** Marks of a field: its complaints describe it. */
function marksOf(view: PayView, name: string): Html {
  const isWrong = complaintsOf(view, name).length > 0
  const isFocused = focusedField(view) === name
  return html` form="${payFormId}" aria-describedby="${name}-error"${isWrong ? html` aria-invalid="true"` : ''}${
    isFocused ? html` autofocus` : ''
  }`
}

function complaintHtml(view: PayView, name: string, note: Html | '' = ''): Html {
  const complaints = complaintsOf(view, name)
  const shown = complaints.length === 0 ? note : complaints.map((each) => html`<p class="complaint">${each}</p>`)
  return html`<div class="pay-wrong" id="${name}-error" data-part="${name}-error" aria-live="polite">${shown}</div>`
}

function isAdjustable({ adjustable }: PaymentLink['lineItems'][number]): boolean {
  return adjustable !== undefined
}

function linesList(view: PayView): Html {
  const { link, priced, words, locale } = view
  const texts = [...(fieldTexts(view).q ?? [])]
  const money = (amount: bigint) => formatMoney({ amount, currency: link.currency }, locale)
  return html`<ul class="pay-lines">
    ${link.lineItems.map(({ name, amount, quantity = 1, adjustable, imageUrl }, index) => {
      const field =
        adjustable === undefined
          ? html`<span class="pay-count">× ${priced.choice.quantities?.[index] ?? quantity}</span>`
          : html`<input class="pay-count" name="q" type="number" inputmode="numeric" value="${texts.shift() ?? ''}"
              min="${adjustable.min}" max="${adjustable.max}" required aria-label="${words.quantity(name)}"
              ${marksOf(view, `q${index}`)}>`
      return html`<li>
        ${imageUrl === undefined ? '' : html`<img src="${imageUrl}" alt="" width="56" height="56" loading="lazy">`}
        <span class="pay-name">${name}<small>${amount === 0n ? words.free : words.each(money(amount))}</small></span>
        ${field} ${adjustable === undefined ? '' : complaintHtml(view, `q${index}`)}
      </li>`
    })}
  </ul>`
}

function amountField(view: PayView): Html {
  const { link, part, words, locale } = view
  const { currency } = link
  const { min = 1n, max } = part === null ? (link.customerAmount ?? {}) : { min: part.least, max: part.open }
  const money = (amount: bigint) => formatMoney({ amount, currency }, locale)
  const hint = words.amountHint(money(min), max === undefined ? null : money(max))
  return html`<label class="field"
      >${words.amount} (${currency})<small>${hint}</small>
      <input name="amount" type="text" inputmode="decimal" autocomplete="off" value="${fieldTexts(view).amount ?? ''}"
        maxlength="30" required${marksOf(view, 'amount')}>
    </label>
    ${complaintHtml(view, 'amount', readingNote(view))}`
}

/** The amount that was read, where the typed text is another one in another language. */
function readingNote({ link, priced, words, locale }: PayView): Html | '' {
  const { choice, otherAmount } = priced
  if (otherAmount === undefined || choice.amount === undefined) return ''
  const { currency } = link
  const read = formatMoney({ amount: BigInt(choice.amount), currency }, locale)
  const other = formatMoney({ amount: otherAmount, currency }, locale)
  const text = words.otherAmount(read, other, amountToType({ amount: otherAmount, currency }, locale))
  return html`<p class="small">${text}</p>`
}

function codeField(view: PayView): Html {
  const { words, typed } = view
  return html`<label class="field"
      >${words.code} <small>${words.optional}</small>
      <input name="code" type="text" value="${typed.code ?? ''}" autocomplete="off" autocapitalize="characters"
        spellcheck="false" maxlength="200"${marksOf(view, 'code')}>
    </label>
    ${complaintHtml(view, 'code')}`
}

/** The field has no largest number: the part that tokens may pay changes with the choice beside it. */
function tokensField(view: PayView, { token, usable }: Tokens): Html {
  const { words } = view
  return html`<label class="field"
      >${words.tokens(token)}<small data-part="tokens-hint">${words.tokensHint(countText(view, usable))}</small>
      <input name="tokens" type="number" inputmode="numeric" min="0" value="${fieldTexts(view).tokens ?? ''}"
        ${marksOf(view, 'tokens')}>
    </label>
    ${complaintHtml(view, 'tokens', fewerNote(view))}`
}

/** The number of tokens that pay, where more were typed. */
function fewerNote(view: PayView): Html | '' {
  const { priced, words } = view
  const { choice, quote } = priced
  if (quote.tokens === null || BigInt(choice.tokens ?? 0) <= quote.tokens.used) return ''
  return html`<p class="small">${words.fewerTokens(countText(view, quote.tokens.used))}</p>`
}

type Tokens = NonNullable<Priced['quote']['tokens']>

function countText({ locale }: PayView, count: bigint): string {
  return new Intl.NumberFormat(locale).format(count)
}
