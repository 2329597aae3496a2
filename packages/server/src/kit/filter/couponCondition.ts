import { field } from '#kit/call/problem.ts'
import { parseId } from '#kit/values/ids.ts'
import type { ConditionKind } from './conditionKind.ts'
import { eventKind } from './eventCondition.ts'
import { couponActions, type CouponCondition, type EventCondition } from './filter.ts'
import { occurrenceProblems, occurrenceText, readOccurrences } from './occurrence.ts'
import { unknownMembers } from './unknownMembers.ts'
import type { Vocabulary } from './vocabulary.ts'

const noNames: Vocabulary = { find: () => undefined, names: [] }

/** A condition on the use of coupons: any of them, or one. It reads the events of the contact. */
export const couponKind: ConditionKind<CouponCondition> = {
  key: 'coupon',
  others: ['count', 'within', 'between'],
  isNeverNull: true,
  check(condition) {
    const { action, couponId, ...others } = Object(condition.coupon)
    const isKnown = couponActions.some((name) => name === action)
    const isId = couponId === undefined || (typeof couponId === 'string' && parseId('cpn', couponId) !== undefined)
    return [
      ...(isKnown ? [] : [field('/coupon/action', 'enum', `must be one of ${couponActions.join(', ')}`)]),
      ...(isId ? [] : [field('/coupon/couponId', 'pattern', 'must be an id that begins with cpn_')]),
      ...unknownMembers(others, '/coupon'),
      ...occurrenceProblems(condition),
    ]
  },
  holds: (condition, subject, on) => eventKind.holds(eventOf(condition), subject, on),
  sql: (condition, build) => eventKind.sql(eventOf(condition), build, noNames),
  mention: (condition, found) => eventKind.mention(eventOf(condition), found, noNames),
  print(condition) {
    const { action, couponId } = condition.coupon
    return `${action} coupon${couponId === undefined ? '' : ` ${couponId}`}${occurrenceText(condition)}`
  },
  read(reader) {
    const action = couponActions.find((name) => reader.takeAll([name, 'coupon']))
    if (action === undefined) return undefined
    const couponId = reader.word(/^cpn_/)
    return { coupon: { action, ...(couponId === undefined ? {} : { couponId }) }, ...readOccurrences(reader) }
  },
}

function eventOf({ coupon: { action, couponId }, ...occurrences }: CouponCondition): EventCondition {
  const where = couponId === undefined ? {} : { where: [{ prop: 'couponId', is: 'eq' as const, value: couponId }] }
  return { event: `loyalty.coupon.${action}`, ...where, ...occurrences }
}
