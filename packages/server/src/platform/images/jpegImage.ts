import { broken, chunksMax, within, type ImageParts } from './imageParts.ts'
import { jpegExifOf, orientationIn } from './orientation.ts'

const exifHead = Buffer.from('Exif\0\0', 'latin1')
const app = { jfif: 0xe0, exif: 0xe1, profile: 0xe2, adobe: 0xee } as const
/** Segments that decide what is seen, by their first bytes. Other application segments and comments are dropped. */
const keptHeads = new Map<number, string>([
  [app.jfif, 'JFIF\0'],
  [app.profile, 'ICC_PROFILE\0'],
  [app.adobe, 'Adobe'],
])
const marker = { start: 0xd8, end: 0xd9, scan: 0xda, comment: 0xfe } as const
/** A JFIF segment without a thumbnail. */
const jfifBytes = 18

/** A JPEG without metadata and without bytes behind its end. Throws ImageRefused for a damaged one. */
export function cleanJpeg(bytes: Buffer): ImageParts {
  const parts = [bytes.subarray(0, 2)]
  let size: { width: number; height: number } | undefined
  for (let at = 2, count = 0; count < chunksMax; count++) {
    if (bytes[at] !== 0xff) throw broken('a marker is missing')
    const kind = bytes.readUInt8(at + 1)
    if (kind === 0xff) {
      at += 1
      continue
    }
    if (kind === marker.end) {
      if (size === undefined) throw broken('it has no frame')
      return { ...size, frameCount: 1, parts: [...parts, bytes.subarray(at, at + 2)] }
    }
    if (kind === marker.start || kind === 0) throw broken('a marker is wrong')
    const end = at + 2 + (isAlone(kind) ? 0 : bytes.readUInt16BE(at + 2))
    const segment = within(bytes, at, end)
    if (isFrame(kind)) {
      if (size !== undefined) throw broken('it has two frames')
      size = { height: segment.readUInt16BE(5), width: segment.readUInt16BE(7) }
    }
    const next = kind === marker.scan ? scanEnd(bytes, end) : end
    parts.push(...keptParts(kind, segment), bytes.subarray(end, next))
    at = next
  }
  throw broken('it has too many segments')
}

/** Markers without a length. */
function isAlone(kind: number): boolean {
  return kind === 0x01 || (kind >= 0xd0 && kind <= 0xd7)
}

function isFrame(kind: number): boolean {
  return kind >= 0xc0 && kind <= 0xcf && kind !== 0xc4 && kind !== 0xc8 && kind !== 0xcc
}

function keptParts(kind: number, segment: Buffer): Buffer[] {
  if (kind === app.exif && segment.subarray(4, 4 + exifHead.length).equals(exifHead)) return exifPart(segment)
  if (kind === app.jfif && segment.length !== jfifBytes) return []
  if (kind === marker.comment || (kind >= app.jfif && kind <= 0xef)) {
    const head = keptHeads.get(kind)
    return head !== undefined && segment.toString('latin1', 4, 4 + head.length) === head ? [segment] : []
  }
  return [segment]
}

function exifPart(segment: Buffer): Buffer[] {
  const orientation = orientationIn(segment.subarray(4))
  if (orientation === 1) return []
  const exif = jpegExifOf(orientation)
  return [Buffer.from([0xff, app.exif, 0, exif.length + 2]), exif]
}

/** Offset of the marker behind the compressed data of a scan. */
function scanEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at >= 0; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes[at + 1]
    if (next === undefined) break
    const isData = next === 0 || next === 0xff || (next >= 0xd0 && next <= 0xd7)
    if (!isData) return at
  }
  throw broken('it ends too early')
}
