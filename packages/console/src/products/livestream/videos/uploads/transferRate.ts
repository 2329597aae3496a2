/** Bytes sent by a moment in milliseconds. */
export type RateSample = { at: number; bytes: number }

const windowMs = 10_000

/** The samples of the last ten seconds with another one. A count that falls, as after a break, starts again. */
export function withRateSample(samples: readonly RateSample[], sample: RateSample): readonly RateSample[] {
  const last = samples.at(-1)
  if (last !== undefined && sample.bytes < last.bytes) return [sample]
  return [...samples.filter(({ at }) => at >= sample.at - windowMs), sample]
}

/** Bytes each second over the samples; undefined before there are two moments. */
export function rateOf(samples: readonly RateSample[]): number | undefined {
  const [first, last] = [samples[0], samples.at(-1)]
  if (first === undefined || last === undefined || last.at <= first.at) return undefined
  return ((last.bytes - first.bytes) * 1000) / (last.at - first.at)
}

/** Seconds until the rest is sent; undefined while nothing moves. */
export function secondsLeft(restBytes: number, rate: number | undefined): number | undefined {
  return rate === undefined || rate <= 0 ? undefined : restBytes / rate
}
