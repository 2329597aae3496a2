import type { IngestIssue, LiveReport, PushTarget } from '#platform/video/live/liveVideoPort.ts'
import type { PathState } from './mediaMtxResponses.ts'
import type { ByteMeter } from './byteMeter.ts'

type ReportParts = {
  /** Observed state of the path; undefined without a publisher. */
  path: PathState | undefined
  meter: ByteMeter
  protocol: string
  targets: readonly PushTarget[]
  isRecording: boolean
  /** Seconds since the media was first playable. */
  seconds: number
  bytes: number
  nowMs: number
}

/** Longest pause that counts as network jitter. */
const silenceMsMax = 3_000

/** Report of a session for its owner, from the control API, which does not inspect frames. */
export function reportOf(parts: ReportParts): LiveReport {
  const { path, meter, protocol, targets, isRecording, seconds, bytes, nowMs } = parts
  const movedAtMs = meter.movedAtMs()
  const isSilent = movedAtMs !== undefined && nowMs - movedAtMs > silenceMsMax
  const issues = path !== undefined && isSilent ? [silenceIssue(movedAtMs)] : []
  return {
    health: path === undefined ? 'offline' : isSilent ? 'bad' : 'good',
    issues,
    ingest: {
      protocol,
      videoCodec: path?.video?.codec ?? null,
      audioCodec: path?.audioCodec ?? null,
      width: path?.video?.width ?? null,
      height: path?.video?.height ?? null,
      fps: null,
      bitrateKbps: path === undefined ? 0 : meter.kilobitsPerSecond(),
      keyFrameIntervalSeconds: null,
      droppedFrames: path?.framesInError ?? 0,
      lastPacketAt: movedAtMs === undefined ? null : isoOf(movedAtMs),
    },
    simulcast: targets.map(({ targetId }) => ({ targetId, state: 'error', lastError: noSimulcast })),
    recording: { isRecording, seconds, bytes },
  }
}

const noSimulcast = 'The media server of this installation does not push streams to targets.'

function silenceIssue(sinceMs: number): IngestIssue {
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
