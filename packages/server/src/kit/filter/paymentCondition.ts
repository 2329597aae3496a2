import { field } from '#kit/call/problem.ts'
import { amountProblems, amountSql, amountText, isAmount, readAmount } from './amount.ts'
import type { ConditionKind } from './conditionKind.ts'
import type { PaymentCondition } from './filter.ts'
import { unknownMembers } from './unknownMembers.ts'

const currencyShape = /^[A-Z]{3}$/

/**
 * A condition on the succeeded payments of a contact: their number, or their sum in a currency less refunds, in minor
 * units. A contact without payments has 0 of both.
 */
export const paymentKind: ConditionKind<PaymentCondition> = {
  key: 'payment',
  others: [],
  isNeverNull: true,
  check({ payment }) {
    const { total, count, currency, ...others } = Object(payment)
    const isTotal = total !== undefined
    const isCurrency = isTotal ? typeof currency === 'string' && currencyShape.test(currency) : currency === undefined
    const one = isTotal
      ? amountProblems(Object(total), '/payment/total')
      : amountProblems(Object(count), '/payment/count')
    return [
      ...(isTotal === (count === undefined)
        ? one
        : [field('/payment/total', 'exactlyOne', 'exactly one of total, count is required')]),
      ...(isCurrency
        ? []
        : [field('/payment/currency', 'pattern', 'must be a currency such as EUR, beside total alone')]),
      ...unknownMembers(others, '/payment'),
    ]
  },
  holds({ payment }, { purchases }) {
    if ('count' in payment)
      return isAmount(sumOf([...(purchases?.values() ?? [])].map(({ count }) => count)), payment.count)
    return isAmount(purchases?.get(payment.currency)?.total ?? 0, payment.total)
  },
  sql({ payment }, build) {
    const own = `from marketing_purchase p where p.account_id = ${build.account()}`
    if ('count' in payment) {
      const rows = (test: string) => `select from (
        select p.contact_id as id ${own} group by p.contact_id having ${test}) g where g.id = t.id`
      return amountSql({ held: 'sum(p.payment_count)', rows, compared: payment.count }, build)
    }
    const inCurrency = `p.currency = ${build.bind(payment.currency, 'text')} and p.contact_id = t.id`
    const rows = (test: string) => `select ${own} and ${inCurrency} and ${test}`
    return amountSql({ held: '(p.paid_minor - p.refunded_minor)', rows, compared: payment.total }, build)
  },
  mention(_condition, found) {
    found.hasPurchases = true
    for (const verb of ['succeeded', 'refunded']) found.events.add(`payments.payment.${verb}`)
  },
  print: ({ payment }) =>
    'count' in payment
      ? `payments ${amountText(payment.count)}`
      : `paid ${payment.currency} ${amountText(payment.total)}`,
  read(reader) {
    if (reader.take('payments')) return { payment: { count: readAmount(reader) } }
    if (!reader.take('paid')) return undefined
    const currency = reader.word(currencyShape)
    if (currency === undefined) throw reader.error('a currency is missing, such as EUR')
    return { payment: { total: readAmount(reader), currency } }
  },
}

function sumOf(counts: readonly number[]): number {
  return counts.reduce((sum, count) => sum + count, 0)
}
