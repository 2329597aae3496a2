import { numberText } from '#console/texts/formats.ts'
import type { TextKey } from '#console/texts/texts.ts'
import type { Analytics } from './audienceQueries.ts'

type Totals = NonNullable<Analytics['totals']>
type Bucket = NonNullable<Analytics['timeseries']>[number]

/** One figure of an audience: its total, its value in an interval, and its unit. */
export type Measure = {
  key: string
  title: TextKey
  about: TextKey
  totalOf(totals: Totals): number
  valueOf(bucket: Bucket): number
  textOf(value: number): string
}

/** Seconds with the unit that suits their size, such as `3.4 h`. */
export function spanText(seconds: number): string {
  const unit = (value: number, name: 'second' | 'minute' | 'hour', digits: number) =>
    numberText(value, { style: 'unit', unit: name, unitDisplay: 'short', maximumFractionDigits: digits })
  if (seconds < 90) return unit(seconds, 'second', 0)
  return seconds < 5_400 ? unit(seconds / 60, 'minute', seconds < 600 ? 1 : 0) : unit(seconds / 3_600, 'hour', 1)
}

/** The figures of an audience, in the order of their tiles. */
export const measures: readonly Measure[] = [
  {
    key: 'views',
    title: 'analytics.views',
    about: 'analytics.views.about',
    totalOf: ({ views }) => views,
    valueOf: ({ views }) => views,
    textOf: (value) => numberText(value),
  },
  {
    key: 'viewers',
    title: 'analytics.viewers',
    about: 'analytics.viewers.about',
    totalOf: ({ uniqueViewers }) => uniqueViewers,
    valueOf: ({ uniqueViewers }) => uniqueViewers,
    textOf: (value) => numberText(value),
  },
  {
    key: 'watchTime',
    title: 'analytics.watchTime',
    about: 'analytics.watchTime.about',
    totalOf: ({ watchTimeSeconds }) => watchTimeSeconds,
    valueOf: ({ watchTimeSeconds }) => watchTimeSeconds,
    textOf: spanText,
  },
  {
    key: 'average',
    title: 'analytics.average',
    about: 'analytics.average.about',
    totalOf: ({ averageWatchSeconds }) => averageWatchSeconds,
    valueOf: ({ views, watchTimeSeconds }) => (views === 0 ? 0 : watchTimeSeconds / views),
    textOf: spanText,
  },
  {
    key: 'peak',
    title: 'analytics.peak',
    about: 'analytics.peak.about',
    totalOf: ({ peakConcurrent }) => peakConcurrent,
    valueOf: ({ concurrent }) => concurrent,
    textOf: (value) => numberText(value),
  },
]

/** Growth against a former value as a share, such as 0.25; undefined where there is no former value. */
export function growthOf(current: number, former: number | undefined): number | undefined {
  return former === undefined || former === 0 ? undefined : current / former - 1
}
