import { broken, chunksMax, within, type ImageParts } from './imageParts.ts'

const block = { extension: 0x21, image: 0x2c, end: 0x3b } as const
const extension = { control: 0xf9, application: 0xff } as const
/** Applications that set how often an animation repeats. */
const loops = new Set(['NETSCAPE2.0', 'ANIMEXTS1.0'])
const loopBytesMax = 32

/** A GIF without comments, foreign blocks and bytes behind its end. Throws ImageRefused for a damaged one. */
export function cleanGif(bytes: Buffer): ImageParts {
  const image = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8), frameCount: 0 }
  let at = 13 + tableBytes(bytes.readUInt8(10))
  const parts = [within(bytes, 0, at)]
  for (let count = 0; count < chunksMax; count++) {
    const kind = bytes.readUInt8(at)
    if (kind === block.end) {
      if (image.frameCount === 0) throw broken('it has no frame')
      return { ...image, parts: [...parts, bytes.subarray(at, at + 1)] }
    }
    const end = kind === block.image ? imageEnd(bytes, at) : extensionEnd(bytes, at, kind)
    const whole = within(bytes, at, end)
    if (kind === block.image) {
      image.frameCount += 1
      image.width = Math.max(image.width, whole.readUInt16LE(1) + whole.readUInt16LE(5))
      image.height = Math.max(image.height, whole.readUInt16LE(3) + whole.readUInt16LE(7))
    }
    if (kind === block.image || isKept(whole)) parts.push(whole)
    at = end
  }
  throw broken('it has too many blocks')
}

/** Bytes of a color table by the flags that announce it. */
function tableBytes(flags: number): number {
  return (flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1)
}

function imageEnd(bytes: Buffer, at: number): number {
  return subBlocksEnd(bytes, at + 11 + tableBytes(bytes.readUInt8(at + 9)))
}

function extensionEnd(bytes: Buffer, at: number, kind: number): number {
  if (kind !== block.extension) throw broken('a block is of no known kind')
  return subBlocksEnd(bytes, at + 2)
}

/** Offset behind blocks of up to 255 bytes, of which an empty one is the last. */
function subBlocksEnd(bytes: Buffer, from: number): number {
  let at = from
  for (let length = bytes.readUInt8(at); length > 0; length = bytes.readUInt8(at)) at += 1 + length
  return at + 1
}

function isKept(whole: Buffer): boolean {
  const label = whole[1]
  if (label === extension.control) return true
  return label === extension.application && whole.length <= loopBytesMax && loops.has(whole.toString('latin1', 3, 14))
}
