const startLength = 1_024

/** A list of numbers that grows, at eight bytes each: a long recording has millions of samples. */
export class NumberList {
  #values = new Float64Array(startLength)
  #length = 0

  get length(): number {
    return this.#length
  }

  get last(): number | undefined {
    return this.#length === 0 ? undefined : this.#values[this.#length - 1]
  }

  at(index: number): number {
    return this.#values[index] ?? 0
  }

  push(value: number): void {
    if (this.#length === this.#values.length) {
      const larger = new Float64Array(2 * this.#length)
      larger.set(this.#values)
      this.#values = larger
    }
    this.#values[this.#length] = value
    this.#length += 1
  }

  addToLast(value: number): void {
    this.#values[this.#length - 1] = this.at(this.#length - 1) + value
  }

  /** The values plus `base` as numbers of 32 bits, negative ones as their two's complement. */
  toBytes32(base = 0): Buffer {
    const bytes = Buffer.allocUnsafe(4 * this.#length)
    for (let at = 0; at < this.#length; at++) bytes.writeUInt32BE((this.at(at) + base) >>> 0, 4 * at)
    return bytes
  }

  /** The values plus `base` as unsigned numbers of 64 bits. */
  toBytes64(base: number): Buffer {
    const bytes = Buffer.allocUnsafe(8 * this.#length)
    for (let at = 0; at < this.#length; at++) bytes.writeBigUInt64BE(BigInt(this.at(at) + base), 8 * at)
    return bytes
  }
}

/** Numbers with long runs of equal values, stored as value and count. */
export class RepeatList {
  readonly #counts = new NumberList()
  readonly #values = new NumberList()

  get length(): number {
    return this.#counts.length
  }

  push(value: number): void {
    if (this.#values.last === value) return this.#counts.addToLast(1)
    this.#counts.push(1)
    this.#values.push(value)
  }

  /** For each value its count and the value plus `base`, of 32 bits each. */
  toBytes32(base = 0): Buffer {
    const bytes = Buffer.allocUnsafe(8 * this.length)
    for (let at = 0; at < this.length; at++) {
      bytes.writeUInt32BE(this.#counts.at(at), 8 * at)
      bytes.writeUInt32BE((this.#values.at(at) + base) >>> 0, 8 * at + 4)
    }
    return bytes
  }
}
