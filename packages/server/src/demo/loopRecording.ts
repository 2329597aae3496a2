import type { Ctx } from '#kit/call/context.ts'
import { encodeId } from '#kit/values/ids.ts'
import type { VideoMade } from '#platform/video/videoWorkPort.ts'
import type { Files } from '#platform/files/files.ts'
import { encodeInitLine, encodeSegmentLine } from '#platform/video/asset/assetIndex.ts'
import { assetKey, assetPrefix, indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import type { Init } from '#platform/video/mediaTypes.ts'
import { openPackager } from '#platform/video/packager/packager.ts'
import { openLedger } from '#platform/video/spool/ledger.ts'
import { staticVideo } from '#products/livestream/records/staticVideo.ts'
import type { Loop } from './demoLoop.ts'

/** Recording of a loop: files of its asset by name, and its duration and size. */
export type LoopRecording = { files: ReadonlyMap<string, Buffer>; made: VideoMade }

/** Number of rounds, and programme time of the first frame in ms since 1970. */
export type Recorded = { rounds: number; startsAtMs: number }

/** Minimum duration of segments, as in recordings of streams with latency mode `standard`. */
const segmentSecondsMin = 1.9

/** Records a loop like a live session, but without waiting. */
export function recordLoop({ headers, media, durationMs }: Loop, { rounds, startsAtMs }: Recorded): LoopRecording {
  const ledger = openLedger(Infinity)
  const lines: string[] = []
  const inits: Init[] = []
  const reels = new Map<string, Buffer[]>()
  let atMs = 0
  const packager = openPackager({
    partSeconds: undefined,
    segmentSecondsMin,
    nowMs: () => startsAtMs + atMs,
    output: {
      init(init) {
        inits.push(init)
        lines.push(encodeInitLine({ ...init, byteCount: init.data.length }))
      },
      part() {},
      segment(segment, parts) {
        const placed = ledger.place(segment, segment.byteCount)
        ledger.written(placed)
        lines.push(encodeSegmentLine(placed))
        const name = reelName(placed.reel)
        reels.set(name, [...(reels.get(name) ?? []), ...parts.map(({ data }) => data)])
      },
      refused({ message }) {
        throw new Error(message)
      },
    },
  })
  packager.begin()
  for (const header of headers) packager.tag(header)
  for (let round = 0; round < rounds; round++) {
    for (const tag of media) {
      atMs = tag.timestampMs + round * durationMs
      packager.tag({ ...tag, timestampMs: atMs })
    }
  }
  packager.flush()
  const files = new Map([
    ...inits.map(({ id, data }) => [initName(id), data] as const),
    ...[...reels].map(([name, bytes]) => [name, Buffer.concat(bytes)] as const),
    [indexName, Buffer.from(lines.join(''))],
  ])
  const { width = 0, height = 0 } = inits[0]?.video ?? {}
  const byteCount = [...files.values()].reduce((sum, { length }) => sum + length, 0)
  return { files, made: { durationSeconds: ledger.summary().durationSeconds, width, height, byteCount } }
}

/** Stores a recording as an asset. Its index is written last, so an asset with an index is complete. */
export async function putRecording(files: Files, prefix: string, recording: LoopRecording): Promise<void> {
  for (const [name, bytes] of recording.files) {
    await files.put(assetKey(prefix, name), bytes, name === indexName ? 'application/jsonl' : 'video/mp4')
  }
}

/** Media of a recorded video, and the row id of its asset. */
export type RecordedMedia = { staticId: string; assetUuid: string; recording: LoopRecording }

/** Adds media to a recorded video, without facts and without a change of state. */
export async function addRecording(
  ctx: Ctx,
  files: Files,
  { staticId, assetUuid, recording }: RecordedMedia,
): Promise<void> {
  await putRecording(files, assetPrefix(ctx.account.id, assetUuid), recording)
  const patch = { ...recording.made, assetId: encodeId('ast', ctx.account.id, assetUuid) }
  await ctx.atomic(async (inner) => void (await inner.store.update(staticVideo, staticId, { patch, isSilent: true })))
}
