import { createHash } from 'node:crypto'
import { cleanAvif } from './avifImage.ts'
import { cleanGif } from './gifImage.ts'
import { broken, ImageRefused, type ImageParts } from './imageParts.ts'
import { cleanJpeg } from './jpegImage.ts'
import { cleanPng } from './pngImage.ts'
import { cleanWebp } from './webpImage.ts'

/** Media types of images by the extension of their files. */
export const imageTypes = {
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
} as const

/** Extension of an image file. */
export type ImageExtension = keyof typeof imageTypes

/** An image as it is stored. */
export type ImageFile = {
  extension: ImageExtension
  width: number
  height: number
  frameCount: number
  /** The file without metadata. */
  bytes: Buffer
  /** SHA-256 of these bytes, in hexadecimal digits. */
  contentHash: string
}

/** Bounds of an image in pixels: of a side, of a frame, and of all frames of an animation. */
export const imageBounds = { sideMax: 16_384, pixelsMax: 64_000_000, framePixelsMax: 1_000_000_000 } as const

type Format = { extension: ImageExtension; fits(head: string): boolean; clean(bytes: Buffer): ImageParts }

const formats: readonly Format[] = [
  { extension: 'png', fits: (head) => head.startsWith('\x89PNG\r\n\x1a\n'), clean: cleanPng },
  { extension: 'jpg', fits: (head) => head.startsWith('\xff\xd8\xff'), clean: cleanJpeg },
  { extension: 'gif', fits: (head) => /^GIF8[79]a/.test(head), clean: cleanGif },
  { extension: 'webp', fits: (head) => /^RIFF[^]{4}WEBP/.test(head), clean: cleanWebp },
  { extension: 'avif', fits: (head) => /^[^]{4}ftyp(avif|avis|(mif1|miaf)[^]*avif)/.test(head), clean: cleanAvif },
]

const headBytes = 64

/**
 * Reads an image by its bytes alone, whatever its name or type says, and drops its metadata. Headers are read, pixels
 * are not decoded. Throws ImageRefused.
 */
export function readImageFile(source: Buffer): ImageFile {
  const head = source.toString('latin1', 0, headBytes)
  const format = formats.find(({ fits }) => fits(head))
  if (format === undefined) throw unknownType(source)
  const { parts, ...image } = cleaned(format, source)
  checkPixels(image)
  const bytes = Buffer.concat(parts)
  const contentHash = createHash('sha256').update(bytes).digest('hex')
  return { extension: format.extension, ...image, bytes, contentHash }
}

function cleaned({ clean }: Format, source: Buffer): ImageParts {
  try {
    return clean(source)
  } catch (error) {
    // A read beyond the file.
    throw error instanceof RangeError ? broken('it ends too early') : error
  }
}

function unknownType(source: Buffer): ImageRefused {
  const text = source.toString('utf8', 0, 1_024).replace(/^\ufeff?\s*/, '')
  if (text.startsWith('<'))
    return new ImageRefused('markup', 'is SVG or other markup, which can hold scripts: send it as PNG or WebP')
  return new ImageRefused('type', 'is no PNG, JPEG, WebP, AVIF or GIF')
}

function checkPixels({ width, height, frameCount }: Omit<ImageParts, 'parts'>): void {
  const { sideMax, pixelsMax, framePixelsMax } = imageBounds
  if (width < 1 || height < 1) throw broken('it has no size')
  if (Math.max(width, height) > sideMax) throw new ImageRefused('size', `has a side of more than ${sideMax} pixels`)
  if (width * height > pixelsMax) throw new ImageRefused('size', `has more than ${pixelsMax / 1e6} million pixels`)
  if (width * height * frameCount > framePixelsMax)
    throw new ImageRefused('size', `has more than ${framePixelsMax / 1e6} million pixels in all frames`)
}
