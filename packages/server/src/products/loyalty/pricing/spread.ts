/** Quotient of whole numbers, rounded half to even. The numerator is at least 0, the denominator above 0. */
export function halfEven(numerator: bigint, denominator: bigint): bigint {
  const quotient = numerator / denominator
  const twice = (numerator % denominator) * 2n
  if (twice === denominator) return quotient + (quotient & 1n)
  return twice > denominator ? quotient + 1n : quotient
}

/** Percentage of an amount, rounded half to even. Percentages have at most two decimals. */
export function percentOf(amount: bigint, percent: number): bigint {
  return halfEven(amount * BigInt(Math.round(percent * 100)), 10_000n)
}

/**
 * Parts of an amount in proportion to weights, by the largest remainder: they sum to the amount exactly. The amount is
 * at most the sum of the weights, and no part exceeds its weight. Equal remainders: the earlier part first.
 */
export function spread(amount: bigint, weights: readonly bigint[]): bigint[] {
  const sum = weights.reduce((total, weight) => total + weight, 0n)
  if (sum === 0n || amount === 0n) return weights.map(() => 0n)
  const parts = weights.map((weight) => (amount * weight) / sum)
  const missing = amount - parts.reduce((total, part) => total + part, 0n)
  const byRemainder = weights
    .map((weight, index) => ({ index, remainder: (amount * weight) % sum }))
    .toSorted((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of byRemainder.slice(0, Number(missing))) parts[index] = (parts[index] ?? 0n) + 1n
  return parts
}

/** The smaller of two amounts. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
