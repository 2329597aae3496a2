type SparkProps = { label: string; values: readonly number[]; width: number; height: number }

const padPx = 2

/** A line of a few values without axes, with its area. Sizes in pixels. */
export function SparkLine({ label, values, width, height }: SparkProps) {
  const max = Math.max(1, ...values)
  const x = (index: number) => padPx + (index / Math.max(1, values.length - 1)) * (width - 2 * padPx)
  const y = (value: number) => height - padPx - (value / max) * (height - 2 * padPx)
  const points = values.map((value, index) => `${x(index).toFixed(1)},${y(value).toFixed(1)}`)
  const line = `M${points.join('L')}`
  const last = values.at(-1) ?? 0
  return (
    <svg
      className="spark"
      viewBox={`0 0 ${width} ${height}`}
      width={width}
      height={height}
      role="img"
      aria-label={label}
    >
      <path className="spark-area" d={`${line}L${x(values.length - 1)},${height}L${x(0)},${height}Z`} />
      <path className="spark-line" d={line} />
      <circle className="spark-dot" cx={x(values.length - 1)} cy={y(last)} r="2.5" />
    </svg>
  )
}
