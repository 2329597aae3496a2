import { lazy, Suspense } from 'react'
import { useScope } from '#console/app/session.tsx'
import type { ApiRecord, PanelProps } from '#console/parts/descriptor.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { VideoPlayer } from '#console/parts/video/videoPlayer.tsx'
import { useOwnMedia } from './ownMedia.ts'

const DraftUpload = lazy(() => import('./uploads/draftUpload.tsx').then((module) => ({ default: module.DraftUpload })))

/** The player of a video on its page, for closed ones too; before there is a video, the place that takes its file. */
export function Panel({ record }: PanelProps) {
  const canWrite = useScope()('livestream.static:write')
  const media = useOwnMedia([record.id]).get(record.id)
  if (media !== undefined && (media.hlsUrl !== null || media.fileUrl !== null)) {
    return <VideoPlayer media={media} title={titleOfRecord(record)} />
  }
  if (!canWrite || !takesFile(record)) return null
  return (
    <Suspense>
      <DraftUpload record={record} />
    </Suspense>
  )
}

/** Whether a video waits for a file, at first or after one that could not be used. */
function takesFile({ status, source, videoUrl }: ApiRecord): boolean {
  const isWaiting = status === 'draft' || status === 'failed'
  return isWaiting && source === 'upload' && (videoUrl ?? null) === null
}
