/** Position of a box in a buffer: bytes from `start` up to `end`, contents from `body`. */
export type BoxAt = { type: string; start: number; body: number; end: number }

/** Error: the bytes are no well-formed boxes. */
export class BoxesDamaged extends Error {
  constructor(why: string) {
    super(`the fragmented MP4 ${why}`)
    this.name = 'BoxesDamaged'
  }
}

const headBytes = 8
const largeHeadBytes = 16

/** Reads sibling boxes between two offsets (ISO/IEC 14496-12, 4.2). Throws BoxesDamaged when a box does not fit. */
export function* readBoxes(bytes: Buffer, from = 0, to = bytes.length): Generator<BoxAt> {
  for (let start = from; start < to;) {
    if (start + headBytes > to) throw new BoxesDamaged('ends inside the head of a box')
    const type = bytes.toString('latin1', start + 4, start + headBytes)
    const isLarge = bytes.readUInt32BE(start) === 1
    if (isLarge && start + largeHeadBytes > to) throw new BoxesDamaged('ends inside the head of a box')
    const size = isLarge ? Number(bytes.readBigUInt64BE(start + headBytes)) : bytes.readUInt32BE(start)
    const body = start + (isLarge ? largeHeadBytes : headBytes)
    const end = start + size
    if (end < body || end > to) throw new BoxesDamaged(`holds a box of ${size} bytes where ${to - start} are left`)
    yield { type, start, body, end }
    start = end
  }
}

/** First child box of a type; undefined without one. */
export function findBox(bytes: Buffer, inside: BoxAt, type: string): BoxAt | undefined {
  for (const box of readBoxes(bytes, inside.body, inside.end)) if (box.type === type) return box
  return undefined
}

/** Descendant box by its path of types. Throws BoxesDamaged when it is missing. */
export function getBox(bytes: Buffer, inside: BoxAt, ...path: string[]): BoxAt {
  let at = inside
  for (const type of path) {
    const next = findBox(bytes, at, type)
    if (next === undefined) throw new BoxesDamaged(`has no ${type} box`)
    at = next
  }
  return at
}
