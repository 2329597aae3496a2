import { videoTicksPerSecond } from '#platform/video/fmp4/trackIds.ts'

/** Ticks of the media clock in a millisecond of the encoder's. */
export const ticksPerMs = videoTicksPerSecond / 1_000

/** Seconds as whole ticks of the media clock. */
export function ticksOf(seconds: number): number {
  return Math.round(seconds * videoTicksPerSecond)
}

/** Ticks as seconds. */
export function secondsOf(ticks: number): number {
  return ticks / videoTicksPerSecond
}

/** Reads timestamps of RTMP: milliseconds from anywhere, in 32 bits, so that they wrap after 49 days (RTMP 1.0, 4). */
export class Timestamps {
  #lastMs: number | undefined

  /** The same moment without a wrap: the one nearest to the moment before that has these 32 bits. */
  unwrap(timestampMs: number): number {
    this.#lastMs = this.#lastMs === undefined ? timestampMs : this.#lastMs + ((timestampMs - this.#lastMs) | 0)
    return this.#lastMs
  }
}
