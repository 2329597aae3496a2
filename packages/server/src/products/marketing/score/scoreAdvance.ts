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
  for (const expiry of [...expiries, undefined]) {
    const untilMs = expiry?.expiresAtMs ?? toMs
    for (;;) {
      const crossing = nextCrossing(scale, sums, fromMs)
      if (crossing === undefined || crossing.atMs > untilMs || crossings.length >= crossingsMax) break
      crossings.push(crossing)
      fromMs = crossing.atMs
    }
    fromMs = untilMs
    if (expiry === undefined) break
    const { total } = scoresAt(scale, sums, untilMs)
    sums = withPoints(scale.spans, sums, { ...expiry, points: -expiry.points })
    const after = scoresAt(scale, sums, untilMs).total
    crossings.push(...passedBetween(scale, total, after).map((each) => ({ ...each, atMs: untilMs })))
  }
  return { sums: markedAt(scale.spans, sums, toMs), crossings }
}

/** The next crossing by decay or expiry after a moment. */
export function predictedCrossing(scale: Scale, { sums, fromMs, expiries }: From): Crossing | undefined {
  let now = sums
  let atMs = fromMs
  for (const expiry of [...expiries, undefined]) {
    const crossing = nextCrossing(scale, now, atMs)
    if (crossing !== undefined && (expiry === undefined || crossing.atMs <= expiry.expiresAtMs)) return crossing
    if (expiry === undefined) return undefined
    atMs = expiry.expiresAtMs
    const { total } = scoresAt(scale, now, atMs)
    now = withPoints(scale.spans, now, { ...expiry, points: -expiry.points })
    const [passed] = passedBetween(scale, total, scoresAt(scale, now, atMs).total)
    if (passed !== undefined) return { ...passed, atMs }
  }
  return undefined
}
