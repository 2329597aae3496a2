/** What arrived in one second of our clock. */
export type Second = {
  /** Which one: whole seconds since 1970. */
  at: number
  /** Of all messages, of those with pictures, of those with sound. */
  bytes: number
  videoBytes: number
  audioBytes: number
  /** Pictures that followed another one, and how long those lasted by the encoder's clock. */
  pictures: number
  picturesMs: number
  /** Pictures that are likely to be missing. */
  missing: number
  isReordered: boolean
  /** Our clock less the encoder's, of the picture that was the least on its way, and the most. */
  leastLateMs: number
  mostLateMs: number
}

/** A ring of the last seconds. Seconds in which nothing arrived are not in it. */
export class Seconds {
  readonly #ring: Second[]

  constructor(count: number) {
    this.#ring = Array.from({ length: count }, () => emptySecond(-1))
  }

  /** The second of this moment, to be counted in. */
  at(nowMs: number): Second {
    const at = Math.floor(nowMs / 1_000)
    const index = at % this.#ring.length
    const found = this.#ring[index]
    if (found !== undefined && found.at === at) return found
    const second = emptySecond(at)
    this.#ring[index] = second
    return second
  }

  /** The seconds from `fromMs` up to this moment, in no order. */
  since(fromMs: number, nowMs: number): Second[] {
    const [from, to] = [Math.floor(fromMs / 1_000), Math.floor(nowMs / 1_000)]
    return this.#ring.filter(({ at }) => at >= from && at <= to)
  }

  /** The encoder's clock begins anew: what it said before cannot be compared with what it will say. */
  forgetLateness(): void {
    for (const second of this.#ring) Object.assign(second, { leastLateMs: Infinity, mostLateMs: -Infinity })
  }
}

function emptySecond(at: number): Second {
  const bytes = { bytes: 0, videoBytes: 0, audioBytes: 0 }
  const cadence = { pictures: 0, picturesMs: 0, missing: 0, isReordered: false }
  return { at, ...bytes, ...cadence, leastLateMs: Infinity, mostLateMs: -Infinity }
}
