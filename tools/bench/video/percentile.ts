/** Percentile of the values by nearest rank; NaN for none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN
}

/** Median of the values; NaN for none. */
export function middle(values: readonly number[]): number {
  return percentile(values, 50)
}
