import type { AssetInit, AssetSegment, InitSection } from '#platform/video/mediaTypes.ts'
import type { StoredSegment } from '#platform/video/spool/spool.ts'

/** Addresses, durations and sources of a broadcast. */
export type BroadcastOptions = {
  /** The first part of every address in the playlist. */
  assetId: string
  /** Part target in seconds: no part is longer. Undefined for playlists without parts. */
  partSeconds: number | undefined
  /** Part target fitted to the frame rate, which replaces `partSeconds` once the first part is made. */
  fittedPartSeconds?: () => number | undefined
  /** DVR window, 0 to 14,400 seconds; the playlist holds at least three target durations. */
  windowSeconds: number
  /** Finds segments that were evicted from memory, as a spool does. Without it only segments in memory are listed. */
  find?: (number: number) => StoredSegment | undefined
  /** Frames per second; undefined until they are measured. */
  frameRate?: () => number | undefined
  /** Rendition reports for the other renditions, as lines of a playlist with parts. */
  reports?: () => string
  /** Segments of the session from before a restart of the process. `find` finds all of them. */
  history?: BroadcastHistory
}

/** Segments of a session from before a restart. */
export type BroadcastHistory = {
  inits: readonly InitSection[]
  segments: readonly AssetSegment[]
  /** Count of the discontinuities before these segments. */
  discontinuitiesBefore: number
  targetSeconds: number
  /** The number of the next segment, where `segments` is empty. */
  nextNumber?: number
}

/** Init section. `video` is undefined for a rendition that holds audio only. */
export type BroadcastInit = {
  id: number
  data: Buffer
  video: AssetInit['video'] | undefined
  audio: AssetInit['audio']
}
