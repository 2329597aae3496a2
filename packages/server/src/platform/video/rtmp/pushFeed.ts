import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { readAudioTag } from '#platform/video/flv/audioTag.ts'
import { readVideoTag } from '#platform/video/flv/videoTag.ts'
import { readLeadingString } from './amf0.ts'

/** Selection of the tags that are sent to a target, with their times. */
export type PushFeed = {
  /** Starts a connection: its first tag gets the time 0. */
  begin(): void
  /**
   * Returns the tags to send for a tag: none before a key frame, then metadata, sequence headers and the key frame,
   * later the tag itself. A tag that does not fit the queue is dropped, with all up to the next key frame that fits.
   */
  take(tag: MediaTag, space?: QueueSpace): MediaTag[]
}

/** Free bytes of a target's queue, and its size. */
export type QueueSpace = { bytes: number; bytesMax: number }

const noSpace: QueueSpace = { bytes: 0, bytesMax: 1 }

/** Role of a tag in a stream: `other` is sent in order, `unused` is dropped. */
type TagRole = 'metadata' | 'videoHeader' | 'audioHeader' | 'keyFrame' | 'other' | 'unused'

/** Roles of the tags that precede the first key frame of a connection, in this order. */
const headerRoles = ['metadata', 'videoHeader', 'audioHeader'] as const

/** Role of a tag that a connection needs before its first key frame. */
export type HeaderRole = (typeof headerRoles)[number]

/** Opens a feed, which drops tags up to a key frame. It keeps the latest sequence headers and metadata. */
export function openPushFeed(): PushFeed {
  const headers = new Map<HeaderRole, MediaTag>()
  const clock = openClock()
  let isAwaitingKeyFrame = true
  let startMs: number | undefined

  /** Milliseconds since the first tag of the connection, as 32 bit; earlier tags get 0. */
  const sinceStart = (atMs: number) => Math.max(0, atMs - (startMs ?? atMs)) >>> 0

  function start(keyFrame: MediaTag, atMs: number): MediaTag[] {
    isAwaitingKeyFrame = false
    startMs ??= atMs
    const timestampMs = sinceStart(atMs)
    return [...headerRoles.flatMap((role) => headers.get(role) ?? []), keyFrame].map((tag) => ({ ...tag, timestampMs }))
  }

  return {
    begin() {
      isAwaitingKeyFrame = true
      startMs = undefined
    },
    take(tag, space = noSpace) {
      const atMs = clock.at(tag.timestampMs)
      const role = roleOf(tag)
      const header = headerRoleOf(role)
      if (header !== undefined) headers.set(header, tag)
      // A queue that is just short of full would be full again after the key frame.
      const mayStart = role === 'keyFrame' && space.bytes >= space.bytesMax / 2
      if (isAwaitingKeyFrame) return mayStart && tag.body.length <= space.bytes ? start(tag, atMs) : []
      if (role === 'unused') return []
      isAwaitingKeyFrame = tag.body.length > space.bytes
      return isAwaitingKeyFrame ? [] : [{ ...tag, timestampMs: sinceStart(atMs) }]
    },
  }
}

/** Role of metadata or a sequence header, in the classic form or that of Enhanced RTMP. Undefined for other tags. */
export function headerRole(tag: MediaTag): HeaderRole | undefined {
  return headerRoleOf(roleOf(tag))
}

function headerRoleOf(role: TagRole): HeaderRole | undefined {
  return headerRoles.find((each) => each === role)
}

/** Role of a tag, by its FLV header. Data tags other than metadata are unused. */
function roleOf({ kind, body }: MediaTag): TagRole {
  if (kind === 'data') return readLeadingString(body)?.text === 'onMetaData' ? 'metadata' : 'unused'
  const message = kind === 'video' ? readVideoTag(body, undefined) : readAudioTag(body)
  if (message.kind === 'header') return kind === 'video' ? 'videoHeader' : 'audioHeader'
  if (message.kind !== 'frame') return 'unused'
  return 'isKeyFrame' in message && message.isKeyFrame ? 'keyFrame' : 'other'
}

/** Largest difference of audio and video of one moment; a larger step back is a restart of the encoder's clock. */
const stepBackMsMax = 2_000
const stepForwardMsMax = 10_000
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
      atMs += step < -stepBackMsMax || step > stepForwardMsMax ? stepMsUsual : step
      return atMs
    },
  }
}
