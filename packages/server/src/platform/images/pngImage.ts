import { crc32 } from 'node:zlib'
import { broken, chunksMax, nameAt, within, type ImageParts } from './imageParts.ts'
import { exifOf, orientationIn } from './orientation.ts'

const headBytes = 8
/** Chunks that decide what is seen. Text, times, EXIF and private chunks are dropped. */
const keptNames = new Set(
  ['IHDR', 'PLTE', 'IDAT', 'IEND', 'tRNS', 'gAMA', 'cHRM', 'sRGB', 'iCCP', 'sBIT', 'bKGD', 'pHYs', 'cICP'].concat([
    ...['mDCV', 'cLLI', 'acTL', 'fcTL', 'fdAT'],
  ]),
)

/** A PNG without metadata and without bytes behind its end. Throws ImageRefused for a damaged one. */
export function cleanPng(bytes: Buffer): ImageParts {
  if (nameAt(bytes, headBytes + 4) !== 'IHDR') throw broken('it has no header')
  const image = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20), frameCount: 1 }
  const parts = [bytes.subarray(0, headBytes)]
  let hasData = false
  for (let at = headBytes, count = 0; count < chunksMax; count++) {
    const end = at + 12 + bytes.readUInt32BE(at)
    const chunk = within(bytes, at, end)
    const name = nameAt(bytes, at + 4)
    if (crc32(chunk.subarray(4, -4)) !== chunk.readUInt32BE(chunk.length - 4)) throw broken('a checksum is wrong')
    if (name === 'acTL') image.frameCount = Math.max(1, chunk.readUInt32BE(8))
    if (name === 'IDAT') hasData = true
    if (keptNames.has(name)) parts.push(chunk)
    if (name === 'eXIf') parts.push(...orientationChunk(chunk.subarray(8, -4)))
    if (name === 'IEND' && hasData) return { ...image, parts }
    at = end
  }
  throw broken('it has too many chunks')
}

function orientationChunk(exif: Buffer): Buffer[] {
  const orientation = orientationIn(exif)
  if (orientation === 1) return []
  const body = Buffer.concat([Buffer.from('eXIf', 'latin1'), exifOf(orientation)])
  const length = Buffer.alloc(4)
  length.writeUInt32BE(body.length - 4)
  const checksum = Buffer.alloc(4)
  checksum.writeUInt32BE(crc32(body))
  return [length, body, checksum]
}
