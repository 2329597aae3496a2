/** A picture that a browser took, once it was looked at. */
export type AcceptedPoster = { type: 'image/jpeg' | 'image/png'; width: number; height: number }

/** Why a picture is not taken. */
export type PosterRefusal = 'too_large' | 'not_a_picture' | 'wrong_size'

/** The largest picture that is taken, in bytes. */
export const posterBytesMax = 2 * 1024 * 1024

const sideMin = 16
const sideMax = 4_096
const pngMark = Buffer.from('\u0089PNG\r\n\u001a\n', 'latin1')

/** Looks whether bytes are a JPEG or PNG of a sensible size. Nothing is decoded: its head says what it is. */
export function acceptPoster(bytes: Buffer): AcceptedPoster | { refused: PosterRefusal } {
  if (bytes.length > posterBytesMax) return { refused: 'too_large' }
  const found = readPng(bytes) ?? readJpeg(bytes)
  if (found === undefined) return { refused: 'not_a_picture' }
  const isSensible = [found.width, found.height].every((side) => side >= sideMin && side <= sideMax)
  return isSensible ? found : { refused: 'wrong_size' }
}

/** Signature, then the chunk `IHDR` with width and height (PNG, third edition, 5.2 and 11.2.1). */
function readPng(bytes: Buffer): AcceptedPoster | undefined {
  if (!bytes.subarray(0, pngMark.length).equals(pngMark) || bytes.length < 57) return undefined
  if (bytes.toString('latin1', 12, 16) !== 'IHDR') return undefined
  return { type: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
}

const startOfImage = 0xffd8
const endOfImage = 0xffd9
/** Markers that begin a frame (ITU-T T.81, table B.1): C0 to CF without those for tables and arithmetic coding. */
const isFrame = (marker: number) => marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)

function readJpeg(bytes: Buffer): AcceptedPoster | undefined {
  const isWhole = bytes.length > 4 && bytes.readUInt16BE(bytes.length - 2) === endOfImage
  if (!isWhole || bytes.readUInt16BE(0) !== startOfImage) return undefined
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker < 0xffc0) return undefined
    if (!isFrame(marker)) continue
    return { type: 'image/jpeg', width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}
