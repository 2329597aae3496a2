import { RtmpDamage } from './damage.ts'

/**
 * Value of AMF0. A date is its milliseconds since 1970, an XML document its text; typed objects and ECMA arrays are
 * objects. Objects have no prototype, so names such as `__proto__` are plain members.
 */
export type AmfValue = number | boolean | string | null | undefined | AmfObject | AmfValue[]
export type AmfObject = { [name: string]: AmfValue }

/** Type markers (Action Message Format, AMF 0, 2.1). */
const marker = {
  number: 0,
  boolean: 1,
  string: 2,
  object: 3,
  null: 5,
  undefined: 6,
  ecmaArray: 8,
  objectEnd: 9,
  strictArray: 10,
  date: 11,
  longString: 12,
  unsupported: 13,
  xml: 15,
  typedObject: 16,
} as const

const depthMax = 8
const valuesMax = 1_024

type Cursor = { bytes: Buffer; at: number; valuesLeft: number }

/**
 * Reads all values of a message. Throws RtmpDamage when they end early, nest deeper than 8, are more than 1,024, or
 * have a type that encoders do not send: references, movie clips, record sets, AMF3.
 */
export function readAmf(bytes: Buffer): AmfValue[] {
  const cursor: Cursor = { bytes, at: 0, valuesLeft: valuesMax }
  const values: AmfValue[] = []
  while (cursor.at < bytes.length) values.push(readValue(cursor, 1))
  return values
}

/** Reads the string at the start of a message, with its end offset. Undefined when another type comes first. */
export function readLeadingString(bytes: Buffer): { text: string; end: number } | undefined {
  if (bytes[0] !== marker.string) return undefined
  const cursor: Cursor = { bytes, at: 1, valuesLeft: 1 }
  return { text: readString(cursor), end: cursor.at }
}

function readValue(cursor: Cursor, depth: number): AmfValue {
  if (depth > depthMax) throw new RtmpDamage(`AMF0 deeper than ${depthMax}`)
  if (cursor.valuesLeft-- === 0) throw new RtmpDamage(`more than ${valuesMax} AMF0 values`)
  const type = cursor.bytes.readUInt8(take(cursor, 1))
  switch (type) {
    case marker.number:
      return cursor.bytes.readDoubleBE(take(cursor, 8))
    case marker.boolean:
      return cursor.bytes.readUInt8(take(cursor, 1)) !== 0
    case marker.string:
      return readString(cursor)
    case marker.longString:
    case marker.xml:
      return readText(cursor, cursor.bytes.readUInt32BE(take(cursor, 4)))
    case marker.null:
      return null
    case marker.undefined:
    case marker.unsupported:
      return undefined
    case marker.date:
      return readDate(cursor)
    case marker.typedObject:
      readString(cursor)
      return readMembers(cursor, depth)
    case marker.object:
      return readMembers(cursor, depth)
    case marker.ecmaArray:
      // The count is a hint that encoders get wrong; the end marker decides.
      take(cursor, 4)
      return readMembers(cursor, depth)
    case marker.strictArray:
      return readItems(cursor, depth)
    default:
      throw new RtmpDamage(`an AMF0 value of type ${type}`)
  }
}

/** Advances the cursor and returns the offset before. */
function take(cursor: Cursor, byteCount: number): number {
  const start = cursor.at
  if (start + byteCount > cursor.bytes.length) throw new RtmpDamage('AMF0 that ends early')
  cursor.at = start + byteCount
  return start
}

function readString(cursor: Cursor): string {
  return readText(cursor, cursor.bytes.readUInt16BE(take(cursor, 2)))
}

function readText(cursor: Cursor, byteCount: number): string {
  const start = take(cursor, byteCount)
  return cursor.bytes.toString('utf8', start, start + byteCount)
}

function readDate(cursor: Cursor): number {
  const milliseconds = cursor.bytes.readDoubleBE(take(cursor, 8))
  // The time zone is reserved and not to be used (2.13).
  take(cursor, 2)
  return milliseconds
}

function readMembers(cursor: Cursor, depth: number): AmfObject {
  const members: AmfObject = Object.create(null)
  for (;;) {
    const name = readString(cursor)
    if (name === '' && cursor.bytes[cursor.at] === marker.objectEnd) {
      cursor.at += 1
      return members
    }
    members[name] = readValue(cursor, depth + 1)
  }
}

function readItems(cursor: Cursor, depth: number): AmfValue[] {
  const count = cursor.bytes.readUInt32BE(take(cursor, 4))
  const items: AmfValue[] = []
  while (items.length < count) items.push(readValue(cursor, depth + 1))
  return items
}

/** Writes values in a row. Objects become plain objects, arrays strict arrays. */
export function writeAmf(values: readonly AmfValue[]): Buffer {
  return Buffer.concat(values.flatMap(partsOf))
}

function partsOf(value: AmfValue): Buffer[] {
  if (value === null) return [Buffer.of(marker.null)]
  if (Array.isArray(value)) return [Buffer.of(marker.strictArray), uint32(value.length), ...value.flatMap(partsOf)]
  switch (typeof value) {
    case 'number':
      return [numberBytes(value)]
    case 'boolean':
      return [Buffer.of(marker.boolean, value ? 1 : 0)]
    case 'string':
      return stringParts(value)
    case 'object':
      return [
        Buffer.of(marker.object),
        ...Object.entries(value).flatMap(([name, member]) => [nameBytes(name), ...partsOf(member)]),
        Buffer.of(0, 0, marker.objectEnd),
      ]
    default:
      return [Buffer.of(marker.undefined)]
  }
}

function numberBytes(value: number): Buffer {
  const bytes = Buffer.alloc(9)
  bytes.writeDoubleBE(value, 1)
  return bytes
}

function stringParts(text: string): Buffer[] {
  const bytes = Buffer.from(text)
  if (bytes.length <= 0xffff) return [Buffer.of(marker.string, bytes.length >> 8, bytes.length & 0xff), bytes]
  return [Buffer.of(marker.longString), uint32(bytes.length), bytes]
}

function nameBytes(name: string): Buffer {
  const bytes = Buffer.from(name)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}
