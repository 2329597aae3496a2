const orientationTag = 0x0112
const exifHead = Buffer.from('Exif\0\0', 'latin1')

/** Orientation in EXIF data, 1 to 8; 1 where the data has none or cannot be read. */
export function orientationIn(exif: Buffer): number {
  try {
    return readOrientation(withoutHead(exif))
  } catch (error) {
    if (error instanceof RangeError) return 1
    throw error
  }
}

function withoutHead(exif: Buffer): Buffer {
  return exif.subarray(0, exifHead.length).equals(exifHead) ? exif.subarray(exifHead.length) : exif
}

function readOrientation(tiff: Buffer): number {
  const isLittle = tiff.toString('latin1', 0, 2) === 'II'
  const short = (at: number) => (isLittle ? tiff.readUInt16LE(at) : tiff.readUInt16BE(at))
  const long = (at: number) => (isLittle ? tiff.readUInt32LE(at) : tiff.readUInt32BE(at))
  const directory = long(4)
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * 12
    if (short(at) !== orientationTag) continue
    const value = short(at + 8)
    return value >= 1 && value <= 8 ? value : 1
  }
  return 1
}

/** EXIF data that holds an orientation and nothing else: without it, photos of phones would lie on their side. */
export function exifOf(orientation: number): Buffer {
  const tiff = Buffer.from('4d4d002a00000008000101120003000000010000000000000000', 'hex')
  tiff.writeUInt16BE(orientation, 18)
  return tiff
}

/** The same with the head that JPEG puts before it. */
export function jpegExifOf(orientation: number): Buffer {
  return Buffer.concat([exifHead, exifOf(orientation)])
}
