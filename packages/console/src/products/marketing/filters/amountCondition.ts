/** Comparisons of amounts, in the order of the choice. */
export const amountComparisons = ['gte', 'gt', 'lte', 'lt', 'eq'] as const

/** Name of such a comparison. */
export type AmountComparison = (typeof amountComparisons)[number]

type Compared = { is: AmountComparison; amount: number | null }

/**
 * A condition on an amount of a contact: tokens that it can spend, or its payments. `currency`: their sum in it, in
 * minor units; null for their number.
 */
export type AmountCondition =
  | ({ kind: 'balance'; token: string } & Compared)
  | ({ kind: 'payment'; currency: string | null } & Compared)

type Members = Readonly<Record<string, unknown>>

/** The condition on an amount that a part of a filter is; undefined for another part. */
export function amountConditionOf({ loyalty, payment, ...others }: Members): AmountCondition | undefined {
  if (Object.keys(others).length > 0 || (loyalty === undefined) === (payment === undefined)) return undefined
  return loyalty === undefined ? paymentOf(Object(payment)) : balanceOf(Object(loyalty))
}

/** The condition as the API takes it. An incomplete one lacks its value. */
export function amountPart(condition: AmountCondition): Members {
  const { kind, is, amount } = condition
  const compared = { is, ...(amount !== null && { value: amount }) }
  if (kind === 'balance') return { loyalty: { balance: { token: condition.token.trim(), ...compared } } }
  const { currency } = condition
  return { payment: currency === null ? { count: compared } : { total: compared, currency } }
}

function balanceOf({ balance, ...others }: Members): AmountCondition | undefined {
  const { token, ...rest } = Object(balance)
  const compared = comparedOf(rest)
  const isShown = typeof token === 'string' && Object.keys(others).length === 0
  return compared && isShown ? { kind: 'balance', token, ...compared } : undefined
}

function paymentOf({ count, total, currency = null, ...others }: Members): AmountCondition | undefined {
  const compared = comparedOf(Object(total ?? count))
  const isShown = Object.keys(others).length === 0 && (total === undefined) !== (count === undefined)
  const isCurrency = total === undefined ? currency === null : typeof currency === 'string'
  if (compared === undefined || !isShown || !isCurrency) return undefined
  return { kind: 'payment', currency: typeof currency === 'string' ? currency : null, ...compared }
}

function comparedOf({ is, value, ...others }: Members): Compared | undefined {
  const known = amountComparisons.find((each) => each === is)
  const isAmount = value === undefined || typeof value === 'number'
  if (known === undefined || !isAmount || Object.keys(others).length > 0) return undefined
  return { is: known, amount: value ?? null }
}
