import type { LiveReport } from './liveVideoPort.ts'
import type { AssetSummary } from '#platform/video/mediaTypes.ts'
import { healthOf, type SessionHealth } from './healthWatch.ts'
import type { RecordingSummary } from './liveHost.ts'

type ReportParts = {
  health: SessionHealth
  /** Whether no encoder is connected. */
  isAway: boolean
  protocol: string
  simulcast: LiveReport['simulcast']
  recorded: AssetSummary
  isRecording: boolean
}

/** Report of a session for its owner. */
export function reportOf({ health, isAway, protocol, simulcast, recorded, isRecording }: ReportParts): LiveReport {
  const { issues, videoCodec, audioCodec, width, height, fps, bitrateKbps, droppedFrames, lastPacketAtMs } = health
  return {
    health: isAway ? 'offline' : healthOf(health),
    issues: isAway ? [] : issues.map(({ sinceMs, ...issue }) => ({ ...issue, since: isoOf(sinceMs) })),
    ingest: {
      protocol,
      videoCodec: videoCodec ?? null,
      audioCodec: audioCodec ?? null,
      width: width ?? null,
      height: height ?? null,
      fps: fps === 0 ? null : fps,
      bitrateKbps: bitrateKbps.total,
      keyFrameIntervalSeconds: health.keyFrameIntervalSeconds?.mean ?? null,
      droppedFrames,
      lastPacketAt: lastPacketAtMs === undefined ? null : isoOf(lastPacketAtMs),
    },
    simulcast,
    recording: { isRecording, seconds: wholeMs(recorded.durationSeconds), bytes: recorded.byteCount },
  }
}

/** Summary of a finished recording; undefined without a segment. */
export function recordingOf(summary: AssetSummary): RecordingSummary | undefined {
  const [first] = summary.inits
  if (summary.segmentCount === 0 || first === undefined) return undefined
  const { width, height } = first.video
  return { durationSeconds: wholeMs(summary.durationSeconds), byteCount: summary.byteCount, width, height }
}

/** Seconds rounded to milliseconds: the sum of many fractions has rounding errors beyond them. */
function wholeMs(seconds: number): number {
  return Math.round(seconds * 1_000) / 1_000
}

function isoOf(ms: number): string {
  return new Date(ms).toISOString()
}
