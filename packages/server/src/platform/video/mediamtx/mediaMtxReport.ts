import type { IngestIssue, LiveReport, PushTarget } from '#platform/video/live/liveVideoPort.ts'
import type { SeenPath } from './mediaMtxResponses.ts'
import type { ByteMeter } from './byteMeter.ts'

type Reported = {
  seen: SeenPath | undefined
  meter: ByteMeter
  protocol: string
  targets: readonly PushTarget[]
  isRecording: boolean
  /** Seconds since it was first playable. */
  seconds: number
  bytes: number
  nowMs: number
}

/** Silence that is longer than network jitter. */
const stillMs = 3_000

/** The report of a session for its owner, from the control API, which does not inspect frames. */
export function reportOf(reported: Reported): LiveReport {
  const { seen, meter, protocol, targets, isRecording, seconds, bytes, nowMs } = reported
  const movedAtMs = meter.movedAtMs()
  const isStill = movedAtMs !== undefined && nowMs - movedAtMs > stillMs
  const issues = seen !== undefined && isStill ? [stillIssue(movedAtMs)] : []
  return {
    health: seen === undefined ? 'offline' : isStill ? 'bad' : 'good',
    issues,
    ingest: {
      protocol,
      videoCodec: seen?.video?.codec ?? null,
      audioCodec: seen?.audioCodec ?? null,
      width: seen?.video?.width ?? null,
      height: seen?.video?.height ?? null,
      fps: null,
      bitrateKbps: seen === undefined ? 0 : meter.kilobitsPerSecond(),
      keyFrameIntervalSeconds: null,
      droppedFrames: seen?.framesInError ?? 0,
      lastPacketAt: movedAtMs === undefined ? null : isoOf(movedAtMs),
    },
    simulcast: targets.map(({ targetId }) => ({ targetId, state: 'error', lastError: notSentOn })),
    recording: { isRecording, seconds, bytes },
  }
}

const notSentOn = 'The media server of this installation sends nothing on.'

function stillIssue(sinceMs: number): IngestIssue {
  return {
    code: 'no_data',
    severity: 'bad',
    message: 'Nothing arrives from the encoder.',
    advice: 'Check that the encoder is still streaming and that it is connected to the internet.',
    since: isoOf(sinceMs),
  }
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
