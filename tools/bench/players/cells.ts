import { errorIn, resumedSeconds, stalledSeconds, type Sample } from './course.ts'
import type { Observed } from './observed.ts'

/** Steps of a player, in the order of the table. */
export const steps = ['start', '30 s', 'delay', 'early', 'late', 'size', 'sound', 'end', 'replay'] as const

export type Step = (typeof steps)[number]

/** A measured fact of a step. A red one says what went wrong. */
export type Cell = { text: string; isRed: boolean }

const startSecondsMax = 5
const stalledSecondsMax = 1
const endSecondsMax = 25
/** Time at the end of a step in which playback is even again. */
const evenSeconds = 8
/** Stall beyond the absence of the encoder: it loads its media, and players keep their distance from live. */
const extraStallSecondsMax = 8

const seconds = (value: number) => `${value.toFixed(1)} s`
const red = (text: string): Cell => ({ text, isRed: true })
const fine = (text: string): Cell => ({ text, isRed: false })

/** Seconds from openings to moving frames: the fastest and the slowest. `undefined`: there were none. */
export function startCell(starts: readonly (number | undefined)[]): Cell {
  const started = starts.filter((each) => each !== undefined)
  if (started.length < starts.length) return red(`no frames ${starts.length - started.length} times`)
  const slowest = Math.max(...started)
  return { text: `${Math.min(...started).toFixed(1)}–${seconds(slowest)}`, isRed: slowest > startSecondsMax }
}

/** Stalls since the start. */
export function playCell(of: Observed): Cell {
  const { samples, openedAtMs } = of
  const error = errorIn(samples)
  if (error !== undefined) return red(error)
  const stalled = stalledSeconds(of, { fromMs: openedAtMs, toMs: Date.now() })
  return { text: `${seconds(stalled)} stalled`, isRed: stalled > stalledSecondsMax }
}

/** Median delay from the encoder to the display; a fact without a bound. */
export function delayCell({ samples }: Observed): Cell {
  const delays = samples.flatMap(({ delaySeconds }) => delaySeconds ?? []).toSorted((a, b) => a - b)
  const middle = delays[Math.floor(delays.length / 2)]
  return fine(middle === undefined ? '–' : seconds(middle))
}

/** An absence of the encoder. */
export type Absence = { wentAtMs: number; backAtMs: number; heightAfter?: number }

/** Playback over an absence of the encoder: stalled seconds, and whether it is even afterwards. */
export function absenceCell(of: Observed, { wentAtMs, backAtMs, heightAfter }: Absence): Cell {
  const { samples } = of
  const toMs = Date.now()
  const error = errorIn(samples)
  if (error !== undefined) return red(error)
  if (samples.at(-1)?.isEnded === true) return red('ended')
  const resumed = resumedSeconds(samples, backAtMs)
  const uneven = stalledSeconds(of, { fromMs: toMs - evenSeconds * 1000, toMs })
  if (resumed === undefined || uneven > evenSeconds / 2) return red('frozen')
  if (uneven > stalledSecondsMax) return red(`stalls on: ${seconds(uneven)}`)
  const stalled = stalledSeconds(of, { fromMs: wentAtMs - 1_000, toMs })
  const height = samples.at(-1)?.height
  const isOld = heightAfter !== undefined && height !== undefined && height !== heightAfter
  if (isOld) return red(`frames of ${height} lines`)
  const isLong = stalled > (backAtMs - wentAtMs) / 1000 + extraStallSecondsMax
  return { text: `${seconds(stalled)} stalled`, isRed: isLong }
}

/** Whether audio is decoded at the end of a step. Players that do not count it pass. */
export function soundCell(of: Observed, absence: Absence): Cell {
  const cell = absenceCell(of, absence)
  if (cell.isRed) return cell
  const [from, to] = [of.samples.at(-12)?.audioBytes, of.samples.at(-1)?.audioBytes]
  return from !== undefined && to !== undefined && to <= from ? red('silent') : cell
}

/** Seconds from the end of the stream to the end of playback. */
export function endCell(samples: readonly Sample[], endedAtMs: number): Cell {
  const error = errorIn(samples)
  if (error !== undefined) return red(error)
  const ended = samples.find(({ isEnded, atMs }) => isEnded && atMs >= endedAtMs)
  if (ended === undefined) return red(`goes on after ${endSecondsMax} s`)
  return fine(seconds((ended.atMs - endedAtMs) / 1000))
}

/** Longest wait for the end of playback, in milliseconds. */
export const endMsMax = endSecondsMax * 1000
