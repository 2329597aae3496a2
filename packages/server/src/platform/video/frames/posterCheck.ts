/** Reason why a poster is refused. */
export type PosterRefusal = 'not_a_picture' | 'wrong_size'

const sideMin = 16
const sideMax = 4_096

/** Reason to refuse bytes as a poster; undefined for a JPEG of an allowed size. Reads headers, decodes nothing. */
export function posterRefusal(bytes: Buffer): PosterRefusal | undefined {
  const size = readJpegSize(bytes)
  if (size === undefined) return 'not_a_picture'
  return size.every((side) => side >= sideMin && side <= sideMax) ? undefined : 'wrong_size'
}

const startOfImage = 0xffd8
const endOfImage = 0xffd9
/** Start-of-frame markers (ITU-T T.81, table B.1): C0 to CF except DHT (C4), JPG (C8) and DAC (CC). */
const isStartOfFrame = (marker: number) =>
  marker >= 0xffc0 && marker <= 0xffcf && ![0xffc4, 0xffc8, 0xffcc].includes(marker)

/** Width and height of a complete JPEG, in pixels; undefined for other bytes. */
export function readJpegSize(bytes: Buffer): [number, number] | undefined {
  const isWhole = bytes.length > 4 && bytes.readUInt16BE(bytes.length - 2) === endOfImage
  if (!isWhole || bytes.readUInt16BE(0) !== startOfImage) return undefined
  for (let at = 2; at + 9 <= bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes.readUInt16BE(at)
    if (marker < 0xffc0) return undefined
    if (!isStartOfFrame(marker)) continue
    return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)]
  }
  return undefined
}
