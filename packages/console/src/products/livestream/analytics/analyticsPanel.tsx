import type { PanelProps } from '#console/parts/descriptor.ts'
import { AudienceView } from './audienceView.tsx'

/** The audience of a record: a video, a stream or a channel. */
export function Panel({ noun, record }: PanelProps) {
  return <AudienceView subject={{ [noun.idKey ?? 'staticId']: record.id }} name={record.id} />
}
