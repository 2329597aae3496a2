/**
 * Frames that carry the time at which they were drawn, as black and white blocks: 32 bits of milliseconds since 1970
 * and 16 check bits, most significant first, in rows of 24 from the upper left corner.
 */
export const clockFrame = { width: 640, height: 360, blockPixels: 24, columns: 24, bits: 48 } as const

const { width, height, blockPixels, columns, bits } = clockFrame
const lumaBytes = width * height
const black = 16
const white = 235
const grey = 128
const squarePixels = 64

/** Draws frames in I420, one after the other in the same memory: a moving square gives the encoder work. */
export function makePainter() {
  const frame = Buffer.alloc((lumaBytes * 3) / 2, grey)
  let count = 0
  return (nowMs: number): Buffer => {
    frame.fill(90, 0, lumaBytes)
    const left = (count * 4) % (width - squarePixels)
    const top = height / 2
    for (let row = top; row < top + squarePixels; row++) {
      frame.fill(200, row * width + left, row * width + left + squarePixels)
    }
    for (let bit = 0; bit < bits; bit++) paintBlock(frame, bit, isSet(nowMs, bit))
    count += 1
    return frame
  }
}

function paintBlock(frame: Buffer, bit: number, isWhite: boolean): void {
  const left = (bit % columns) * blockPixels
  const top = Math.floor(bit / columns) * blockPixels
  for (let row = top; row < top + blockPixels; row++) {
    frame.fill(isWhite ? white : black, row * width + left, row * width + left + blockPixels)
  }
}

function isSet(nowMs: number, bit: number): boolean {
  const low = nowMs % 2 ** 32
  const value = bit < 32 ? low : checkOf(low)
  const place = bit < 32 ? 31 - bit : bits - 1 - bit
  return Math.floor(value / 2 ** place) % 2 === 1
}

/** The check also fails for a frame without blocks. */
function checkOf(low: number): number {
  return (low % 65_521) ^ 0xa5a5
}
