import { Text } from '@mantine/core'
import { useEffect, useState, type RefObject } from 'react'
import { ownPath } from '#console/parts/ownAddress.ts'
import { t } from '#console/texts/texts.ts'
import './video.css'

/** Addresses of a video: a playlist of this server, or a file that is played from where it lies. */
export type PlayedMedia = { hlsUrl: string | null; fileUrl: string | null; posterUrl: string | null }

type VideoPlayerProps = {
  media: PlayedMedia
  title: string
  /** Receives the element, to read its position and to seek. */
  videoRef?: RefObject<HTMLVideoElement | null>
}

/** A player with the controls of the browser. A file of another host is loaded only when it is played. */
export function VideoPlayer({ media, title, videoRef }: VideoPlayerProps) {
  const [video, setVideo] = useState<HTMLVideoElement | null>(null)
  const [failure, setFailure] = useState<string>()
  const { hlsUrl, fileUrl, posterUrl } = media
  useEffect(() => {
    if (video === null || hlsUrl === null) return undefined
    let close: (() => void) | undefined
    let isClosed = false
    import('./playlistPlayer.ts').then(
      ({ playPlaylist }) => {
        if (!isClosed) close = playPlaylist(video, ownPath(hlsUrl), setFailure)
      },
      (error: unknown) => setFailure(String(error)),
    )
    return () => {
      isClosed = true
      close?.()
    }
  }, [video, hlsUrl])
  return (
    <figure className="video-player">
      <video
        ref={(element) => {
          setVideo(element)
          if (videoRef !== undefined) videoRef.current = element
        }}
        controls
        playsInline
        preload={hlsUrl === null ? 'none' : 'metadata'}
        aria-label={title}
        {...(posterUrl === null ? {} : { poster: ownPath(posterUrl) })}
        {...(hlsUrl === null && fileUrl !== null ? { src: fileUrl } : {})}
      />
      {failure === undefined ? null : (
        <Text component="figcaption" size="sm" role="alert">
          {t('video.player.failed', { reason: failure })}
        </Text>
      )}
    </figure>
  )
}

/** The position of a video in seconds, as it plays and is seeked. */
export function useVideoTime(videoRef: RefObject<HTMLVideoElement | null>): number {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    let frame = 0
    const follow = () => {
      setSeconds(videoRef.current?.currentTime ?? 0)
      frame = requestAnimationFrame(follow)
    }
    follow()
    return () => cancelAnimationFrame(frame)
  }, [videoRef])
  return seconds
}
