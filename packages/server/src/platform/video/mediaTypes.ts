/** One message of an encoder: the body of an FLV tag, as RTMP carries it. */
export type MediaTag = { kind: 'video' | 'audio' | 'data'; timestampMs: number; body: Buffer }

/** A picture track as an init segment describes it. `description` is the `avcC` record (ISO/IEC 14496-15). */
export type VideoTrack = { codec: string; width: number; height: number; description: Buffer }

/** A sound track as an init segment describes it. `description` is the AudioSpecificConfig (ISO/IEC 14496-3). */
export type AudioTrack = { codec: string; sampleRate: number; channelCount: number; description: Buffer }

/** What every fragment until the next one is decoded with: an fMP4 `ftyp` + `moov`. Ids count from 0 in a session. */
export type Init = { id: number; video: VideoTrack; audio: AudioTrack | undefined; data: Buffer }

/** A picture in its place in a session's media: 90,000 ticks are a second. Those of a part are placed before it. */
export type PlacedFrame = { dts: number; compositionOffset: number; isSync: boolean; payload: Buffer }

/** The least that a viewer can be sent: one `moof` + `mdat`. Parts of a segment count from 0. */
export type Part = {
  segment: number
  index: number
  durationSeconds: number
  /** Begins with a key frame, so that a player may start here. */
  isIndependent: boolean
  data: Buffer
  /** Of the first part of a segment: what is known of the segment by then. */
  opens?: Pick<Segment, 'initId' | 'startsAtMs' | 'isDiscontinuous'>
}

/** The first segment of a session or an asset. hls.js 1.7 takes 0 for no number, and loads it again and again. */
export const firstSegmentNumber = 1

/** A run of parts that a player loads as one. Numbers count up from the first in a session and are never used twice. */
export type Segment = {
  number: number
  initId: number
  /** When its first picture arrived, in ms since 1970: the programme time. */
  startsAtMs: number
  /** Where it begins in the session's media, which goes on without a gap over reconnects. */
  mediaSeconds: number
  durationSeconds: number
  isIndependent: boolean
  /** The first one after the encoder came back, or changed what it sends. */
  isDiscontinuous: boolean
  byteCount: number
}

/**
 * A video in `Files`, complete or still growing: a folder with `index.jsonl`, `init-<id>.mp4`, and reels
 * `00000.m4s, 00001.m4s …`, each of consecutive segments. A reel behind its init is a playable fragmented MP4.
 */
export type AssetSegment = Segment & { reel: number; offset: number }

/** What an asset holds, in order. */
export type AssetIndex = { inits: AssetInit[]; segments: AssetSegment[] }

/** An init section of an asset without its bytes, which lie in `init-<id>.mp4`. */
export type AssetInit = {
  id: number
  byteCount: number
  video: Omit<VideoTrack, 'description'>
  audio: Omit<AudioTrack, 'description'> | undefined
}

/** An init section for those who hand it on: its bytes, and what a playlist tells of it. An `Init` is one. */
export type InitSection = Omit<AssetInit, 'byteCount'> & { data: Buffer }

/** What an asset is, in short. Times are programme times in ms since 1970; undefined while there is no segment. */
export type AssetSummary = {
  durationSeconds: number
  byteCount: number
  segmentCount: number
  inits: readonly AssetInit[]
  startsAtMs: number | undefined
  endsAtMs: number | undefined
}
