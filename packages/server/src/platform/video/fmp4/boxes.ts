/** A box (ISO/IEC 14496-12, 4.2): its size, its type, what it holds. */
export function box(type: string, ...contents: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(
    contents.reduce((size, { length }) => size + length, head.length),
    0,
  )
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...contents])
}

/** A box that begins with a version and 24 bits of flags. */
export function fullBox(type: string, versionAndFlags: number, ...contents: Uint8Array[]): Buffer {
  return box(type, u32(versionAndFlags), ...contents)
}

/** Bytes as they are. */
export function u8(...values: number[]): Buffer {
  return Buffer.from(values)
}

/** Numbers of 16 bits. */
export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index)
  return bytes
}

/** Numbers of 32 bits. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/** Bytes of 0, as reserved fields are written. */
export function zeros(count: number): Buffer {
  return Buffer.alloc(count)
}

/** Text without its end mark. */
export function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
