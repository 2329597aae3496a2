/** Encodes a box (ISO/IEC 14496-12, 4.2): size, type, contents. */
export function box(type: string, ...contents: Uint8Array[]): Buffer {
  const head = Buffer.alloc(8)
  head.writeUInt32BE(
    contents.reduce((size, { length }) => size + length, head.length),
    0,
  )
  head.write(type, 4, 'latin1')
  return Buffer.concat([head, ...contents])
}

/** Encodes a full box: its contents begin with a version (8 bits) and flags (24 bits). */
export function fullBox(type: string, versionAndFlags: number, ...contents: Uint8Array[]): Buffer {
  return box(type, u32(versionAndFlags), ...contents)
}

/** Encodes 8-bit numbers. */
export function u8(...values: number[]): Buffer {
  return Buffer.from(values)
}

/** Encodes 16-bit numbers, big-endian. */
export function u16(...values: number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt16BE(value, 2 * index)
  return bytes
}

/** Encodes 32-bit numbers, big-endian. */
export function u32(...values: number[]): Buffer {
  const bytes = Buffer.alloc(4 * values.length)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value, 4 * index)
  return bytes
}

/** Zero bytes, for reserved fields. */
export function zeros(count: number): Buffer {
  return Buffer.alloc(count)
}

/** Encodes text without a terminating zero. */
export function ascii(text: string): Buffer {
  return Buffer.from(text, 'latin1')
}
