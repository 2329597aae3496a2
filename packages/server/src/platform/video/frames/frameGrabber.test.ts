import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openDiskFiles } from '#platform/files/disk.ts'
import { type AssetSource, openAsset } from '#platform/video/asset/assetSource.ts'
import { type Ffmpeg, ffmpegInput, openFfmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { openFinisher } from '#platform/video/finish/finisher.ts'
import { ffmpeg as runFfmpeg, ffmpegPath } from '#test/video/encodedVideo.ts'
import { openFrameGrabber } from './frameGrabber.ts'
import { readJpegSize } from './posterCheck.ts'
import { storyboardTrack } from './storyboard.ts'
import { lacks } from '#test/world/program.ts'

const skip = lacks('ffmpeg')
const folder = await mkdtemp(join(tmpdir(), 'fairground-frames-'))
const files = openDiskFiles(join(folder, 'store'))
const warnings: string[] = []
const silent = () => undefined
const log = { debug: silent, info: silent, warn: (message: string) => void warnings.push(message), error: silent }
after(() => rm(folder, { recursive: true, force: true }))

/** Brightness of the video, 0 to 255: black in its first second, then 24 of the 219 luma steps more each second. */
const brightness = (second: number) => (24 * second * 255) / 219

describe('a frame grabber', { skip }, () => {
  let ffmpeg: Ffmpeg
  let source: AssetSource

  before(async () => {
    ffmpeg = openFfmpeg(ffmpegPath ?? '', { concurrency: 2, queueMax: 8, niceness: 0 })
    const grey = "geq=lum='16+24*floor(T)':cb=128:cr=128"
    const encode = ['-g', '10', '-sc_threshold', '0', '-c:v', 'libx264', '-pix_fmt', 'yuv420p']
    const path = join(folder, 'grey.mp4')
    await runFfmpeg('-f', 'lavfi', '-i', 'color=size=320x180:rate=10', '-vf', grey, '-t', '8', ...encode, path)
    const finisher = await openFinisher({ files, folder: join(folder, 'work'), ffmpeg: undefined, log })
    await finisher.importFile({ path, target: 'media/0a1b2c3d/grey/' })
    await finisher.close()
    source = await openAsset(files, 'media/0a1b2c3d/grey/')
  })
  after(() => ffmpeg.close())

  /** Brightness of each tile of a JPEG, 0 to 255. */
  async function tilesOf(jpeg: Buffer, columns: number, rows: number): Promise<number[]> {
    const size = `scale=${columns}:${rows}:flags=area,format=rgb24`
    const args = [...ffmpegInput('mjpeg'), '-vf', size, '-f', 'rawvideo', 'pipe:1']
    const pixels = await ffmpeg.run({ args, input: jpeg, outputBytesMax: 10_000, timeoutMs: 60_000 })
    return Array.from({ length: columns * rows }, (_, at) => pixels[3 * at + 1] ?? NaN)
  }

  test('grabs the key frame at or before a time', async () => {
    const grabber = openFrameGrabber(ffmpeg, log)
    for (const [atSeconds, second] of [
      [0, 0],
      [3, 3],
      [4.9, 4],
      [99, 7],
      [-1, 0],
    ] as const) {
      const jpeg = await grabber.poster(source, atSeconds)
      assert.ok(jpeg !== undefined)
      assert.deepEqual(readJpegSize(jpeg), [320, 180])
      near((await tilesOf(jpeg, 1, 1))[0], brightness(second))
    }
  })

  test('lays small frames side by side, one per second', async () => {
    const board = await openFrameGrabber(ffmpeg, log).storyboard(source)
    assert.ok(board !== undefined)
    const { jpeg, ...form } = board
    assert.deepEqual(form, { tileSeconds: 1, tileCount: 8, columns: 8, rows: 1, tileWidth: 160, tileHeight: 90 })
    assert.deepEqual(readJpegSize(jpeg), [1280, 90])
    for (const [second, value] of (await tilesOf(jpeg, 8, 1)).entries()) near(value, brightness(second))
  })

  test('limits a storyboard to a hundred tiles, over a change of the init section as well', async () => {
    const [init] = source.index.inits
    assert.ok(init !== undefined)
    const segments = Array.from({ length: 60 }, (_, number) => ({
      ...(source.index.segments[number % 4] ?? assert.fail()),
      number,
      initId: number < 30 ? 0 : 1,
      mediaSeconds: 2 * number,
    }))
    const original = ({ number }: { number: number }) => source.index.segments[number % 4] ?? assert.fail()
    const long: AssetSource = {
      index: { inits: [init, { ...init, id: 1 }], segments },
      init: () => source.init(0),
      async segment(segment) {
        const bytes = Buffer.from(await source.segment(original(segment)))
        bytes.writeUInt32BE(90_000 * segment.mediaSeconds, bytes.indexOf('tfdt') + 12)
        return bytes
      },
    }
    const board = (await openFrameGrabber(ffmpeg, log).storyboard(long)) ?? assert.fail()
    assert.deepEqual([board.tileSeconds, board.tileCount, board.columns, board.rows], [2, 60, 10, 6])
    const cues = storyboardTrack(board, 'board.jpg').split('\n\n')
    assert.equal(cues.length, 61)
    assert.equal(cues[13], '00:00:24.000 --> 00:00:26.000\nboard.jpg#xywh=320,90,160,90')
    const values = await tilesOf(board.jpeg, 10, 6)
    for (const [tile, value] of values.entries()) near(value, brightness(2 * (tile % 4)))
  })

  test('returns undefined without ffmpeg, and for damaged media, which it logs', async () => {
    const none = openFrameGrabber(undefined, log)
    assert.deepEqual(
      [none.canGrab, await none.poster(source, 0), await none.storyboard(source)],
      [false, undefined, undefined],
    )
    assert.deepEqual(warnings, [])
    const grabber = openFrameGrabber(ffmpeg, log)
    const damaged = { ...source, segment: async () => Buffer.alloc(1_000, 7) }
    assert.equal(await grabber.poster(damaged, 0), undefined)
    assert.equal(await grabber.storyboard(damaged), undefined)
    assert.equal(warnings.length, 2)
    const empty = { ...source, index: { inits: [], segments: [] } }
    assert.deepEqual([await grabber.poster(empty, 0), await grabber.storyboard(empty)], [undefined, undefined])
  })
})

function near(actual: number | undefined, expected: number): void {
  assert.ok(actual !== undefined && Math.abs(actual - expected) <= 8, `${actual} is not ${expected}`)
}
