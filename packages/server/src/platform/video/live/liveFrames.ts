import type { Log } from '#kit/call/context.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { Files } from '#platform/files/files.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { assetKey, posterName } from '#platform/video/asset/assetNames.ts'
import type { FrameGrabber } from '#platform/video/frames/frameGrabber.ts'
import type { Init, Part, Segment } from '#platform/video/mediaTypes.ts'

/** Frame grabber of live sessions, and the pause between two frames; a minute when left out. */
export type FrameParts = { grabber: FrameGrabber; everyMs?: number | undefined }

export type LiveFramesOptions = FrameParts & {
  files: Files
  /** Prefix of the session's asset in `files`, ending in `/`. */
  prefix: string
  /** Called once, when the first frame is stored. */
  onFirst(): void
  nowMs(): number
  log: Log
}

/** Published segment with all its parts and their init section. */
export type PublishedSegment = { segment: Segment; parts: readonly Part[]; init: Init }

/**
 * Still frames of a live session, stored as the poster of its asset until the recording has its own poster.
 * A frame that fails is not retried: the next one is due after a pause that doubles with each failure.
 */
export type LiveFrames = {
  /** Grabs the last key frame where a frame is due and none is being grabbed. The session never waits for it. */
  offer(published: PublishedSegment): void
  /** Grabs no more frames. Resolves when none is being stored, to whether the asset has a frame. */
  stop(): Promise<boolean>
}

const everyMsDefault = 60_000
/** Longest pause after failures. */
const pauseMsMax = 3_600_000

/** Opens the still frames of one session. A grabber without ffmpeg grabs none. */
export function openLiveFrames(options: LiveFramesOptions): LiveFrames {
  const { grabber, everyMs = everyMsDefault, files, prefix, onFirst, nowMs, log } = options
  let dueAtMs = -Infinity
  let pauseMs = everyMs
  let [isGrabbing, isStopped, hasFirst] = [false, false, false]
  let storing: Promise<void> = Promise.resolve()

  /** Grabs and stores a frame; returns whether it did. */
  async function store(published: PublishedSegment): Promise<boolean> {
    const { segment } = published
    const jpeg = await grabber.poster(sourceOf(published), segment.mediaSeconds + segment.durationSeconds)
    // After `stop()` the recording writes its own poster, which a late frame must not replace.
    if (jpeg === undefined || isStopped) return false
    storing = files.put(assetKey(prefix, posterName), jpeg, 'image/jpeg')
    await storing
    if (!hasFirst) onFirst()
    hasFirst = true
    return true
  }

  async function storeOrLog(published: PublishedSegment): Promise<void> {
    const isStored = await store(published).catch((error: unknown) => {
      log.warn('a still frame of a live stream could not be stored', { prefix, error: messageOf(error) })
      return false
    })
    pauseMs = isStored ? everyMs : Math.min(2 * pauseMs, Math.max(everyMs, pauseMsMax))
    dueAtMs = nowMs() + pauseMs
    isGrabbing = false
  }

  return {
    offer(published) {
      const waitMs = dueAtMs - nowMs()
      // A longer wait is that of a clock that was set back.
      const isDue = waitMs <= 0 || waitMs > pauseMs
      if (!grabber.canGrab || !isDue || !published.segment.isIndependent || isGrabbing || isStopped) return
      isGrabbing = true
      void storeOrLog(published)
    },
    async stop() {
      isStopped = true
      await storing.catch(() => undefined)
      return hasFirst
    },
  }
}

/** Asset of one segment in memory: its files on the disk may be removed at any time. */
function sourceOf({ segment, parts, init }: PublishedSegment): AssetSource {
  const bytes = Buffer.concat(parts.map(({ data }) => data))
  return {
    index: { inits: [], segments: [{ ...segment, reel: 0, offset: 0 }] },
    init: async () => init.data,
    segment: async () => bytes,
  }
}
