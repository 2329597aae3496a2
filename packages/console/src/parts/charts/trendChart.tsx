import { Area, Bar, CartesianGrid, ComposedChart, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'
import { useMediaQuery } from '@mantine/hooks'
import { numberText, timeZone } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { intervalText, tickText } from './rangeTexts.ts'
import { formerRange, ticksOfRange, type TimeRange } from './timeRange.ts'
import './charts.css'

/** A figure of one interval, and that of the former range at the same place; null without one. */
export type TrendPoint = { atMs: number; value: number; former: number | null }

type TrendProps = {
  /** Name of the figure with its total, for screen readers. */
  label: string
  range: TimeRange
  points: readonly TrendPoint[]
  /** A value with its unit. */
  textOf(value: number): string
  /** Whether each interval is a bar: a line between counts of days shows values that no day had. */
  hasBars?: boolean
}

const heightPx = 280
const barPx = 10
const axis = { stroke: 'var(--console-line)', tick: { fill: 'var(--mantine-color-dimmed)', fontSize: 12 } }

/** One figure over a range, with that of the former range as a dashed line. Arrow keys move through its intervals. */
export function TrendChart({ label, range, points, textOf, hasBars = false }: TrendProps) {
  const isNarrow = useMediaQuery('(max-width: 48em)')
  const hasFormer = points.some(({ former }) => former !== null)
  const last = points.at(-1)?.atMs ?? range.toMs
  return (
    <figure className="trend" aria-label={label}>
      <ResponsiveContainer width="100%" height={heightPx}>
        <ComposedChart data={[...points]} margin={{ top: 8, right: 8, bottom: 0, left: 0 }} title={label}>
          <CartesianGrid vertical={false} stroke="var(--console-line)" />
          <XAxis
            {...axis}
            dataKey="atMs"
            type="number"
            scale="time"
            domain={[range.fromMs, last]}
            {...(hasBars ? { padding: { left: barPx, right: barPx } } : {})}
            ticks={ticksOfRange(range, timeZone(), isNarrow ? 4 : 8)}
            tickFormatter={(at: number) => tickText(range, at)}
            tickLine={false}
            interval="preserveStart"
          />
          <YAxis
            {...axis}
            width="auto"
            allowDecimals={false}
            axisLine={false}
            tickLine={false}
            tickFormatter={(value: number) => (value < 10_000 ? textOf(value) : compact(value, textOf))}
            domain={[0, (max: number) => Math.max(max, 1)]}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--mantine-color-dimmed)', strokeDasharray: '3 3' }}
            content={({ active, payload }) => {
              // cast: the data of the chart are points.
              const point = payload[0]?.payload as TrendPoint | undefined
              return active && point !== undefined ? <Hint {...{ range, point, textOf }} /> : null
            }}
          />
          {hasFormer ? (
            <Line
              dataKey="former"
              type="monotone"
              stroke="var(--mantine-color-dimmed)"
              strokeDasharray="4 4"
              strokeWidth={1.5}
              dot={false}
              activeDot={false}
              isAnimationActive={false}
            />
          ) : null}
          {hasBars ? (
            <Bar dataKey="value" barSize={barPx} fill="var(--mantine-primary-color-filled)" isAnimationActive={false} />
          ) : (
            <Area
              dataKey="value"
              type="monotone"
              stroke="var(--mantine-primary-color-filled)"
              fill="var(--mantine-primary-color-filled)"
              fillOpacity={0.12}
              strokeWidth={2}
              dot={points.length === 1}
              isAnimationActive={false}
            />
          )}
        </ComposedChart>
      </ResponsiveContainer>
    </figure>
  )
}

function compact(value: number, textOf: (value: number) => string): string {
  const text = textOf(value)
  return text.length <= 7 ? text : numberText(value, { notation: 'compact', maximumFractionDigits: 1 })
}

type HintProps = Pick<TrendProps, 'range' | 'textOf'> & { point: TrendPoint }

function Hint({ range, point: { atMs, value, former }, textOf }: HintProps) {
  const back = range.toMs - range.fromMs
  return (
    <div className="chart-hint">
      <p>
        <span className="chart-key" /> {intervalText(range, atMs)} <b>{textOf(value)}</b>
      </p>
      {former === null ? null : (
        <p>
          <span className="chart-key" data-former /> {intervalText(formerRange(range), atMs - back)}{' '}
          <b>{textOf(former)}</b>
        </p>
      )}
      <small>{range.interval === 'day' ? t('chart.utc') : timeZone().replaceAll('_', ' ')}</small>
    </div>
  )
}
