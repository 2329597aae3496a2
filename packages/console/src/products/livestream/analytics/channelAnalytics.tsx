import type { PanelProps } from '#console/parts/descriptor.ts'
import { AudienceView } from './audienceView.tsx'
import { MostWatchedCard } from './mostWatchedCard.tsx'

/** The audience of a channel, with its most watched videos and streams. */
export function Panel({ record }: PanelProps) {
  const subject = { channelId: record.id }
  return (
    <AudienceView subject={subject} name={record.id}>
      {(range) => <MostWatchedCard subject={subject} range={range} name={record.id} />}
    </AudienceView>
  )
}
