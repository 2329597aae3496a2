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
  const parts = weights.map(() => 0n)
  let sum = 0n
  for (const weight of weights) sum += weight
  if (sum === 0n || amount === 0n) return parts
  let missing = amount
  const remainders: { index: number; remainder: bigint }[] = []
  for (const [index, weight] of weights.entries()) {
    if (weight === 0n) continue
    const product = amount * weight
    const part = product / sum
    parts[index] = part
    missing -= part
    remainders.push({ index, remainder: product - part * sum })
  }
  if (missing === 0n) return parts
  remainders.sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1))
  for (const { index } of remainders.slice(0, Number(missing))) parts[index] = (parts[index] ?? 0n) + 1n
  return parts
}

/** The smaller of two amounts. */
export function least(a: bigint, b: bigint): bigint {
  return a < b ? a : b
}
