/** A span of time with one pace of decay; null: no decay. The first span also covers the time before it. */
export type DecaySpan = { startsAtMs: number; halfLifeMs: number | null }

/**
 * Sums of a contact. `engagement` is the decayed sum at `mark`, `plain` the sum without decay. A mark counts half-lives
 * since the start of the first span.
 */
export type Sums = { fit: number; engagement: number; plain: number; mark: number }

/** A named band of the total, from `min` on. */
export type Threshold = { name: string; min: number }

/** Scale that turns sums into scores. Thresholds ascend. */
export type Scale = {
  spans: readonly DecaySpan[]
  floor: number
  bounds: { min: number; max: number }
  thresholds: readonly Threshold[]
}

/** Scores of a contact at a moment. `status`: the highest threshold that the total reaches. */
export type Scores = { fit: number; engagement: number; total: number; status: string }

/** State of a total below all thresholds. */
export const coldStatus = 'cold'

/** Sums without points. */
export const noSums: Sums = { fit: 0, engagement: 0, plain: 0, mark: 0 }

/** Half-lives from the start of the first span to a moment; negative before it. */
export function markAt(spans: readonly DecaySpan[], atMs: number): number {
  let mark = 0
  for (const [index, span] of spans.entries()) {
    const next = spans[index + 1]
    const endMs = next === undefined ? atMs : Math.min(atMs, next.startsAtMs)
    if (index > 0 && endMs <= span.startsAtMs) break
    if (span.halfLifeMs !== null) mark += (endMs - span.startsAtMs) / span.halfLifeMs
  }
  return mark
}

/** Sums with points added whose decay began at a moment: points of an earlier moment have decayed since. */
export function withPoints(
  spans: readonly DecaySpan[],
  sums: Sums,
  entry: { score: 'fit' | 'engagement'; points: number; atMs: number },
): Sums {
  if (entry.score === 'fit') return { ...sums, fit: sums.fit + entry.points }
  const decayed = entry.points * 2 ** (markAt(spans, entry.atMs) - sums.mark)
  return { ...sums, engagement: sums.engagement + decayed, plain: sums.plain + entry.points }
}

/** The same sums with their mark at a moment. */
export function markedAt(spans: readonly DecaySpan[], sums: Sums, atMs: number): Sums {
  const mark = markAt(spans, atMs)
  return { ...sums, engagement: sums.engagement * 2 ** (sums.mark - mark), mark }
}

/** Scores at a moment. Decay alone takes no engagement below the floor. */
export function scoresAt(scale: Scale, sums: Sums, atMs: number): Scores {
  const { engagement: decayed } = markedAt(scale.spans, sums, atMs)
  const fit = bounded(scale, sums.fit)
  const engagement = bounded(scale, Math.max(decayed, Math.min(scale.floor, sums.plain)))
  const total = bounded(scale, fit + engagement)
  return { fit, engagement, total, status: statusOf(scale, total) }
}

/**
 * Least total that reaches a threshold. Sums that had other points for a time are a rounding error below the sum of
 * those that are left: a total that comes within a billionth of a threshold reaches it.
 */
function levelOf({ min }: Pick<Threshold, 'min'>): number {
  return min - 1e-9
}

/** The highest threshold that a total reaches. */
export function statusOf({ thresholds }: Scale, total: number): string {
  return thresholds.findLast((each) => total >= levelOf(each))?.name ?? coldStatus
}

/** A threshold that the total passes by decay alone, with the first millisecond beyond it. */
export type Crossing = { threshold: string; min: number; direction: 'up' | 'down'; atMs: number }

/** The next crossing by decay alone within a time, its end included; undefined when there is none. */
export function nextCrossing(
  scale: Scale,
  sums: Sums,
  { afterMs, endMs = Number.POSITIVE_INFINITY }: { afterMs: number; endMs?: number | undefined },
): Crossing | undefined {
  const current = scale.spans.findLastIndex(({ startsAtMs }) => startsAtMs <= afterMs)
  let fromMs = afterMs
  for (let index = Math.max(0, current); index < Math.max(1, scale.spans.length); index += 1) {
    const untilMs = Math.min(endMs, scale.spans[index + 1]?.startsAtMs ?? Number.POSITIVE_INFINITY)
    const crossing = crossingWithin(scale, sums, {
      afterMs: fromMs,
      untilMs,
      halfLifeMs: scale.spans[index]?.halfLifeMs ?? null,
    })
    if (crossing !== undefined) return crossing
    if (untilMs >= endMs) return undefined
    fromMs = untilMs
  }
  return undefined
}

/** The next crossing within a time of one half-life. */
function crossingWithin(
  scale: Scale,
  sums: Sums,
  { afterMs, untilMs, halfLifeMs }: { afterMs: number; untilMs: number; halfLifeMs: number | null },
): Crossing | undefined {
  const { engagement: decayed } = markedAt(scale.spans, sums, afterMs)
  if (halfLifeMs === null || decayed === 0) return undefined
  const { fit, total } = scoresAt(scale, sums, afterMs)
  const isFalling = decayed > 0
  const passed = isFalling
    ? scale.thresholds.findLast((each) => total >= levelOf(each))
    : scale.thresholds.find((each) => total < levelOf(each))
  if (passed === undefined) return undefined
  const wanted = levelOf(passed) - fit
  // Engagement that is clamped, or held by the floor, never comes to the wanted value.
  const isReached = isFalling ? wanted > 0 && wanted <= decayed : wanted < 0 && wanted >= decayed
  if (!isReached) return undefined
  const exactMs = afterMs + Math.log2(decayed / wanted) * halfLifeMs
  const fromMs = Math.max(afterMs + 1, Math.floor(exactMs))
  // The search of the first millisecond costs more than all above.
  if (exactMs > latestMs || fromMs > untilMs) return undefined
  const direction = isFalling ? 'down' : 'up'
  const atMs = firstBeyond(scale, sums, { fromMs, level: levelOf(passed), direction })
  return atMs === undefined || atMs > untilMs ? undefined : { threshold: passed.name, min: passed.min, direction, atMs }
}

/** Thresholds between two totals, in the order in which they are passed. */
export function passedBetween({ thresholds }: Scale, before: number, after: number): Omit<Crossing, 'atMs'>[] {
  const up = thresholds.filter((each) => before < levelOf(each) && after >= levelOf(each))
  const down = thresholds.filter((each) => before >= levelOf(each) && after < levelOf(each)).toReversed()
  return [
    ...up.map(({ name, min }) => ({ threshold: name, min, direction: 'up' as const })),
    ...down.map(({ name, min }) => ({ threshold: name, min, direction: 'down' as const })),
  ]
}

/** Crossings beyond the year 2200 are not predicted. */
const latestMs = Date.UTC(2200, 0)

/**
 * The first millisecond at which the total is beyond a threshold. Rounding of the total delays it: the less the score
 * decays within a millisecond, the longer. The floor and the bounds may keep the total from crossing.
 */
function firstBeyond(
  scale: Scale,
  sums: Sums,
  { fromMs, level, direction }: { fromMs: number; level: number; direction: 'up' | 'down' },
): number | undefined {
  const isBeyond = (atMs: number) => scoresAt(scale, sums, atMs).total >= level === (direction === 'up')
  if (isBeyond(fromMs)) return fromMs
  let stepMs = 1
  while (!isBeyond(fromMs + stepMs)) {
    if (fromMs + stepMs > latestMs) return undefined
    stepMs *= 2
  }
  let [low, high] = [fromMs + Math.floor(stepMs / 2), fromMs + stepMs]
  while (high - low > 1) {
    const middle = Math.floor((low + high) / 2)
    if (isBeyond(middle)) high = middle
    else low = middle
  }
  return high
}

function bounded({ bounds }: Scale, value: number): number {
  return Math.min(bounds.max, Math.max(bounds.min, value))
}
