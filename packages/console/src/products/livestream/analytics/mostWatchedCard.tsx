import { ChartCard } from '#console/parts/charts/chartCard.tsx'
import { RankedBars } from '#console/parts/charts/rankedBars.tsx'
import type { TimeRange } from '#console/parts/charts/timeRange.ts'
import { RecordLink } from '#console/parts/values/recordLink.tsx'
import { numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { useMostWatched, type AudienceSubject } from './audienceQueries.ts'
import { spanText } from './measures.ts'

/** The videos and streams with the most views, each a link to its page. */
export function MostWatchedCard({
  subject,
  range,
  name,
}: {
  subject: AudienceSubject
  range: TimeRange
  name: string
}) {
  const { data } = useMostWatched(subject, range)
  const items = data?.items ?? []
  if (items.length === 0) return null
  return (
    <ChartCard
      title={t('analytics.most')}
      fileName={`${name}-most-watched`}
      rows={items}
      columns={[
        { title: t('analytics.most.record'), value: ({ id }) => id },
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
      ]}
    >
      <RankedBars
        bars={items.map(({ id, views, watchTimeSeconds }) => ({
          name: id,
          value: views,
          text: numberText(views),
          note: spanText(watchTimeSeconds),
          content: <RecordLink id={id} />,
        }))}
      />
    </ChartCard>
  )
}
