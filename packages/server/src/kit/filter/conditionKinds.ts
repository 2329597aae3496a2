import { bucketKind } from './bucketCondition.ts'
import type { ConditionKind } from './conditionKind.ts'
import { couponKind } from './couponCondition.ts'
import { eventKind } from './eventCondition.ts'
import { fieldKind } from './fieldCondition.ts'
import type { FilterCondition } from './filter.ts'
import { loyaltyKind } from './loyaltyCondition.ts'
import { mailKind } from './mailCondition.ts'
import { paymentKind } from './paymentCondition.ts'
import { segmentKind } from './segmentCondition.ts'

/** Every kind of condition. In the text form fields come last: their names are words of their own. */
export const conditionKinds: readonly ConditionKind[] = [
  loosened(eventKind),
  loosened(mailKind),
  loosened(segmentKind),
  loosened(bucketKind),
  loosened(couponKind),
  loosened(loyaltyKind),
  loosened(paymentKind),
  loosened(fieldKind),
]

/** The kind of a condition. Throws for a condition of none: a checked filter has no such. */
export function kindOf(condition: FilterCondition): ConditionKind {
  const kind = findKind(condition)
  if (kind === undefined) throw new Error('a filter has a condition of no kind')
  return kind
}

/** The kind of a condition, by its property; undefined for none. */
export function findKind(condition: object): ConditionKind | undefined {
  return conditionKinds.find(({ key }) => Object.hasOwn(condition, key))
}

function loosened<C>(kind: ConditionKind<C>): ConditionKind {
  // cast: a kind is handed only conditions that have its property.
  return kind as unknown as ConditionKind
}
