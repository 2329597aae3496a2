import { setTimeout as sleep } from 'node:timers/promises'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { FinishFailed } from '#platform/video/finish/finishFailed.ts'
import type { AssetSegment } from '#platform/video/mediaTypes.ts'
import type { CutWindow } from '#platform/video/videoWorkPort.ts'

/** Longest wait for the end of a clip: its last segment is complete within seconds. */
const waitMsMax = 12_000
const pollMs = 100

/** Index of a recording, or of the DVR window of a live session. */
export type Cuttable = Pick<AssetSource, 'index'>

/** Latest segments, of which the bitrate is the mean. */
const measuredMax = 60

/** Programme times of an asset's first and last frame, with its bitrate. Undefined without a segment. */
export function windowOf({ index: { segments } }: Cuttable): CutWindow | undefined {
  const [first, last] = [segments[0], segments.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const measured = segments.slice(-measuredMax)
  const seconds = measured.reduce((sum, { durationSeconds }) => sum + durationSeconds, 0)
  const bytes = measured.reduce((sum, { byteCount }) => sum + byteCount, 0)
  const bytesPerSecond = seconds > 0 ? Math.ceil(bytes / seconds) : 0
  return { fromMs: first.startsAtMs, toMs: endOf(last), bytesPerSecond }
}

/** Media time of a programme time. A time in a gap, while the encoder was away, gives the end of the gap. */
export function mediaSecondsAt({ index: { segments } }: Cuttable, programmeMs: number): number {
  const found = segments.findLast(({ startsAtMs }) => startsAtMs <= programmeMs) ?? segments[0]
  if (found === undefined) throw new FinishFailed('outside_range', 'There is nothing to cut from.')
  const withinSeconds = Math.max(0, (programmeMs - found.startsAtMs) / 1000)
  return found.mediaSeconds + Math.min(withinSeconds, found.durationSeconds)
}

/** Programme time (ms since 1970) of a media time. */
export function programmeMsAt({ index: { segments } }: Cuttable, mediaSeconds: number): number {
  const found = segments.findLast((segment) => segment.mediaSeconds <= mediaSeconds) ?? segments[0]
  if (found === undefined) return 0
  return found.startsAtMs + Math.max(0, mediaSeconds - found.mediaSeconds) * 1000
}

/** Waits until a growing asset holds a programme time, 12 s at most; returns the asset as it is then. */
export async function waitFor(source: () => AssetSource, toMs: number): Promise<AssetSource> {
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += pollMs) {
    const asset = source()
    const window = windowOf(asset)
    if (window !== undefined && window.toMs >= toMs) return asset
    await sleep(pollMs)
  }
  return source()
}

function endOf(segment: AssetSegment): number {
  return segment.startsAtMs + segment.durationSeconds * 1000
}
