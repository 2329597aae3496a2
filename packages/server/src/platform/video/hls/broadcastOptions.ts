import type { AssetInit, AssetSegment, InitSection } from '#platform/video/mediaTypes.ts'
import type { StoredSegment } from '#platform/video/spool/spool.ts'

/** How a session is shown to an audience. */
export type BroadcastOptions = {
  /** The first part of every address in the playlist. */
  assetId: string
  /** The longest that a part may be, in seconds; undefined for playlists without parts. */
  partSeconds: number | undefined
  /** How far back a player may go: 0 to 14,400, and in any case three target durations. */
  windowSeconds: number
  /** Finds segments that have left memory, as a spool does. Without it the window is what memory holds. */
  find?: (number: number) => StoredSegment | undefined
  /** Pictures per second, where they are known. */
  frameRate?: () => number | undefined
  /** Lines that tell how far other renditions of it are; in playlists with parts. */
  reports?: () => string
  /** What the session had before its process ended. `find` finds all of these segments. */
  history?: BroadcastHistory
}

/** What there was of a session before. */
export type BroadcastHistory = {
  inits: readonly InitSection[]
  segments: readonly AssetSegment[]
  /** How many discontinuities lie before these segments. */
  discontinuitiesBefore: number
  targetSeconds: number
  /** The number of the next segment, where there are none. */
  nextNumber?: number
}

/** An init section; without pictures where it is of sound alone. */
export type BroadcastInit = {
  id: number
  data: Buffer
  video: AssetInit['video'] | undefined
  audio: AssetInit['audio']
}
