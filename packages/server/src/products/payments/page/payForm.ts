import { problem } from '#kit/call/problem.ts'
import type { PageForm } from '#kit/nouns/page.ts'
import { startOperation } from '#products/payments/checkout/checkoutOperations.ts'
import { quoteChanged } from '#products/payments/checkout/quoteChanged.ts'
import { isPriced, type Priced, type TypedChoice } from './payChoice.ts'

type Sent = Readonly<Record<string, readonly string[]>>

/** Name of the button that shows the price of a choice. */
export const updateName = 'update'

/**
 * The form of a payer: one attempt, with the price that the page showed. The fields of the choice are sent along. A
 * choice that differs from the one that was priced starts no payment: the page comes back with its price.
 */
export const payForm: PageForm<{ slug: string }> = {
  submits: startOperation,
  fields: [],
  redrawnBy: updateName,
  inputOf({ slug }, visitorId, sent) {
    if (!(sent['shown'] ?? []).includes(choiceText(choiceSent(sent)))) throw problem(quoteChanged)
    return { slug, ...payerOf(sent), ...pricedOf(sent), visitorId }
  },
  pathAfter(output) {
    const { returnUrl } = Object(output)
    const { pathname, search } = new URL(String(returnUrl))
    return `${pathname}${search}&go=1`
  },
}

/** Data of the payer that a form holds, as input of a start. */
export function payerOf(sent: Sent): Record<string, unknown> {
  const text = (name: string) => sent[name]?.at(-1)?.trim() ?? ''
  const entries = (names: readonly string[], read: (of: string) => unknown) =>
    names.flatMap((name) => (text(name) === '' ? [] : [[name, read(text(name))]]))
  const count = Math.max(0, ...Object.keys(sent).map((name) => Number(/^answer(\d)$/.exec(name)?.[1] ?? -1) + 1))
  return Object.fromEntries([
    ...entries(['attemptId', 'email', 'name', 'address', 'language', 'source'], (of) => of),
    ...entries(['phone'], (of) => of.replace(/[\s()/.-]/g, '').replace(/^00/, '+')),
    ...(count === 0 ? [] : [['answers', Array.from({ length: count }, (_, index) => text(`answer${index}`))]]),
  ])
}

/** The choice whose price the page showed, as input of a start. */
function pricedOf(sent: Sent): Record<string, unknown> {
  const priced = new URLSearchParams(sent['priced']?.at(-1) ?? '')
  const entries = (name: string, read: (of: string) => unknown) => {
    const text = priced.get(name)
    return text === null ? [] : [[name, read(text)]]
  }
  return Object.fromEntries([
    ...entries('quoteHash', (of) => of),
    ...entries('quantities', (of) => of.split(',').map(Number)),
    ...entries('amount', Number),
    ...entries('codes', (of) => of.split(' ')),
    ...entries('tokens', Number),
  ])
}

/** The choice as it stands in the fields that were sent. */
export function choiceSent(sent: Sent): TypedChoice {
  const last = (name: 'amount' | 'code' | 'tokens' | 'source') => {
    const value = sent[name]?.at(-1)
    return value === undefined ? {} : { [name]: value }
  }
  const { q } = sent
  return {
    ...(q !== undefined && { q: [...q] }),
    ...last('amount'),
    ...last('code'),
    ...last('tokens'),
    ...last('source'),
  }
}

/** The choice as the query of an address; empty without one. */
export function choiceQuery({ q = [], amount, code, tokens, source }: TypedChoice): string {
  const query = new URLSearchParams(q.map((each) => ['q', each.trim()]))
  if (amount !== undefined) query.set('amount', amount.trim())
  if (code !== undefined && code.trim() !== '') query.set('code', code.trim())
  if (tokens !== undefined) query.set('tokens', tokens.trim())
  if (source !== undefined && source !== '') query.set('source', source)
  return query.size === 0 ? '' : `?${query}`
}

/** Text of a choice, the same for fields with the same values. */
function choiceText({ source: _source, ...choice }: TypedChoice): string {
  return choiceQuery(choice)
}

/**
 * Hidden values of the form: the choice that is priced, and the texts of the fields that mean it. `fields`: texts as
 * the page shows them. `typed`: texts that a script may still show. A page with a wrong field has none, so nothing
 * starts.
 */
export function pricedValues(priced: Priced, fields: TypedChoice, typed: TypedChoice): [string, string][] {
  if (!isPriced(priced)) return []
  const { choice, quote } = priced
  const { quantities, amount, codes, tokens } = choice
  const start = new URLSearchParams({ quoteHash: quote.hash })
  if (quantities !== undefined) start.set('quantities', quantities.join(','))
  if (amount !== undefined) start.set('amount', String(amount))
  if (codes !== undefined) start.set('codes', codes.join(' '))
  if (tokens !== undefined) start.set('tokens', String(tokens))
  const shown = new Set([choiceText(fields), choiceText(typed)])
  return [['priced', String(start)], ...[...shown].map((text): [string, string] => ['shown', text])]
}
