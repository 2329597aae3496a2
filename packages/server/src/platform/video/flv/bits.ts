/** Reads bytes bit by bit. Reads beyond the end return 0 and set `overran`; nothing throws. */
export type Bits = {
  /** The next bits, at most 32, as an unsigned number. */
  read(count: number): number
  flag(): boolean
  /** An Exp-Golomb code, `ue(v)` (ITU-T H.264, 9.1); codes of more than 32 bits count as overrun. */
  unsigned(): number
  /** A signed Exp-Golomb code, `se(v)`. */
  signed(): number
  skip(count: number): void
  /** Remaining bits; negative after an overrun. */
  left(): number
  overran(): boolean
}

/** Opens a reader at the first bit. */
export function readBits(bytes: Uint8Array): Bits {
  const bitCount = bytes.length * 8
  let at = 0
  const bit = () => {
    const value = ((bytes[at >> 3] ?? 0) >> (7 - (at & 7))) & 1
    at += 1
    return value
  }
  const read = (count: number) => {
    let value = 0
    for (let left = count; left > 0; left -= 1) value = value * 2 + bit()
    return value
  }
  const unsigned = () => {
    let zeros = 0
    while (at < bitCount && zeros <= 32 && bit() === 0) zeros += 1
    if (zeros > 32 || at >= bitCount) {
      at = bitCount + 1
      return 0
    }
    return 2 ** zeros - 1 + read(zeros)
  }
  return {
    read,
    flag: () => bit() === 1,
    unsigned,
    signed() {
      const code = unsigned()
      return code % 2 === 0 ? -code / 2 : (code + 1) / 2
    },
    skip(count) {
      at += count
    },
    left: () => bitCount - at,
    overran: () => at > bitCount,
  }
}
