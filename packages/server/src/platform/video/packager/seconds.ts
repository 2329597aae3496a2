/** Sums over the messages that arrived in one second of the server's clock. */
export type Second = {
  /** The second, in whole seconds since 1970. */
  at: number
  /** Bytes of all messages, of video messages and of audio messages. */
  bytes: number
  videoBytes: number
  audioBytes: number
  /** Frames that followed another frame, and the sum of the steps between them by the encoder's clock. */
  frames: number
  framesMs: number
  /** Estimated number of dropped frames. */
  missing: number
  isReordered: boolean
  /** Lateness: the server's clock minus the encoder's, of the least and the most delayed frame. */
  leastLateMs: number
  mostLateMs: number
}

/** Ring of the last seconds. Seconds without messages are missing. */
export class Seconds {
  readonly #ring: Second[]

  constructor(count: number) {
    this.#ring = Array.from({ length: count }, () => emptySecond(-1))
  }

  /** Sums of the current second, to be added to. */
  at(nowMs: number): Second {
    const at = Math.floor(nowMs / 1_000)
    const index = at % this.#ring.length
    const found = this.#ring[index]
    if (found !== undefined && found.at === at) return found
    const second = emptySecond(at)
    this.#ring[index] = second
    return second
  }

  /** Seconds from `fromMs` to `nowMs`, in no order. */
  since(fromMs: number, nowMs: number): Second[] {
    const [from, to] = [Math.floor(fromMs / 1_000), Math.floor(nowMs / 1_000)]
    return this.#ring.filter(({ at }) => at >= from && at <= to)
  }

  /** Resets lateness: the encoder's clock jumped, so earlier values cannot be compared with later ones. */
  resetLateness(): void {
    for (const second of this.#ring) Object.assign(second, { leastLateMs: Infinity, mostLateMs: -Infinity })
  }
}

function emptySecond(at: number): Second {
  const bytes = { bytes: 0, videoBytes: 0, audioBytes: 0 }
  const cadence = { frames: 0, framesMs: 0, missing: 0, isReordered: false }
  return { at, ...bytes, ...cadence, leastLateMs: Infinity, mostLateMs: -Infinity }
}
