/** Share of the views that played a second of a video, in percent. */
export type RetentionPoint = { atSeconds: number; percent: number }

/** The share at a second: that of the last point before it; 0 without points. */
export function shareAt(points: readonly RetentionPoint[], seconds: number): number {
  return points.findLast(({ atSeconds }) => atSeconds <= seconds)?.percent ?? points[0]?.percent ?? 0
}

/** The first second that less than half of the views played; undefined where half of them stayed to the end. */
export function halfAt(points: readonly RetentionPoint[]): number | undefined {
  const peak = points.findIndex(({ percent }) => percent >= 50)
  return points.find(({ percent }, index) => index > peak && percent < 50)?.atSeconds
}

/** An area below the curve as an SVG path, in a box of `width` by `height` that stands for `length` seconds. */
export function curvePath(
  points: readonly RetentionPoint[],
  { length, width, height }: { length: number; width: number; height: number },
): { line: string; area: string } {
  const places = points.map(({ atSeconds, percent }) => {
    return [(atSeconds / length) * width, height - (percent / 100) * height] as const
  })
  const [, lastY = height] = places.at(-1) ?? []
  const line = [...places, [width, lastY] as const]
    .map(([x, y], index) => `${index === 0 ? 'M' : 'L'}${x.toFixed(1)},${y.toFixed(1)}`)
    .join('')
  return { line, area: `${line}L${width},${height}L0,${height}Z` }
}
