import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { encodeQR } from 'qr'

const [width, height] = [640, 480]
const cellPx = 10
const frames = 2
const [white, black, grey] = [235, 16, 128]

/** A file that Chromium plays as a camera, and the arguments for it. */
export type FakeCamera = { args: string[]; [Symbol.asyncDispose](): Promise<void> }

/** Makes a camera that sees the QR code of a text: uncompressed video (Y4M) of two equal frames. */
export async function fakeCamera(text: string): Promise<FakeCamera> {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-camera-'))
  const file = join(folder, 'code.y4m')
  const frame = Buffer.concat([Buffer.from('FRAME\n'), lumaOf(text), Buffer.alloc((width * height) / 2, grey)])
  const head = Buffer.from(`YUV4MPEG2 W${width} H${height} F10:1 Ip A1:1 C420jpeg\n`)
  await writeFile(file, Buffer.concat([head, ...Array.from({ length: frames }, () => frame)]))
  return {
    args: [
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${file}`,
    ],
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true }),
  }
}

/** Brightness of a frame with the code in its middle. */
function lumaOf(text: string): Buffer {
  const cells = encodeQR(text, 'raw', { border: 1 })
  const luma = Buffer.alloc(width * height, white)
  const [left, top] = [width, height].map((size) => Math.floor((size - cells.length * cellPx) / 2))
  for (const [row, line] of cells.entries()) {
    for (const [column, isDark] of line.entries()) {
      if (!isDark) continue
      for (let y = 0; y < cellPx; y++) {
        const from = ((top ?? 0) + row * cellPx + y) * width + (left ?? 0) + column * cellPx
        luma.fill(black, from, from + cellPx)
      }
    }
  }
  return luma
}
