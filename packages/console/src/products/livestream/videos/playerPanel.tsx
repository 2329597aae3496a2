import type { PanelProps } from '#console/parts/descriptor.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { VideoPlayer } from '#console/parts/video/videoPlayer.tsx'
import { useOwnMedia } from './ownMedia.ts'

/** The player of a video on its page, for closed ones too. */
export function Panel({ record }: PanelProps) {
  const media = useOwnMedia([record.id]).get(record.id)
  if (media === undefined || (media.hlsUrl === null && media.fileUrl === null)) return null
  return <VideoPlayer media={media} title={titleOfRecord(record)} />
}
