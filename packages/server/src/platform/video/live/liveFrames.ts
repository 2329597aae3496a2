import type { Log } from '#kit/call/context.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { Files } from '#platform/files/files.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { assetKey, posterName } from '#platform/video/asset/assetNames.ts'
import type { FrameGrabber } from '#platform/video/frames/frameGrabber.ts'
import type { Init, Part, Segment } from '#platform/video/mediaTypes.ts'

/** What pictures of live sessions are taken with, and how often; every minute when left out. */
export type PictureParts = { grabber: FrameGrabber; everyMs?: number | undefined }

export type LiveFramesOptions = PictureParts & {
  files: Files
  /** Of the session's asset in `files`, ending in `/`. */
  prefix: string
  /** Told once: there is a picture. */
  onFirst(): void
  nowMs(): number
  log: Log
}

/** A segment that an audience sees, with all its parts and the init section that they need. */
export type SeenSegment = { segment: Segment; parts: readonly Part[]; init: Init }

/** Takes a picture of a live session now and then, as the poster of its asset until the recording has its own. */
export type LiveFrames = {
  /** Takes a picture of the last key frame, where one is due and none is being taken. Nothing waits for it. */
  look(seen: SeenSegment): void
  /** Takes no more. Resolves when none is being kept any more. */
  stop(): Promise<void>
}

const everyMsDefault = 60_000
/** Where pictures fail, the pause doubles up to this. */
const pauseMsMax = 3_600_000

/** Opens the pictures of one session. Without a grabber that has something to work with there are none. */
export function openLiveFrames(options: LiveFramesOptions): LiveFrames {
  const { grabber, everyMs = everyMsDefault, files, prefix, onFirst, nowMs, log } = options
  let dueAtMs = -Infinity
  let pauseMs = everyMs
  let [isTaking, isStopped, isTold] = [false, false, false]
  let keeping: Promise<void> = Promise.resolve()

  /** Answers whether there is a new picture. */
  async function take(seen: SeenSegment): Promise<boolean> {
    const { segment } = seen
    const jpeg = await grabber.poster(sourceOf(seen), segment.mediaSeconds + segment.durationSeconds)
    // Whoever has stopped it counts on nothing coming after.
    if (jpeg === undefined || isStopped) return false
    keeping = files.put(assetKey(prefix, posterName), jpeg, 'image/jpeg')
    await keeping
    if (!isTold) onFirst()
    isTold = true
    return true
  }

  async function takeOrLog(seen: SeenSegment): Promise<void> {
    const isTaken = await take(seen).catch((error: unknown) => {
      log.warn('a still image of a live stream could not be kept', { prefix, error: messageOf(error) })
      return false
    })
    pauseMs = isTaken ? everyMs : Math.min(2 * pauseMs, Math.max(everyMs, pauseMsMax))
    dueAtMs = nowMs() + pauseMs
    isTaking = false
  }

  return {
    look(seen) {
      const isDue = nowMs() >= dueAtMs && seen.segment.isIndependent
      if (!grabber.canGrab || !isDue || isTaking || isStopped) return
      isTaking = true
      void takeOrLog(seen)
    },
    async stop() {
      isStopped = true
      await keeping.catch(() => undefined)
    },
  }
}

/** The segment by itself, out of memory: what becomes of it on the disk does not matter. */
function sourceOf({ segment, parts, init }: SeenSegment): AssetSource {
  const bytes = Buffer.concat(parts.map(({ data }) => data))
  return {
    index: { inits: [], segments: [{ ...segment, reel: 0, offset: 0 }] },
    init: async () => init.data,
    segment: async () => bytes,
  }
}
