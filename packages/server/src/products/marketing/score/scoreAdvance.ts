import type { Expiry } from './scoreEntries.ts'
import {
  markedAt,
  nextCrossing,
  passedBetween,
  scoresAt,
  withPoints,
  type Crossing,
  type Scale,
  type Sums,
} from './scoreMath.ts'

/** Sums after the time up to a moment, with the thresholds that were passed on the way, in order. */
export type Advanced = { sums: Sums; crossings: Crossing[] }

type From = { sums: Sums; fromMs: number; expiries: readonly Expiry[] }

/** Crossings of one contact that one run notes: a contact that was left alone for years passes each band once. */
const crossingsMax = 100

/** Advances sums to a moment: entries that expire leave, and decay passes thresholds. */
export function advance(scale: Scale, from: From, toMs: number): Advanced {
  const crossings: Crossing[] = []
  let { sums, fromMs } = from
  const expiries = from.expiries.filter(({ expiresAtMs }) => expiresAtMs <= toMs)
  for (const leaving of [...byMoment(expiries), undefined]) {
    const untilMs = leaving?.atMs ?? toMs
    for (;;) {
      const crossing = nextCrossing(scale, sums, { afterMs: fromMs, endMs: untilMs })
      if (crossing === undefined || crossings.length >= crossingsMax) break
      crossings.push(crossing)
      fromMs = crossing.atMs
    }
    fromMs = untilMs
    if (leaving === undefined) break
    const { total } = scoresAt(scale, sums, untilMs)
    sums = without(scale, sums, leaving.expiries)
    const after = scoresAt(scale, sums, untilMs).total
    crossings.push(...passedBetween(scale, total, after).map((each) => ({ ...each, atMs: untilMs })))
  }
  return { sums: markedAt(scale.spans, sums, toMs), crossings }
}

/** The next crossing by decay or expiry after a moment. */
export function predictedCrossing(scale: Scale, { sums, fromMs, expiries }: From): Crossing | undefined {
  let now = sums
  let atMs = fromMs
  for (const leaving of [...byMoment(expiries), undefined]) {
    const crossing = nextCrossing(scale, now, { afterMs: atMs, endMs: leaving?.atMs })
    if (crossing !== undefined) return crossing
    if (leaving === undefined) return undefined
    atMs = leaving.atMs
    const { total } = scoresAt(scale, now, atMs)
    now = without(scale, now, leaving.expiries)
    const [passed] = passedBetween(scale, total, scoresAt(scale, now, atMs).total)
    if (passed !== undefined) return { ...passed, atMs }
  }
  return undefined
}

/** Expiries by their moments: those of one moment leave together, so that no total in between passes a threshold. */
function byMoment(expiries: readonly Expiry[]): { atMs: number; expiries: Expiry[] }[] {
  return [...Map.groupBy(expiries, ({ expiresAtMs }) => expiresAtMs)].map(([atMs, each]) => ({ atMs, expiries: each }))
}

function without(scale: Scale, sums: Sums, expiries: readonly Expiry[]): Sums {
  return expiries.reduce((rest, each) => withPoints(scale.spans, rest, { ...each, points: -each.points }), sums)
}
