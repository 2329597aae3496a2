import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { type Ffmpeg, ffmpegInput } from '#platform/video/ffmpeg/ffmpeg.ts'
import { jpegOutput, squarePixels } from './jpeg.ts'
import { keyFrameVideo, findKeyFrame, type KeyFrame } from './keyFrames.ts'

/** Storyboard: small frames of a video in rows. Tile `n` is the frame at `n * tileSeconds`. */
export type Storyboard = {
  jpeg: Buffer
  tileSeconds: number
  tileCount: number
  columns: number
  rows: number
  tileWidth: number
  tileHeight: number
}

type Tiles = Omit<Storyboard, 'jpeg'>

/** WebVTT track of a storyboard: a cue for each tile, with its rectangle in the image (Media Fragments, 4.2.2). */
export function storyboardTrack(tiles: Tiles, imageName: string): string {
  const cues = Array.from({ length: tiles.tileCount }, (_, tile) => {
    const times = `${vttTime(tile * tiles.tileSeconds)} --> ${vttTime((tile + 1) * tiles.tileSeconds)}`
    const [x, y] = [(tile % tiles.columns) * tiles.tileWidth, Math.floor(tile / tiles.columns) * tiles.tileHeight]
    return `${times}\n${imageName}#xywh=${x},${y},${tiles.tileWidth},${tiles.tileHeight}\n`
  })
  return `WEBVTT\n\n${cues.join('\n')}`
}

function vttTime(seconds: number): string {
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0')
  return `${two(seconds / 3600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}.000`
}

const tilesMax = 100
const columnsMax = 10
const tileWidth = 160
const tileHeightMax = 320
const tileSecondsMin = 1
const boardBytesMax = 16 * 1024 * 1024
const timeoutMs = 60_000

/** Makes the storyboard of an asset: at most 100 tiles of 160 pixels. Throws FfmpegFailed, BoxesDamaged. */
export async function makeStoryboard(ffmpeg: Ffmpeg, source: AssetSource): Promise<Storyboard | undefined> {
  const tiles = layOut(source)
  if (tiles === undefined) return undefined
  const frames = await framesFor(source, tiles)
  const decoded = new Map<KeyFrame, Buffer>()
  // ffmpeg runs once per init section; recordings rarely have more than one.
  for (const initId of new Set(frames.map((frame) => frame.initId))) {
    const alike = [...new Set(frames.filter((frame) => frame.initId === initId))]
    const raw = await decode(ffmpeg, keyFrameVideo(await source.init(initId), alike), { tiles, count: alike.length })
    const size = rawBytes(tiles)
    for (const [index, frame] of alike.entries()) decoded.set(frame, raw.subarray(index * size, (index + 1) * size))
  }
  const blank = Buffer.alloc(rawBytes(tiles), 0x80)
  const raw = frames.map((frame) => decoded.get(frame) ?? blank).map((each) => (each.length > 0 ? each : blank))
  return { jpeg: await join(ffmpeg, Buffer.concat(raw), tiles), ...tiles }
}

function layOut({ index }: AssetSource): Tiles | undefined {
  const [first, last] = [index.segments[0], index.segments.at(-1)]
  const form = index.inits.find(({ id }) => id === first?.initId)?.video
  if (first === undefined || last === undefined || form === undefined || form.width < 1) return undefined
  const seconds = last.mediaSeconds + last.durationSeconds - first.mediaSeconds
  const tileSeconds = Math.max(tileSecondsMin, Math.ceil(seconds / tilesMax))
  const tileCount = Math.max(1, Math.min(tilesMax, Math.ceil(seconds / tileSeconds)))
  const columns = Math.min(columnsMax, tileCount)
  const shape = (tileWidth * form.height) / form.width
  const tileHeight = 2 * Math.max(1, Math.min(tileHeightMax / 2, Math.round(shape / 2)))
  return { tileSeconds, tileCount, columns, rows: Math.ceil(tileCount / columns), tileWidth, tileHeight }
}

/** Key frame of each tile: the last one at or before its time. Tiles between two key frames share the first. */
async function framesFor(source: AssetSource, { tileCount, tileSeconds }: Tiles): Promise<KeyFrame[]> {
  const begin = source.index.segments[0]?.mediaSeconds ?? 0
  const frames: KeyFrame[] = []
  for (let tile = 0; tile < tileCount; tile++) {
    const frame = await findKeyFrame(source, begin + tile * tileSeconds)
    const last = frames.at(-1)
    if (frame !== undefined) frames.push(last?.atSeconds === frame.atSeconds ? last : frame)
  }
  return frames
}

/** Bytes of a tile as `yuv420p`: one luma byte per pixel, and two chroma bytes per four pixels. */
function rawBytes(tiles: Tiles): number {
  return (tiles.tileWidth * tiles.tileHeight * 3) / 2
}

async function decode(
  ffmpeg: Ffmpeg,
  video: Buffer,
  { tiles, count }: { tiles: Tiles; count: number },
): Promise<Buffer> {
  const size = `${tiles.tileWidth}:${tiles.tileHeight}`
  const fit = `scale=${size}:force_original_aspect_ratio=decrease,pad=${size}:(ow-iw)/2:(oh-ih)/2,format=yuv420p`
  return ffmpeg.run({
    args: [
      ...ffmpegInput('mov'),
      '-vf',
      `${squarePixels},${fit}`,
      '-fps_mode',
      'passthrough',
      '-f',
      'rawvideo',
      'pipe:1',
    ],
    input: video,
    outputBytesMax: count * rawBytes(tiles),
    timeoutMs,
  })
}

async function join(ffmpeg: Ffmpeg, raw: Buffer, tiles: Tiles): Promise<Buffer> {
  const form = ['-pixel_format', 'yuv420p', '-video_size', `${tiles.tileWidth}x${tiles.tileHeight}`]
  const grid = `tile=${tiles.columns}x${tiles.rows}`
  return ffmpeg.run({
    args: [...form, ...ffmpegInput('rawvideo'), '-frames:v', '1', '-vf', grid, ...jpegOutput],
    input: raw,
    outputBytesMax: boardBytesMax,
    timeoutMs,
  })
}
