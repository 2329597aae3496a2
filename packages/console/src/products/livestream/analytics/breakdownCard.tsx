import { SegmentedControl, Text } from '@mantine/core'
import { useState } from 'react'
import { ChartCard, type ChartColumn } from '#console/parts/charts/chartCard.tsx'
import { RankedBars } from '#console/parts/charts/rankedBars.tsx'
import type { TimeRange } from '#console/parts/charts/timeRange.ts'
import { labelOf } from '#console/parts/labels.ts'
import { numberText } from '#console/texts/formats.ts'
import { languageTag, t, type TextKey } from '#console/texts/texts.ts'
import { useAnalytics, type Analytics, type AudienceSubject } from './audienceQueries.ts'
import { spanText } from './measures.ts'

/** Properties that an audience is grouped by. */
export type Grouping =
  | 'country'
  | 'referrer'
  | 'isEmbedded'
  | 'device'
  | 'browser'
  | 'os'
  | 'rendition'
  | 'protocol'
  | 'player'
  | 'error'

type Share = NonNullable<Analytics['breakdown']>[number]

type BreakdownProps = {
  subject: AudienceSubject
  range: TimeRange
  /** First part of the name of its CSV file. */
  name: string
  title: TextKey
  groups: readonly [Grouping, ...Grouping[]]
}

const barsMax = 10

/** The parts of an audience by one of a few properties, as ranked bars. */
export function BreakdownCard({ subject, range, name, title, groups }: BreakdownProps) {
  const [groupBy, setGroupBy] = useState<Grouping>(groups[0])
  const { data } = useAnalytics(subject, range, { metrics: ['breakdown'], groupBy, limit: 100 })
  const shares = data?.breakdown ?? []
  const sum = shares.reduce((total, { views }) => total + views, 0)
  return (
    <ChartCard
      title={t(title)}
      fileName={`${name}-${groupBy}`}
      rows={shares}
      columns={columnsOf(groupBy)}
      controls={
        <SegmentedControl
          size="xs"
          aria-label={t(title)}
          value={groupBy}
          onChange={(value) => setGroupBy(groups.find((each) => each === value) ?? groups[0])}
          data={groups.map((each) => ({ value: each, label: t(`analytics.by.${each}`) }))}
        />
      }
    >
      {data !== undefined && shares.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t(groupBy === 'error' ? 'analytics.errors.none' : 'chart.none')}
        </Text>
      ) : (
        <RankedBars
          bars={shares.slice(0, barsMax).map((share) => ({
            name: shareName(groupBy, share.key),
            value: share.views,
            text: numberText(share.views),
            note: numberText(share.views / Math.max(1, sum), { style: 'percent', maximumFractionDigits: 0 }),
          }))}
        />
      )}
      {groupBy === 'country' && shares.length > 0 && shares.every(({ key }) => key === 'unknown') ? (
        <Text size="xs" c="dimmed">
          {t('analytics.countries.off')}
        </Text>
      ) : null}
    </ChartCard>
  )
}

function columnsOf(groupBy: Grouping): ChartColumn<Share>[] {
  return [
    { title: t(`analytics.by.${groupBy}`), value: ({ key }) => key, text: ({ key }) => shareName(groupBy, key) },
    { title: t('analytics.views'), value: ({ views }) => views, text: ({ views }) => numberText(views) },
    {
      title: t('analytics.viewers'),
      value: ({ uniqueViewers }) => uniqueViewers,
      text: ({ uniqueViewers }) => numberText(uniqueViewers),
    },
    {
      title: t('analytics.watchTime'),
      value: ({ watchTimeSeconds }) => watchTimeSeconds,
      text: ({ watchTimeSeconds }) => spanText(watchTimeSeconds),
    },
  ]
}

/** The name of a part of an audience in the person's language. */
function shareName(groupBy: Grouping, key: string | null): string {
  if (groupBy === 'isEmbedded') return t(key === 'true' ? 'analytics.embedded' : 'analytics.own')
  if (groupBy === 'player') return t(key === 'other' ? 'analytics.player.other' : 'analytics.player.own')
  if (key === null || key === 'unknown' || key === '') return t('analytics.unknown')
  if (groupBy === 'referrer' && key === 'direct') return t('analytics.direct')
  if (groupBy === 'country') return countryName(key)
  return groupBy === 'device' || groupBy === 'rendition' ? labelOf(key) : key
}

function countryName(code: string): string {
  try {
    return new Intl.DisplayNames(languageTag(), { type: 'region' }).of(code) ?? code
  } catch {
    return code
  }
}
