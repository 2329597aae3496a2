/** One message of an encoder: the body of an FLV tag, as RTMP carries it. */
export type MediaTag = { kind: 'video' | 'audio' | 'data'; timestampMs: number; body: Buffer }

/** A video track as an init section describes it. `description` is the `avcC` record (ISO/IEC 14496-15). */
export type VideoTrack = { codec: string; width: number; height: number; description: Buffer }

/** An audio track as an init section describes it. `description` is the AudioSpecificConfig (ISO/IEC 14496-3). */
export type AudioTrack = { codec: string; sampleRate: number; channelCount: number; description: Buffer }

/** Init section, fMP4 `ftyp` + `moov`, of all fragments until the next init. Ids count from 0 in a session. */
export type Init = {
  id: number
  video: VideoTrack
  audio: AudioTrack | undefined
  /** Whether the encoder had sent no audio when the init section was made: the audio track holds silence so far. */
  isSilent?: boolean
  data: Buffer
}

/** Video frame on a session's media clock, 90,000 ticks per second. Emitted before the part that holds it. */
export type PlacedFrame = { dts: number; compositionOffset: number; isSync: boolean; payload: Buffer }

/** Part: the smallest unit that a player loads, one `moof` + `mdat`. Parts of a segment count from 0. */
export type Part = {
  segment: number
  index: number
  durationSeconds: number
  /** Whether it begins with a key frame, so that a player can start here. */
  isIndependent: boolean
  data: Buffer
  /** Fields of the segment that are known before it ends; set in its first part. */
  opens?: Pick<Segment, 'initId' | 'startsAtMs' | 'isDiscontinuous'>
}

/** Number of the first segment of a session or an asset. hls.js 1.7 treats 0 as missing and loads it repeatedly. */
export const firstSegmentNumber = 1

/** Segment: consecutive parts that a player loads as one. Numbers count up in a session and are never reused. */
export type Segment = {
  number: number
  initId: number
  /** Programme time: the arrival of its first frame, in ms since 1970. */
  startsAtMs: number
  /** Start in the session's media time, which has no gap at reconnects. */
  mediaSeconds: number
  durationSeconds: number
  isIndependent: boolean
  /** Whether it follows a reconnect, a jump of the timestamps or a change of the tracks. */
  isDiscontinuous: boolean
  byteCount: number
}

/** Segment of an asset: its bytes begin at `offset` of reel number `reel`. */
export type AssetSegment = Segment & { reel: number; offset: number }

/**
 * Index of an asset, in order. An asset is a video in `Files`, complete or growing: a folder with `index.jsonl`,
 * `init-<id>.mp4`, and reels `00000.m4s, 00001.m4s …` of consecutive segments. An init with its reel behind it is a
 * playable fragmented MP4.
 */
export type AssetIndex = { inits: AssetInit[]; segments: AssetSegment[] }

/** Init section of an asset without its bytes, which are stored in `init-<id>.mp4`. */
export type AssetInit = {
  id: number
  byteCount: number
  video: Omit<VideoTrack, 'description'>
  audio: Omit<AudioTrack, 'description'> | undefined
}

/** Init section with its bytes and the track parameters for playlists. An `Init` is one. */
export type InitSection = Omit<AssetInit, 'byteCount'> & { data: Buffer }

/** Totals of an asset. Times are programme times in ms since 1970; undefined while there is no segment. */
export type AssetSummary = {
  durationSeconds: number
  byteCount: number
  segmentCount: number
  inits: readonly AssetInit[]
  startsAtMs: number | undefined
  endsAtMs: number | undefined
}
