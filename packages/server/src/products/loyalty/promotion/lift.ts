/** A group of people and those of them who bought. */
export type Group = { people: number; buyers: number }

/** Quantile of the normal distribution for 95 %, both sides. */
const z = 1.959_964

/**
 * Difference of the shares of buyers, with its 95 % confidence interval by Newcombe's hybrid score (1998, method 10):
 * it holds for small groups and for shares near 0 and 1. Both groups have people.
 */
export function liftOf(treated: Group, heldOut: Group) {
  const [one, other] = [wilson(treated), wilson(heldOut)]
  const difference = one.rate - other.rate
  return {
    people: treated.people,
    buyers: treated.buyers,
    peopleHeldOut: heldOut.people,
    buyersHeldOut: heldOut.buyers,
    rate: one.rate,
    rateHeldOut: other.rate,
    difference,
    low: difference - Math.hypot(one.rate - one.low, other.high - other.rate),
    high: difference + Math.hypot(one.high - one.rate, other.rate - other.low),
    lift: heldOut.buyers === 0 ? null : difference / other.rate,
  }
}

/** Share of buyers with its confidence interval by Wilson's score. */
function wilson({ people, buyers }: Group): { rate: number; low: number; high: number } {
  const rate = buyers / people
  const middle = 2 * buyers + z * z
  const width = z * Math.sqrt(z * z + 4 * buyers * (1 - rate))
  const scale = 2 * (people + z * z)
  return { rate, low: (middle - width) / scale, high: (middle + width) / scale }
}
