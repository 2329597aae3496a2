/** State of a player at one time. */
export type Sight = {
  /** Position on the player's time line, in seconds. */
  position: number
  isEnded: boolean
  /** Fatal error of the player; undefined while it goes on. */
  error: string | undefined
  /** Height of the frames; undefined where the player does not report it. */
  height: number | undefined
  /** Bytes of decoded audio; undefined where the player does not report it. */
  audioBytes: number | undefined
  /** Time between a frame leaving the encoder and its display; undefined where it cannot be read. */
  delaySeconds: number | undefined
}

/** A player under test. */
export type PlayerUnderTest = {
  name: string
  /** Whether its position moves by segments, not by frames. */
  isStepwise: boolean
  /** Opens the playback of a stream from the beginning, in place of an earlier one. */
  open(playback: OpenedPlayback): Promise<void>
  look(): Promise<Sight>
  /** Seeks; undefined where the bench cannot make it seek. */
  seek?(seconds: number): Promise<void>
  close(): Promise<void>
}

/** Playback by its id, with the time at which the encoder began its loop, for delays. */
export type OpenedPlayback = {
  url: string
  playbackId: string
  loopBeganAtMs: number | undefined
  startSeconds?: number
}
