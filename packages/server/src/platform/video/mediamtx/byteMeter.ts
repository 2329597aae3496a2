/** Bitrate over the last ten seconds, from samples of a byte counter. */
export class ByteMeter {
  #looks: { atMs: number; byteCount: number }[] = []
  #movedAtMs: number | undefined

  /** Starts at a new connection, whose counter begins at 0. */
  begin(): void {
    this.#looks = []
  }

  /** Adds a sample of the counter. */
  look(byteCount: number, nowMs: number): void {
    const last = this.#looks.at(-1)
    if (byteCount > (last?.byteCount ?? 0)) this.#movedAtMs = nowMs
    this.#looks.push({ atMs: nowMs, byteCount })
    while (this.#looks.length > 1 && nowMs - (this.#looks[0]?.atMs ?? nowMs) > windowMs) this.#looks.shift()
  }

  /** Time of the last change in ms since 1970; undefined before the first. */
  movedAtMs(): number | undefined {
    return this.#movedAtMs
  }

  kilobitsPerSecond(): number {
    const [first, last] = [this.#looks[0], this.#looks.at(-1)]
    if (first === undefined || last === undefined || last.atMs === first.atMs) return 0
    // Bits per millisecond are kilobits per second.
    return Math.round((8 * (last.byteCount - first.byteCount)) / (last.atMs - first.atMs))
  }
}

const windowMs = 10_000
