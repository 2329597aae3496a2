import type { PlayerUnderTest, Sight } from './playerUnderTest.ts'

/** A look at a player, with its time. */
export type Sample = Sight & { atMs: number }

/** Sampling interval. */
export const lookEveryMs = 250

/** Longest pause of a position that is no stall, by how the position moves. */
const stallMs = { framewise: 400, stepwise: 2_500 }
/** Longest step of a position that moves by frames, in one sampling interval: a longer one is a seek. Seconds. */
const frameStepMax = 1

/** Seconds from the opening to the first frame after which the position moves on; undefined where it never does. */
export function startSeconds({ samples, openedAtMs, player }: Looks): number | undefined {
  const first = samples.find((sample, at) => {
    const before = samples[at - 1]
    if (before === undefined || !isAdvance(before, sample)) return false
    const step = sample.position - before.position
    return player.isStepwise || (step > 0 && step < frameStepMax)
  })
  return first && (first.atMs - openedAtMs) / 1000
}

/** Samples of a player since it was opened. */
export type Looks = { samples: readonly Sample[]; openedAtMs: number; player: PlayerUnderTest }

/** Seconds in which the position did not advance, between two times; 0 until the first advance. */
export function stalledSeconds({ samples, player }: Looks, { fromMs, toMs }: Span): number {
  const allowedMs = lookEveryMs + stallMs[player.isStepwise ? 'stepwise' : 'framewise']
  let [stalled, movedAtMs]: [number, number | undefined] = [0, undefined]
  for (const [at, sample] of samples.entries()) {
    if (sample.atMs < fromMs || sample.atMs > toMs || sample.isEnded) continue
    const isMoving = at > 0 && isAdvance(samples[at - 1], sample)
    if (!isMoving) continue
    const gapMs = movedAtMs === undefined ? 0 : sample.atMs - movedAtMs
    if (gapMs > allowedMs) stalled += gapMs - lookEveryMs
    movedAtMs = sample.atMs
  }
  const last = samples.findLast(({ atMs }) => atMs <= toMs)
  const tailMs = last === undefined || last.isEnded ? 0 : last.atMs - (movedAtMs ?? fromMs)
  return (stalled + (tailMs > allowedMs ? tailMs : 0)) / 1000
}
type Span = { fromMs: number; toMs: number }

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
