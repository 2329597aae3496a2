import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { readAudioTag } from '#platform/video/flv/audioTag.ts'
import { readVideoTag } from '#platform/video/flv/videoTag.ts'
import { readLeadingString } from './amf0.ts'

/** Decides which tags a target gets, and at which times. */
export type PushFeed = {
  /** A connection begins: its first tag has the time 0. */
  begin(): void
  /**
   * Takes a tag and returns those to send now: none while it waits for a key frame, that one behind everything that a
   * player must know first, else the tag itself. Without room for it, it waits for a key frame again.
   */
  take(tag: MediaTag, room?: Room): MediaTag[]
}

/** Bytes that may be added to the queue, and what the queue can hold. */
export type Room = { bytes: number; bytesMax: number }

const noRoom: Room = { bytes: 0, bytesMax: 1 }

type Meaning = 'metadata' | 'videoHeader' | 'audioHeader' | 'keyFrame' | 'other' | 'nothing'

/** Kept for the next start, in the order in which they are sent. */
const kept = ['metadata', 'videoHeader', 'audioHeader'] as const
type Kept = (typeof kept)[number]

/** Opens a feed, which waits for a key frame at first. Sequence headers and metadata are remembered all along. */
export function openPushFeed(): PushFeed {
  const known = new Map<Kept, MediaTag>()
  const clock = openClock()
  let isWaiting = true
  let startMs: number | undefined

  /** What is late for the start of a connection comes with it; times are 32 bit. */
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

/** What is damaged or unsupported was already refused to the encoder, and means nothing to a target. */
function meaningOf({ kind, body }: MediaTag): Meaning {
  if (kind === 'data') return readLeadingString(body)?.text === 'onMetaData' ? 'metadata' : 'nothing'
  const message = kind === 'video' ? readVideoTag(body, undefined) : readAudioTag(body)
  if (message.kind === 'header') return kind === 'video' ? 'videoHeader' : 'audioHeader'
  if (message.kind === 'picture' && message.isKeyFrame) return 'keyFrame'
  return message.kind === 'picture' || message.kind === 'frame' ? 'other' : 'nothing'
}

/** Picture and sound of one moment come at most this far apart; a step further back is an encoder that began anew. */
const stepBackMsMax = 2_000
const stepOnMsMax = 10_000
/** What a step that means nothing is taken for: about one picture. */
const stepMsUsual = 33

/** Carries unsigned 32 bit times over to ones that go on when the encoder's clock begins anew or goes round. */
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
