import type { Sight } from './playerUnderTest.ts'

/** A look at a player, with its time. */
export type Sample = Sight & { atMs: number }

/** Sampling interval. */
export const lookEveryMs = 250

/** Seconds from `openedAtMs` to the first sample after which the position advances; undefined where it never does. */
export function startSeconds(samples: readonly Sample[], openedAtMs: number): number | undefined {
  const first = samples.find((sample, at) => at > 0 && isAdvance(samples[at - 1], sample))
  return first && (first.atMs - openedAtMs) / 1000
}

/** Seconds in which the position did not advance, between two times; 0 until the first advance. */
export function stalledSeconds(samples: readonly Sample[], { fromMs, toMs, stallMs }: Span): number {
  let [stalled, movedAtMs]: [number, number | undefined] = [0, undefined]
  for (const [at, sample] of samples.entries()) {
    if (sample.atMs < fromMs || sample.atMs > toMs || sample.isEnded) continue
    const isMoving = at > 0 && isAdvance(samples[at - 1], sample)
    if (!isMoving) continue
    const gapMs = movedAtMs === undefined ? 0 : sample.atMs - movedAtMs
    if (gapMs > lookEveryMs + stallMs) stalled += gapMs - lookEveryMs
    movedAtMs = sample.atMs
  }
  const last = samples.findLast(({ atMs }) => atMs <= toMs)
  const tailMs = last === undefined || last.isEnded ? 0 : last.atMs - (movedAtMs ?? fromMs)
  return (stalled + (tailMs > lookEveryMs + stallMs ? tailMs : 0)) / 1000
}
/** A time, and how long a position may stay before that counts as a stall. */
export type Span = { fromMs: number; toMs: number; stallMs: number }

/** Seconds from a time to the first advance of the position after it; undefined where it never advances. */
export function resumedSeconds(samples: readonly Sample[], fromMs: number): number | undefined {
  const found = samples.find((sample, at) => at > 0 && sample.atMs > fromMs && isAdvance(samples[at - 1], sample))
  return found && (found.atMs - fromMs) / 1000
}

/** The first fatal error. */
export function errorIn(samples: readonly Sample[]): string | undefined {
  return samples.find(({ error }) => error !== undefined)?.error
}

/** A step back or forward counts too: players jump over gaps. */
function isAdvance(before: Sample | undefined, sample: Sample): boolean {
  return before !== undefined && Math.abs(sample.position - before.position) > 0.01
}
