import { field, invalid, type FieldProblem } from '#kit/call/problem.ts'
import { windowProblems } from '#products/loyalty/validWindow.ts'
import type { Coupon } from './coupon.ts'

/** Terms of a coupon that depend on each other. */
type Terms = Pick<
  Coupon,
  'discount' | 'promotionId' | 'appliesTo' | 'startsAt' | 'expiresAt' | 'budget' | 'minSubtotal' | 'validWindows'
>
type Discount = NonNullable<Coupon['discount']>
type Member = Exclude<keyof Discount, 'type'>

/** Members of a discount by its type: those that it needs, and those that it may have. */
const members: Readonly<Record<Discount['type'], { needs: readonly Member[]; may: readonly Member[] }>> = {
  percent: { needs: ['percentOff'], may: ['maxAmount', 'currency'] },
  amount: { needs: ['amount', 'currency'], may: [] },
  fixedPrice: { needs: ['amount', 'currency'], may: ['maxAmount'] },
  freeItem: { needs: ['sku'], may: ['quantity', 'maxAmount', 'currency'] },
  freeShipping: { needs: [], may: ['maxAmount', 'currency'] },
  tokens: { needs: ['amount'], may: ['token'] },
}

const tokensMax = 1_000_000_000_000n

/** Throws invalid for terms that do not fit together. */
export function checkTerms(terms: Terms): void {
  const problems = [
    ...effectProblems(terms),
    ...timeProblems(terms),
    ...windowProblems(terms.validWindows),
    ...currencyProblems(terms),
  ]
  if (problems.length > 0) throw invalid(...problems)
}

/** A coupon has a discount of its own, or the effects of a promotion, which says what they lower. */
function effectProblems({ discount, promotionId, appliesTo }: Terms): FieldProblem[] {
  if (promotionId === null) {
    return discount === null
      ? [field('/discount', 'required', 'is needed without promotionId')]
      : discountProblems(discount)
  }
  return [
    ...(discount === null ? [] : [field('/discount', 'notAllowed', 'goes without promotionId')]),
    ...(appliesTo === null ? [] : [field('/appliesTo', 'notAllowed', 'goes without promotionId: it has targets')]),
  ]
}

function discountProblems(discount: Discount): FieldProblem[] {
  const { needs, may } = members[discount.type]
  const sent = Object.entries(discount).flatMap(([name, value]) =>
    value === undefined || value === null ? [] : [name],
  )
  const problems = needs
    .filter((name) => !sent.includes(name))
    .map((name) => field(`/discount/${name}`, 'required', `is needed for type ${discount.type}`))
  const allowed = new Set<string>(['type', ...needs, ...may])
  const strays = sent.filter((name) => !allowed.has(name))
  problems.push(...strays.map((name) => field(`/discount/${name}`, 'notAllowed', `goes without type ${discount.type}`)))
  if (sent.includes('maxAmount') && !sent.includes('currency')) {
    problems.push(field('/discount/currency', 'required', 'is needed for maxAmount'))
  }
  const { percentOff = 1, amount = 1n, type } = discount
  const hundredths = percentOff * 100
  if (Math.abs(hundredths - Math.round(hundredths)) > 1e-6) {
    problems.push(field('/discount/percentOff', 'multipleOf', 'must have at most two decimals'))
  }
  if (type !== 'fixedPrice' && amount < 1n) problems.push(field('/discount/amount', 'minimum', 'must be at least 1'))
  if (type === 'tokens' && amount > tokensMax) {
    problems.push(field('/discount/amount', 'maximum', `must be at most ${tokensMax}`))
  }
  return problems
}

function timeProblems({ startsAt, expiresAt }: Terms): FieldProblem[] {
  if (expiresAt === null || expiresAt > startsAt) return []
  return [field('expiresAt', 'order', 'must be after startsAt')]
}

/** Amounts of one coupon are in one currency: sums in two would mean nothing. */
function currencyProblems({ discount, budget, minSubtotal }: Terms): FieldProblem[] {
  const used = [discount?.currency, budget?.currency, minSubtotal?.currency].filter((each) => each !== undefined)
  const paths = ['/discount/currency', '/budget/currency', '/minSubtotal/currency']
  const [first] = used
  if (used.every((each) => each === first)) return []
  const named = [discount?.currency, budget?.currency, minSubtotal?.currency]
  return paths.flatMap((path, index) =>
    named[index] === undefined || named[index] === first
      ? []
      : [field(path, 'conflict', `is another currency than ${String(first)}, in which the coupon's other amounts are`)],
  )
}
