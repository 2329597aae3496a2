import { setTimeout as sleep } from 'node:timers/promises'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { FinishFailed } from '#platform/video/finish/finishFailed.ts'
import type { AssetSegment } from '#platform/video/mediaTypes.ts'

/** How long the end of a clip that is still to come is waited for: the segment that holds it closes in a moment. */
const waitMsMax = 12_000
const pollMs = 100

/** Something that can be cut from: all of it, or what a window holds of it. */
export type Cuttable = Pick<AssetSource, 'index'>

/** The programme times that an asset, or the window of a session, holds. Undefined when it holds nothing. */
export function windowOf({ index: { segments } }: Cuttable): { fromMs: number; toMs: number } | undefined {
  const [first, last] = [segments[0], segments.at(-1)]
  if (first === undefined || last === undefined) return undefined
  return { fromMs: first.startsAtMs, toMs: endOf(last) }
}

/** The media time of a programme time. In a gap, where the encoder was away, it is that of the gap's end. */
export function mediaSecondsAt({ index: { segments } }: Cuttable, programmeMs: number): number {
  const found = segments.findLast(({ startsAtMs }) => startsAtMs <= programmeMs) ?? segments[0]
  if (found === undefined) throw new FinishFailed('outside_range', 'There is nothing to cut from.')
  const withinSeconds = Math.max(0, (programmeMs - found.startsAtMs) / 1000)
  return found.mediaSeconds + Math.min(withinSeconds, found.durationSeconds)
}

/** The programme time of a media time. */
export function programmeMsAt({ index: { segments } }: Cuttable, mediaSeconds: number): number {
  const found = segments.findLast((segment) => segment.mediaSeconds <= mediaSeconds) ?? segments[0]
  if (found === undefined) return 0
  return found.startsAtMs + Math.max(0, mediaSeconds - found.mediaSeconds) * 1000
}

/** Waits until a growing asset holds a programme time; then, or after 12 s, answers what it holds. */
export async function waitFor(source: () => AssetSource, toMs: number): Promise<AssetSource> {
  for (let waitedMs = 0; waitedMs < waitMsMax; waitedMs += pollMs) {
    const held = source()
    const window = windowOf(held)
    if (window !== undefined && window.toMs >= toMs) return held
    await sleep(pollMs)
  }
  return source()
}

function endOf(segment: AssetSegment): number {
  return segment.startsAtMs + segment.durationSeconds * 1000
}
