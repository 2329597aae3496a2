/** One measured value at a moment in milliseconds; null where there was none. */
export type Sample = { at: number; value: number | null }

/** The samples with another one, without those that are older than the window: the memory of a chart is bounded. */
export function withSample(samples: readonly Sample[], sample: Sample, windowMs: number): readonly Sample[] {
  const oldest = sample.at - windowMs
  const kept = samples.findIndex(({ at }) => at >= oldest)
  return [...(kept < 0 ? [] : samples.slice(kept)), sample]
}
