import { Alert, Badge, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useEffect, useState, type ReactNode } from 'react'
import { useAccount } from '#console/app/session.tsx'
import { labelOf } from '#console/parts/labels.ts'
import type { PanelProps } from '#console/parts/descriptor.ts'
import { ownPath } from '#console/parts/ownAddress.ts'
import { agoText, durationText, numberText } from '#console/texts/formats.ts'
import { toldSentence } from '#console/texts/sentences.ts'
import { t } from '#console/texts/texts.ts'
import { Markers } from './markers.tsx'
import { SimulcastTargets } from './simulcastTargets.tsx'
import { StreamCommands } from './streamCommands.tsx'
import { chartSeconds, useStreamStatus, type StreamFigures, type StreamStatus } from './streamStatus.ts'
import './controlRoom.css'

const LiveChart = lazy(() => import('#console/parts/charts/liveChart.tsx').then((m) => ({ default: m.LiveChart })))

/** The control room of a stream: preview, signal, viewers, and the commands of the show. */
export function Panel({ record, reload }: PanelProps) {
  const { status, figures } = useStreamStatus(record.id)
  const state = status?.status ?? String(record['status'])
  // The record follows the status, whose changes come from encoders and clocks; a new session has another start.
  useEffect(() => {
    if (status === undefined) return
    if (status.status !== record['status'] || status.startedAt !== record['startedAt']) void reload()
  }, [status?.status, status?.startedAt])
  return (
    <section className="surface control-room" aria-label={t('stream.room')}>
      <Preview streamId={record.id} isLive={status?.isLive ?? false} state={state} />
      <Stack gap="md">
        <StateLine status={status} state={state} />
        <StreamCommands record={record} state={state} reload={reload} />
        <Issues status={status} />
        <Refusals status={status} />
        <Signal status={status} />
        <Markers record={record} isLive={status?.isLive ?? false} />
        <SimulcastTargets record={record} status={status} />
      </Stack>
      {status?.ingest === null || status === undefined ? null : <Figures figures={figures} status={status} />}
    </section>
  )
}

/** Access of the account itself: private videos, and a stream before it goes live. */
const signed = { expiresInSeconds: 86_400, opensPreview: true }

type PreviewProps = { streamId: string; isLive: boolean; state: string }

/** The player of the audience, muted, with the access of the account. */
function Preview({ streamId, isLive, state }: PreviewProps) {
  const isPlaying = isLive || state === 'preview'
  const { client, id: accountId } = useAccount()
  // A key of its own: a command reads the stream again, and must not give the player a new address.
  const { data } = useQuery({
    queryKey: [accountId, 'preview', streamId],
    queryFn: () => client.call('livestream.stream.getEmbedCode', { streamId, autoplay: true, muted: true, signed }),
    enabled: isPlaying,
    staleTime: Number.POSITIVE_INFINITY,
  })
  if (!isPlaying || data === undefined) {
    return (
      <div className="preview preview-off">
        <Text c="dimmed">{t(state === 'disabled' ? 'stream.preview.disabled' : 'stream.preview.off')}</Text>
      </div>
    )
  }
  return (
    <iframe className="preview" title={t('stream.preview')} src={ownPath(data.embedUrl)} allow="autoplay; fullscreen" />
  )
}

const healthColors = { good: 'teal', warning: 'yellow', bad: 'red', offline: 'gray' } as const

type FigureProps = { label: string; children: ReactNode; isAnnounced?: boolean }

/** State, time on air, viewers and health in one line. */
function StateLine({ status, state }: { status: StreamStatus | undefined; state: string }) {
  const elapsed = useElapsed(status?.startedAt ?? null, status?.isLive ?? false)
  const health = status?.health ?? 'offline'
  return (
    <Group gap="xl" align="flex-start">
      <Figure label={t('stream.state')} isAnnounced>
        <span className="on-air" data-live={status?.isLive || undefined}>
          {t(status?.isLive === true ? 'stream.onAir' : 'stream.offAir')}
        </span>
        {status?.isLive === true ? null : <small>{labelOf(state)}</small>}
      </Figure>
      <Figure label={t('stream.elapsed')}>{elapsed === undefined ? '–' : durationText(elapsed)}</Figure>
      <Figure label={t('stream.viewers')}>
        {status?.viewers === null || status === undefined ? '–' : numberText(status.viewers)}
      </Figure>
      <Figure label={t('stream.health')} isAnnounced>
        <Badge color={healthColors[health]} variant="light" tt="none">
          {t(`stream.health.${health}`)}
        </Badge>
      </Figure>
    </Group>
  )
}

/** A figure with its label. A screen reader announces changes of state, but no clock and no count. */
function Figure({ label, children, isAnnounced = false }: FigureProps) {
  return (
    <div className="figure" role={isAnnounced ? 'status' : undefined}>
      <Text size="xs" c="dimmed">
        {label}
      </Text>
      <div className="figure-value">{children}</div>
    </div>
  )
}

/** Seconds since a moment, counted while it runs. */
function useElapsed(since: string | null, isRunning: boolean): number | undefined {
  const [now, setNow] = useState(Date.now())
  useEffect(() => {
    if (!isRunning) return undefined
    const timer = setInterval(() => setNow(Date.now()), 1_000)
    return () => clearInterval(timer)
  }, [isRunning])
  return since === null || !isRunning ? undefined : Math.max(0, (now - Date.parse(since)) / 1000)
}

/** A sentence of the server in the language of the console; where it is English, screen readers read it so. */
function Told({ sentence }: { sentence: string }) {
  const { text, lang } = toldSentence(sentence)
  return <span lang={lang}>{text}</span>
}

/** Problems of the signal, with the setting to change at the encoder. */
function Issues({ status }: { status: StreamStatus | undefined }) {
  return (status?.issues ?? []).map((issue) => (
    <Alert
      key={issue.code}
      color={issue.severity === 'bad' ? 'red' : 'yellow'}
      title={<Told sentence={issue.message} />}
      role="alert"
    >
      <Told sentence={issue.advice} />
    </Alert>
  ))
}

/** Encoders that were refused lately, with the reason that they received. */
function Refusals({ status }: { status: StreamStatus | undefined }) {
  return (status?.refusals ?? []).map(({ code, message, lastAt }) => (
    <Alert key={code} color="yellow" title={t('stream.refused', { at: agoText(lastAt) })} role="status">
      <Told sentence={message} />
    </Alert>
  ))
}

/** The signal of the encoder in figures. */
function Signal({ status }: { status: StreamStatus | undefined }) {
  const ingest = status?.ingest
  if (ingest === null || ingest === undefined) return null
  const { width, height, fps, bitrateKbps, keyFrameIntervalSeconds, videoCodec, audioCodec, droppedFrames } = ingest
  const parts = [
    width === null || height === null ? undefined : `${width}×${height}`,
    fps === null ? undefined : `${numberText(fps, { maximumFractionDigits: 1 })} fps`,
    `${numberText(bitrateKbps, { maximumFractionDigits: 0 })} kbit/s`,
    keyFrameIntervalSeconds === null
      ? undefined
      : t('stream.keyFrames', { seconds: numberText(keyFrameIntervalSeconds, { maximumFractionDigits: 1 }) }),
    [videoCodec, audioCodec].filter((codec) => codec !== null).join(' + '),
    droppedFrames === 0 ? undefined : t('stream.dropped', { count: numberText(droppedFrames) }),
  ]
  return (
    <Text size="sm" c="dimmed">
      {parts.filter((part) => part !== undefined && part !== '').join(' · ')}
    </Text>
  )
}

function Figures({ figures, status }: { figures: StreamFigures; status: StreamStatus }) {
  const { bitrateKbps = 0, fps, keyFrameIntervalSeconds } = status.ingest ?? {}
  const text = (value: number | null | undefined, maximumFractionDigits = 0) =>
    value === null || value === undefined ? '–' : numberText(value, { maximumFractionDigits })
  const charts = [
    { label: `${t('stream.bitrate')}: ${text(bitrateKbps)} kbit/s`, samples: figures.bitrate },
    { label: `${t('stream.keyFrameInterval')}: ${text(keyFrameIntervalSeconds, 1)} s`, samples: figures.keyFrames },
    { label: `${t('stream.fps')}: ${text(fps, 1)}`, samples: figures.fps },
    { label: `${t('stream.viewers')}: ${text(status.viewers)}`, samples: figures.viewers },
  ]
  return (
    <div className="control-charts">
      <Suspense>
        {charts.map(({ label, samples }, index) => (
          <LiveChart key={index} label={label} samples={samples} windowSeconds={chartSeconds} />
        ))}
      </Suspense>
    </div>
  )
}
