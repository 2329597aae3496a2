import { broken, chunksMax, nameAt, within, type ImageParts } from './imageParts.ts'
import { exifOf, orientationIn } from './orientation.ts'

const keptNames = new Set(['VP8 ', 'VP8L', 'VP8X', 'ANIM', 'ANMF', 'ALPH', 'ICCP'])
const frameNames = new Set(['VP8 ', 'VP8L', 'ALPH'])
const flag = { exif: 0x08, xmp: 0x04 } as const

type Chunk = { name: string; body: Buffer }
type Size = { width: number; height: number }

/** A WebP without metadata and without bytes behind its end. Throws ImageRefused for a damaged one. */
export function cleanWebp(bytes: Buffer): ImageParts {
  const chunks = chunksOf(bytes, 12, 8 + bytes.readUInt32LE(4))
  const isExtended = chunks[0]?.name === 'VP8X'
  const exif = chunks.find(({ name }) => name === 'EXIF')
  const orientation = exif === undefined || !isExtended ? 1 : orientationIn(exif.body)
  const kept = chunks.filter(({ name }) => keptNames.has(name)).map((each) => unflagged(each, orientation))
  if (orientation !== 1) kept.push({ name: 'EXIF', body: exifOf(orientation) })
  for (const { name, body } of kept) if (name === 'ANMF') checkFrame(body)
  const sizes = kept.flatMap((each) => sizeOf(each) ?? [])
  const frameCount = kept.filter(({ name }) => name === 'ANMF' || name === 'VP8 ' || name === 'VP8L').length
  if (frameCount === 0) throw broken('it has no frame')
  const parts = kept.flatMap(encoded)
  const head = Buffer.from(bytes.subarray(0, 12))
  head.writeUInt32LE(4 + parts.reduce((sum, { length }) => sum + length, 0), 4)
  const largest = (side: keyof Size) => sizes.reduce((most, size) => Math.max(most, size[side]), 0)
  return { width: largest('width'), height: largest('height'), frameCount, parts: [head, ...parts] }
}

function chunksOf(bytes: Buffer, from: number, to: number): Chunk[] {
  const chunks: Chunk[] = []
  within(bytes, from, to)
  for (let at = from; at < to;) {
    const end = at + 8 + bytes.readUInt32LE(at + 4)
    if (end > to || chunks.length === chunksMax) throw broken('a chunk has no end')
    chunks.push({ name: nameAt(bytes, at), body: within(bytes, at + 8, end) })
    at = end + (end % 2)
  }
  return chunks
}

/** The header of an extended file without the flags of metadata that are dropped. */
function unflagged({ name, body }: Chunk, orientation: number): Chunk {
  if (name !== 'VP8X') return { name, body }
  const copy = Buffer.from(body)
  copy.writeUInt8(copy.readUInt8(0) & ~(orientation === 1 ? flag.exif | flag.xmp : flag.xmp), 0)
  return { name, body: copy }
}

/** Throws for a frame of an animation with chunks that are no frame: they could hold anything. */
function checkFrame(body: Buffer): void {
  const strange = chunksOf(body, 16, body.length).find(({ name }) => !frameNames.has(name))
  if (strange !== undefined) throw broken('a frame holds a strange chunk')
}

function sizeOf({ name, body }: Chunk): Size | undefined {
  if (name === 'VP8X') return { width: body.readUIntLE(4, 3) + 1, height: body.readUIntLE(7, 3) + 1 }
  if (name === 'ANMF') return { width: body.readUIntLE(6, 3) + 1, height: body.readUIntLE(9, 3) + 1 }
  if (name === 'VP8 ') return { width: body.readUInt16LE(6) & 0x3fff, height: body.readUInt16LE(8) & 0x3fff }
  if (name !== 'VP8L') return undefined
  const packed = body.readUInt32LE(1)
  return { width: (packed & 0x3fff) + 1, height: ((packed >>> 14) & 0x3fff) + 1 }
}

function encoded({ name, body }: Chunk): Buffer[] {
  const head = Buffer.alloc(8)
  head.write(name, 'latin1')
  head.writeUInt32LE(body.length, 4)
  return body.length % 2 === 0 ? [head, body] : [head, body, Buffer.alloc(1)]
}
