import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { readAudioTag } from '#platform/video/flv/audioTag.ts'
import { readVideoTag } from '#platform/video/flv/videoTag.ts'
import { readLeadingString } from './amf0.ts'

/** Selects the tags for a target and sets their times. */
export type PushFeed = {
  /** A connection begins: its first tag has the time 0. */
  begin(): void
  /**
   * Returns the tags to send for a tag: none before a key frame, then metadata, sequence headers and the key frame,
   * later the tag itself. A tag without room in the queue is dropped, like all up to the next key frame that fits.
   */
  take(tag: MediaTag, room?: Room): MediaTag[]
}

/** Bytes that may be added to the queue, and what the queue can hold. */
export type Room = { bytes: number; bytesMax: number }

const noRoom: Room = { bytes: 0, bytesMax: 1 }

type Meaning = 'metadata' | 'videoHeader' | 'audioHeader' | 'keyFrame' | 'other' | 'nothing'

/** Tags that precede the first key frame of a connection, in this order. */
const kept = ['metadata', 'videoHeader', 'audioHeader'] as const
type Kept = (typeof kept)[number]

/** Opens a feed, which drops tags up to a key frame. It keeps the latest sequence headers and metadata. */
export function openPushFeed(): PushFeed {
  const known = new Map<Kept, MediaTag>()
  const clock = openClock()
  let isWaiting = true
  let startMs: number | undefined

  /** Milliseconds since the first tag of the connection, as 32 bit; earlier tags get 0. */
  const sinceStart = (atMs: number) => Math.max(0, atMs - (startMs ?? atMs)) >>> 0

  function start(keyFrame: MediaTag, atMs: number): MediaTag[] {
    isWaiting = false
    startMs ??= atMs
    const timestampMs = sinceStart(atMs)
    return [...kept.flatMap((each) => known.get(each) ?? []), keyFrame].map((tag) => ({ ...tag, timestampMs }))
  }

  return {
    begin() {
      isWaiting = true
      startMs = undefined
    },
    take(tag, room = noRoom) {
      const atMs = clock.at(tag.timestampMs)
      const meaning = meaningOf(tag)
      const isKept = kept.find((each) => each === meaning)
      if (isKept !== undefined) known.set(isKept, tag)
      // A queue that is just short of full would be full again after the key frame.
      const mayStart = meaning === 'keyFrame' && room.bytes >= room.bytesMax / 2
      if (isWaiting) return mayStart && tag.body.length <= room.bytes ? start(tag, atMs) : []
      if (meaning === 'nothing') return []
      isWaiting = tag.body.length > room.bytes
      return isWaiting ? [] : [{ ...tag, timestampMs: sinceStart(atMs) }]
    },
  }
}

/** Xhing to a target. */
function meaningOf({ kind, body }: MediaTag): Meaning {
  if (kind === 'data') return readLeadingString(body)?.text === 'onMetaData' ? 'metadata' : 'nothing'
  const message = kind === 'video' ? readVideoTag(body, undefined) : readAudioTag(body)
  if (message.kind === 'header') return kind === 'video' ? 'videoHeader' : 'audioHeader'
  if (message.kind !== 'frame') return 'nothing'
  return 'isKeyFrame' in message && message.isKeyFrame ? 'keyFrame' : 'other'
}

/** Audio and video of one moment differ at most this much; a larger step back is a restart of the encoder's clock. */
const stepBackMsMax = 2_000
const stepOnMsMax = 10_000
/** Step after a restart of the clock: about one frame. */
const stepMsUsual = 33

/** Unwraps 32 bit timestamps into a monotonic time, across wrap-around and restarts of the encoder's clock. */
function openClock() {
  let lastMs: number | undefined
  let atMs = 0
  return {
    at(timestampMs: number): number {
      // The signed difference of 32 bit numbers, which is right across their end.
      const step = (timestampMs - (lastMs ?? timestampMs)) | 0
      lastMs = timestampMs
      atMs += step < -stepBackMsMax || step > stepOnMsMax ? stepMsUsual : step
      return atMs
    },
  }
}
