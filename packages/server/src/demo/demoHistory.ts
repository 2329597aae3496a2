import type { Filling } from './demo.ts'

const dayMs = 86_400_000
/** Days of history of the demo's money. */
export const moneyDays = 42

/** Contact who pays in the demo. */
export type Buyer = { id: string; email: string; firstName: string; lastName: string }

/** Functions of the account some days ago. */
export function daysAgo(filling: Filling, days: number): Filling {
  return filling.at(new Date(filling.now().getTime() - Math.round(days * dayMs)))
}
