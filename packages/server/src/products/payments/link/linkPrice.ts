import { field, type FieldProblem } from '#kit/call/problem.ts'
import { decimalOf } from '#kit/values/currencyExponent.ts'
import { leastCharge } from '#kit/values/leastCharge.ts'
import { amountMax } from '#kit/values/money.ts'
import type { PaymentLink } from './linkFields.ts'

/** Price of the lines of a link in the quantities that it names. */
export function priceOf({ lineItems }: Pick<PaymentLink, 'lineItems'>): bigint {
  return lineItems.reduce((sum, { amount, quantity = 1 }) => sum + amount * BigInt(quantity), 0n)
}

/** Problems of the price of a link: its lines, its amount to choose, and its parts. */
export function priceProblems(link: PaymentLink): FieldProblem[] {
  return [...(link.amountMode === 'customer' ? chosenProblems(link) : lineProblems(link)), ...partProblems(link)]
}

function chosenProblems({ lineItems, customerAmount, currency }: PaymentLink): FieldProblem[] {
  if (lineItems.length > 0) return [field('lineItems', 'notAllowed', 'are for amountMode fixed')]
  if (customerAmount === null) return [field('customerAmount', 'required', 'is needed with amountMode customer')]
  const { min, max, preset } = customerAmount
  if (min < leastCharge(currency)) return [field('customerAmount/min', 'minimum', leastText(currency))]
  const isOutside = (amount: bigint | undefined) => amount !== undefined && amount < min
  if (isOutside(max)) return [field('customerAmount/max', 'order', 'must not be below min')]
  const isPresetOutside = isOutside(preset) || (preset !== undefined && max !== undefined && preset > max)
  return isPresetOutside ? [field('customerAmount/preset', 'range', 'must be between min and max')] : []
}

function lineProblems(link: PaymentLink): FieldProblem[] {
  const { lineItems, customerAmount, currency } = link
  if (customerAmount !== null) return [field('customerAmount', 'notAllowed', 'is for amountMode customer')]
  if (lineItems.length === 0) return [field('lineItems', 'minItems', 'needs a line with amountMode fixed')]
  const wrong = lineItems.flatMap(({ adjustable, quantity = 1 }, index) => {
    if (adjustable === undefined || (adjustable.min <= quantity && quantity <= adjustable.max)) return []
    return [field(`lineItems/${index}/adjustable`, 'range', 'must include the quantity')]
  })
  const most = lineItems.reduce(
    (sum, each) => sum + each.amount * BigInt(each.adjustable?.max ?? each.quantity ?? 1),
    0n,
  )
  if (most > BigInt(amountMax)) wrong.push(field('lineItems', 'maximum', 'have a sum of more than 15 digits'))
  if (most === 0n) wrong.push(field('lineItems', 'minimum', 'need an amount above zero'))
  const isTooSmall = most > 0n && priceOf(link) < leastCharge(currency)
  if (isTooSmall) wrong.push(field('lineItems', 'minimum', `have a sum that ${leastText(currency)}`))
  return wrong
}

/** Parts have one price: nothing may change it between them. */
function partProblems(link: PaymentLink): FieldProblem[] {
  const { allowPartial, amountMode, maxPayments, allowCoupons, autoPromotions, acceptTokens, currency } = link
  if (allowPartial === null) return []
  const unfit = (name: string, text: string) => field(name, 'notAllowed', `${text} with allowPartial`)
  const { firstMin } = allowPartial
  const price = priceOf(link)
  return [
    ...(maxPayments === 1 ? [] : [unfit('maxPayments', 'must be 1')]),
    ...(amountMode === 'fixed' ? [] : [unfit('amountMode', 'must be fixed')]),
    ...link.lineItems.flatMap(({ adjustable }, index) =>
      adjustable === undefined ? [] : [unfit(`lineItems/${index}/adjustable`, 'is not possible')],
    ),
    ...(allowCoupons ? [unfit('allowCoupons', 'must be false')] : []),
    ...(autoPromotions ? [unfit('autoPromotions', 'must be false')] : []),
    ...(acceptTokens === null ? [] : [unfit('acceptTokens', 'is not possible')]),
    ...(firstMin >= leastCharge(currency) ? [] : [field('allowPartial/firstMin', 'minimum', leastText(currency))]),
    ...(amountMode === 'customer' || firstMin <= price
      ? []
      : [field('allowPartial/firstMin', 'maximum', `must not be above the price, ${price}`)]),
  ]
}

function leastText(currency: string): string {
  const amount = leastCharge(currency)
  return `must be at least ${amount}: providers take no less than ${decimalOf({ amount, currency })} ${currency}`
}
