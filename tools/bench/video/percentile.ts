/** The smallest of the values that so many percent of them do not exceed; NaN of none. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)] ?? NaN
}

/** The middle one of the values; NaN of none. */
export function middle(values: readonly number[]): number {
  return percentile(values, 50)
}
