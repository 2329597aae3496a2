/** Reasons to refuse bytes as an image. */
export type ImageRule = 'type' | 'markup' | 'broken' | 'size'

/** Bytes that are no acceptable image. `message`: the end of a sentence that begins with the file. */
export class ImageRefused extends Error {
  readonly rule: ImageRule

  constructor(rule: ImageRule, message: string) {
    super(message)
    this.name = 'ImageRefused'
    this.rule = rule
  }
}

/** An image without metadata: its size in pixels, its frames, and the parts of its file in order. */
export type ImageParts = { width: number; height: number; frameCount: number; parts: readonly Uint8Array[] }

/** Most chunks, segments or boxes of a file; real files have a few thousand. */
export const chunksMax = 100_000

/** The refusal of a file whose structure is damaged. */
export function broken(detail: string): ImageRefused {
  return new ImageRefused('broken', `is damaged or incomplete: ${detail}`)
}

/** The bytes from one offset to another. Throws ImageRefused beyond the file. */
export function within(bytes: Buffer, from: number, to: number): Buffer {
  if (to < from || to > bytes.length) throw broken('it ends too early')
  return bytes.subarray(from, to)
}

/** Four characters at an offset, such as the name of a chunk. */
export function nameAt(bytes: Buffer, at: number): string {
  return within(bytes, at, at + 4).toString('latin1')
}
