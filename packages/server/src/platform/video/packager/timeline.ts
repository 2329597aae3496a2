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

/** Unwraps timestamps of RTMP: milliseconds in 32 bits from an arbitrary start, which wrap after 49 days (1.0, 4). */
export class Timestamps {
  #lastMs: number | undefined

  /** Timestamp without wrapping: the value nearest to the last one that has these low 32 bits. */
  unwrap(timestampMs: number): number {
    this.#lastMs = this.#lastMs === undefined ? timestampMs : this.#lastMs + ((timestampMs - this.#lastMs) | 0)
    return this.#lastMs
  }
}
