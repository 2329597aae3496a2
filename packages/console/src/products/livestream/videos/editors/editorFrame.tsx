import '@mantine/core/styles/Slider.css'
import { Text } from '@mantine/core'
import { useRef, type ReactNode, type RefObject } from 'react'
import type { ApiRecord } from '#console/parts/descriptor.ts'
import { titleOfRecord } from '#console/parts/list/listColumns.ts'
import { VideoPlayer } from '#console/parts/video/videoPlayer.tsx'
import { t } from '#console/texts/texts.ts'
import { useOwnMedia, type OwnMedia } from '#console/products/livestream/videos/ownMedia.ts'

/** The player that an editor follows and seeks. */
export type EditedVideo = {
  media: OwnMedia | undefined
  videoRef: RefObject<HTMLVideoElement | null>
  /** Position in seconds. */
  position(): number
  seek(seconds: number): void
  play(): void
  durationSeconds: number | undefined
}

/** The player of an editor, with the addresses of the account. */
export function useEditedVideo(record: ApiRecord): EditedVideo {
  const videoRef = useRef<HTMLVideoElement>(null)
  const media = useOwnMedia([record.id]).get(record.id)
  const { durationSeconds } = record
  return {
    media,
    videoRef,
    durationSeconds: typeof durationSeconds === 'number' ? durationSeconds : undefined,
    position: () => videoRef.current?.currentTime ?? 0,
    play() {
      // The browser refuses a play that a pause or another address overtakes.
      videoRef.current?.play().catch(() => undefined)
    },
    seek(seconds) {
      if (videoRef.current !== null) videoRef.current.currentTime = Math.max(0, seconds)
    },
  }
}

type EditorFrameProps = {
  record: ApiRecord
  video: EditedVideo
  /** Shown over the frames. */
  overlay?: ReactNode
  /** Shown below the player. */
  below?: ReactNode
  children: ReactNode
}

/** An editor beside the player; on a narrow screen below it, while the player stays in sight. */
export function EditorFrame({ record, video, overlay, below, children }: EditorFrameProps) {
  const { media, videoRef } = video
  const isPlayable = media !== undefined && (media.hlsUrl !== null || media.fileUrl !== null)
  return (
    <div className="video-editor">
      <div className="video-editor-player">
        <div className="video-stage">
          {isPlayable ? (
            <>
              <VideoPlayer media={media} title={titleOfRecord(record)} videoRef={videoRef} />
              {overlay}
            </>
          ) : (
            <Text size="sm" c="dimmed" className="surface section">
              {t('editor.noVideo')}
            </Text>
          )}
        </div>
        {below}
      </div>
      {children}
    </div>
  )
}
