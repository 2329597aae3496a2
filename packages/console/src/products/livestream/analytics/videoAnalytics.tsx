import type { PanelProps } from '#console/parts/descriptor.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { useOwnMedia } from '#console/products/livestream/videos/ownMedia.ts'
import { AudienceView } from './audienceView.tsx'
import { RetentionCard } from './retentionCard.tsx'

/** The audience of a video, with the curve of those who stayed. */
export function Panel({ record }: PanelProps) {
  const media = useOwnMedia([record.id]).get(record.id)
  const subject = { staticId: record.id }
  const { durationSeconds } = record
  return (
    <AudienceView subject={subject} name={record.id}>
      {(range) => (
        <RetentionCard
          subject={subject}
          range={range}
          name={record.id}
          title={titleOfRecord(record)}
          seconds={typeof durationSeconds === 'number' ? durationSeconds : null}
          media={media}
        />
      )}
    </AudienceView>
  )
}
