import assert from 'node:assert/strict'
import { test } from 'node:test'
import { randomOf } from '#test/world/random.ts'
import { advance, predictedCrossing } from './scoreAdvance.ts'
import { markAt, nextCrossing, noSums, scoresAt, withPoints, type DecaySpan, type Scale } from './scoreMath.ts'

const dayMs = 86_400_000
const startMs = Date.UTC(2026, 0, 1)
const thresholds = [
  { name: 'warm', min: 25 },
  { name: 'hot', min: 50 },
  { name: 'mql', min: 80 },
]

function scaleOf(spans: readonly DecaySpan[], more: Partial<Scale> = {}): Scale {
  return { spans, floor: 0, bounds: { min: 0, max: 1_000 }, thresholds, ...more }
}

test('a score at a moment equals the closed formula to 1e-9, whatever the order of entries', () => {
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomOf(seed)
    const halfLifeMs = Math.round((1 / 24 + random() * 365) * dayMs)
    const scale = scaleOf([{ startsAtMs: startMs, halfLifeMs }], { bounds: { min: -1e6, max: 1e6 }, floor: -1e6 })
    const entries = Array.from({ length: 40 }, () => ({
      score: 'engagement' as const,
      points: Math.round(random() * 2_000 - 1_000) / 10,
      atMs: startMs + Math.round((random() * 500 - 100) * dayMs),
    }))
    const sums = entries.reduce((each, entry) => withPoints(scale.spans, each, entry), {
      ...noSums,
      mark: markAt(scale.spans, entries[0]?.atMs ?? 0),
    })
    const atMs = startMs + Math.round(random() * 800 * dayMs)
    const closed = entries.reduce((sum, { points, atMs: at }) => sum + points * 2 ** (-(atMs - at) / halfLifeMs), 0)
    const scaleOfError = entries.reduce((most, { points, atMs: at }) => {
      return Math.max(most, Math.abs(points) * 2 ** (-(atMs - at) / halfLifeMs))
    }, 1)
    const { engagement } = scoresAt(scale, sums, atMs)
    const off = Math.abs(engagement - Math.max(-1e6, Math.min(1e6, closed)))
    assert.ok(off <= 1e-9 * scaleOfError, `seed ${seed}: ${engagement} is not ${closed}`)
  }
})

test('a predicted crossing is the one that bisection finds', () => {
  let found = 0
  for (let seed = 1; seed <= 300; seed += 1) {
    const random = randomOf(seed)
    const spans = [{ startsAtMs: startMs, halfLifeMs: Math.round((1 + random() * 90) * dayMs) }]
    const scale = scaleOf(spans, { floor: Math.round(random() * 30), bounds: { min: -500, max: 500 } })
    const fit = { score: 'fit' as const, points: Math.round(random() * 120 - 40) + 0.5, atMs: startMs }
    const acts = { score: 'engagement' as const, points: Math.round(random() * 400 - 150), atMs: startMs }
    const sums = withPoints(spans, withPoints(spans, noSums, fit), acts)
    const crossing = nextCrossing(scale, sums, { afterMs: startMs })
    const bisected = bisect(scale, (atMs) => scoresAt(scale, sums, atMs).status)
    assert.equal(crossing?.atMs, bisected, `seed ${seed}`)
    if (crossing !== undefined) found += 1
  }
  assert.ok(found > 50, `${found} of 300 models have a crossing`)
})

test('a small engagement above a large fit crosses its threshold, however slowly it decays', () => {
  const spans = [{ startsAtMs: startMs, halfLifeMs: 3_000 * dayMs }]
  for (const small of [0.5, 0.005, 0.00001]) {
    const fit = { score: 'fit' as const, points: 50 - small, atMs: startMs }
    const acts = { score: 'engagement' as const, points: small * 2, atMs: startMs }
    const scale = scaleOf(spans)
    const sums = withPoints(spans, withPoints(spans, noSums, fit), acts)
    const atMs = nextCrossing(scale, sums, { afterMs: startMs })?.atMs ?? 0
    assert.ok(Math.abs(atMs - (startMs + 3_000 * dayMs)) < dayMs, `${small}: ${atMs}`)
    assert.deepEqual(
      [atMs - 1, atMs].map((at) => scoresAt(scale, sums, at).status),
      ['hot', 'warm'],
      `${small}`,
    )
  }
})

test('a new half-life continues the count of half-lives, so that sums keep their meaning', () => {
  const spans = [
    { startsAtMs: startMs, halfLifeMs: 10 * dayMs },
    { startsAtMs: startMs + 20 * dayMs, halfLifeMs: null },
    { startsAtMs: startMs + 30 * dayMs, halfLifeMs: 5 * dayMs },
  ]
  const sums = withPoints(spans, noSums, { score: 'engagement', points: 80, atMs: startMs })
  const valueAt = (days: number) => scoresAt(scaleOf(spans), sums, startMs + days * dayMs).engagement
  assert.deepEqual([0, 10, 20, 30, 35, 40].map(valueAt), [80, 40, 20, 20, 10, 5])
})

test('a total that an expiry brings to exactly a threshold reaches it, and leaves no crossing behind', () => {
  const spans = [{ startsAtMs: startMs, halfLifeMs: 10 * dayMs }]
  for (let seed = 1; seed <= 200; seed += 1) {
    const random = randomOf(seed)
    const atMs = startMs + Math.round(random() * 30 * dayMs)
    const toMs = atMs + 1 + Math.round(random() * 30 * dayMs)
    const fit = { score: 'fit' as const, points: 25, atMs }
    const leaving = Array.from({ length: 20 }, () => ({
      score: random() < 0.5 ? ('fit' as const) : ('engagement' as const),
      points: (random() * 100) / 3,
      atMs,
      expiresAtMs: toMs,
    }))
    const before = [fit, ...leaving].reduce((sums, each) => withPoints(spans, sums, each), noSums)
    const { sums, crossings } = advance(scaleOf(spans), { sums: before, fromMs: atMs, expiries: leaving }, toMs)
    assert.equal(scoresAt(scaleOf(spans), sums, toMs).status, 'warm', `seed ${seed}`)
    assert.ok(
      crossings.every(({ threshold }) => threshold !== 'warm'),
      `seed ${seed}`,
    )
    assert.equal(nextCrossing(scaleOf(spans), sums, { afterMs: toMs }), undefined)
  }
})

test('points and their withdrawal that expire at one moment pass no threshold', () => {
  const scale = scaleOf([{ startsAtMs: startMs, halfLifeMs: null }], { bounds: { min: -500, max: 500 } })
  const expiries = [50, -50].map((points) => ({
    score: 'engagement' as const,
    points,
    atMs: startMs,
    expiresAtMs: startMs + dayMs,
  }))
  const parts = [{ score: 'fit' as const, points: 60, atMs: startMs }, ...expiries]
  const sums = parts.reduce((each, part) => withPoints(scale.spans, each, part), noSums)
  const from = { sums, fromMs: startMs, expiries }
  assert.deepEqual(advance(scale, from, startMs + 2 * dayMs).crossings, [])
  assert.equal(predictedCrossing(scale, from), undefined)
})

test('a crossing before the half-life changes keeps its moment, and one after it goes by the new half-life', () => {
  const sums = withPoints([], noSums, { score: 'engagement', points: 60, atMs: startMs })
  const crossingsOf = (halfLives: readonly (number | null)[]) => {
    const spans = halfLives.map((days, index) => ({
      startsAtMs: startMs + index * 5 * dayMs,
      halfLifeMs: days === null ? null : days * dayMs,
    }))
    const { crossings } = advance(scaleOf(spans), { sums, fromMs: startMs, expiries: [] }, startMs + 50 * dayMs)
    return crossings.map(({ threshold, atMs }) => [threshold, Math.round((atMs - startMs) / dayMs)])
  }
  assert.deepEqual(crossingsOf([10, null]), [['hot', 3]])
  assert.deepEqual(crossingsOf([10, 1_000]), [['hot', 3]])
  assert.deepEqual(crossingsOf([1_000, 10]), [
    ['hot', 8],
    ['warm', 18],
  ])
  assert.deepEqual(crossingsOf([null, null, 1]), [
    ['hot', 10],
    ['warm', 11],
  ])
})

test('decay stops at the floor, and scores stay within their bounds', () => {
  const spans = [{ startsAtMs: startMs, halfLifeMs: dayMs }]
  const sums = withPoints(spans, noSums, { score: 'engagement', points: 900, atMs: startMs })
  const scale = scaleOf(spans, { floor: 30, bounds: { min: 0, max: 100 } })
  const valueAt = (days: number) => scoresAt(scale, sums, startMs + days * dayMs).engagement
  assert.deepEqual([0, 3, 4, 5, 100].map(valueAt), [100, 100, 56.25, 30, 30])
  assert.equal(nextCrossing(scale, sums, { afterMs: startMs + 5 * dayMs }), undefined)
})

/** First millisecond with another status than at the start; the status changes at most once in these scales. */
function bisect(scale: Scale, statusAt: (atMs: number) => string): number | undefined {
  const first = statusAt(startMs)
  const order = ['cold', ...scale.thresholds.map(({ name }) => name)]
  const rank = (atMs: number) => Math.abs(order.indexOf(statusAt(atMs)) - order.indexOf(first))
  let [low, high] = [startMs, Date.UTC(2190, 0)]
  if (rank(high) === 0) return undefined
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (rank(middle) === 0) low = middle
    else high = middle
  }
  return high
}
