import { Text } from '@mantine/core'
import { useRef, useState, type PointerEvent, type RefObject } from 'react'
import { ChartCard } from '#console/parts/charts/chartCard.tsx'
import type { TimeRange } from '#console/parts/charts/timeRange.ts'
import { useVideoTime, VideoPlayer, type PlayedMedia } from '#console/parts/video/videoPlayer.tsx'
import { durationText, numberText } from '#console/texts/formats.ts'
import { t } from '#console/texts/texts.ts'
import { useAnalytics, type AudienceSubject } from './audienceQueries.ts'
import { curvePath, halfAt, shareAt, type RetentionPoint } from './retentionCurve.ts'

type RetentionProps = {
  subject: AudienceSubject
  range: TimeRange
  /** First part of the name of its CSV file. */
  name: string
  title: string
  /** Length of the video; that of the curve when left out. */
  seconds: number | null
  media: PlayedMedia | undefined
}

/** Share of the views that played each second, over the video itself: the pointer and the slider seek in it. */
export function RetentionCard({ subject, range, name, title, seconds, media }: RetentionProps) {
  const { data } = useAnalytics(subject, range, { metrics: ['retention'] })
  const points = data?.retention ?? []
  const step = (points[1]?.atSeconds ?? 1) - (points[0]?.atSeconds ?? 0)
  const length = Math.max(seconds ?? 0, (points.at(-1)?.atSeconds ?? 0) + step)
  const half = halfAt(points)
  if (data === undefined) return null
  return (
    <ChartCard
      title={t('analytics.retention')}
      fileName={`${name}-retention`}
      rows={points}
      columns={[
        {
          title: t('analytics.retention.time'),
          value: ({ atSeconds }) => atSeconds,
          text: ({ atSeconds }) => durationText(atSeconds),
        },
        {
          title: t('analytics.retention.share'),
          value: ({ percent }) => percent,
          text: ({ percent }) => percentText(percent),
        },
      ]}
    >
      {points.length === 0 ? (
        <Text size="sm" c="dimmed">
          {t('analytics.retention.none')}
        </Text>
      ) : (
        <>
          <Text size="sm" c="dimmed">
            {half === undefined
              ? t('analytics.retention.most')
              : t('analytics.retention.half', { time: durationText(half) })}
          </Text>
          <Stage points={points} length={length} title={title} media={media} />
        </>
      )}
    </ChartCard>
  )
}

type StageProps = { points: readonly RetentionPoint[]; length: number; title: string; media: PlayedMedia | undefined }

const box = { width: 1000, height: 100 }

/** The video with the curve over it, and a slider below that a keyboard moves. */
function Stage({ points, length, title, media }: StageProps) {
  const videoRef = useRef<HTMLVideoElement>(null)
  const seek = (seconds: number) => {
    const video = videoRef.current
    if (video === null) return
    video.preload = 'auto'
    video.currentTime = Math.min(seconds, length)
  }
  const isPlayable = media !== undefined && (media.hlsUrl !== null || media.fileUrl !== null)
  return (
    <div className="retention" data-plain={!isPlayable || undefined}>
      {isPlayable ? (
        <VideoPlayer media={media} title={title} videoRef={videoRef} />
      ) : (
        <div className="retention-blank" />
      )}
      <Curve points={points} length={length} videoRef={videoRef} seek={seek} />
      <Scrubber points={points} length={length} videoRef={videoRef} seek={seek} />
    </div>
  )
}

type CurveProps = Omit<StageProps, 'title' | 'media'> & {
  videoRef: RefObject<HTMLVideoElement | null>
  seek(seconds: number): void
}

function Curve({ points, length, videoRef, seek }: CurveProps) {
  const { line, area } = curvePath(points, { length, ...box })
  const [hover, setHover] = useState<number>()
  const secondAt = ({ currentTarget, clientX }: PointerEvent<SVGSVGElement>) => {
    const { left, width } = currentTarget.getBoundingClientRect()
    return Math.min(1, Math.max(0, (clientX - left) / width)) * length
  }
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const seconds = secondAt(event)
    setHover(seconds)
    // A video that plays goes on: only a click moves it.
    if (videoRef.current?.paused === true) seek(seconds)
  }
  return (
    <>
      <svg
        className="retention-curve"
        viewBox={`0 0 ${box.width} ${box.height}`}
        preserveAspectRatio="none"
        aria-hidden
        onPointerMove={point}
        onPointerLeave={() => setHover(undefined)}
        onClick={() => {
          if (hover === undefined) return
          seek(hover)
          void videoRef.current?.play().catch(() => undefined)
        }}
      >
        <path className="retention-area" d={area} />
        <path className="retention-line" d={line} />
        {hover === undefined ? null : (
          <line
            className="retention-cursor"
            x1={(hover / length) * box.width}
            x2={(hover / length) * box.width}
            y2={box.height}
          />
        )}
      </svg>
      {hover === undefined ? null : (
        <span
          className="retention-hint"
          style={{ insetInlineStart: `${Math.min(88, Math.max(12, (hover / length) * 100))}%` }}
        >
          {durationText(hover)} · {percentText(shareAt(points, hover))}
        </span>
      )}
    </>
  )
}

function Scrubber({ points, length, videoRef, seek }: CurveProps) {
  const played = useVideoTime(videoRef)
  const [moved, setMoved] = useState(0)
  const seconds = videoRef.current === null ? moved : played
  const text = t('analytics.retention.at', {
    percent: percentText(shareAt(points, seconds)),
    time: durationText(seconds),
  })
  return (
    <div className="retention-scrub">
      <input
        type="range"
        min={0}
        max={Math.floor(length)}
        step={1}
        value={Math.min(Math.floor(seconds), Math.floor(length))}
        aria-label={t('analytics.retention.scrub')}
        aria-valuetext={text}
        onChange={({ currentTarget: { value } }) => {
          setMoved(Number(value))
          seek(Number(value))
        }}
      />
      <Text size="sm">{text}</Text>
    </div>
  )
}

function percentText(percent: number): string {
  return numberText(percent / 100, { style: 'percent', maximumFractionDigits: 0 })
}
