/** Bitrate over the last ten seconds, from samples of a byte counter. */
export class ByteMeter {
  #samples: { atMs: number; byteCount: number }[] = []
  #movedAtMs: number | undefined

  /** Restarts for a new connection, whose counter begins at 0. */
  begin(): void {
    this.#samples = []
  }

  /** Adds a sample of the counter. */
  sample(byteCount: number, nowMs: number): void {
    const last = this.#samples.at(-1)
    if (byteCount > (last?.byteCount ?? 0)) this.#movedAtMs = nowMs
    this.#samples.push({ atMs: nowMs, byteCount })
    while (this.#samples.length > 1 && nowMs - (this.#samples[0]?.atMs ?? nowMs) > windowMs) this.#samples.shift()
  }

  /** Time of the last change in ms since 1970; undefined before the first. */
  movedAtMs(): number | undefined {
    return this.#movedAtMs
  }

  kilobitsPerSecond(): number {
    const [first, last] = [this.#samples[0], this.#samples.at(-1)]
    if (first === undefined || last === undefined || last.atMs === first.atMs) return 0
    // Bits per millisecond are kilobits per second.
    return Math.round((8 * (last.byteCount - first.byteCount)) / (last.atMs - first.atMs))
  }
}

const windowMs = 10_000
