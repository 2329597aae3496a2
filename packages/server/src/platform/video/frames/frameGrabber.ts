import type { Log } from '#kit/call/context.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { AssetSource } from '#platform/video/asset/assetSource.ts'
import { type Ffmpeg, ffmpegInput } from '#platform/video/ffmpeg/ffmpeg.ts'
import { jpegOutput, squarePixels } from './jpeg.ts'
import { keyFrameVideo, findKeyFrame } from './keyFrames.ts'
import { makeStoryboard, type Storyboard } from './storyboard.ts'

/** Grabs frames of videos. A failure is logged and gives undefined: no video fails for a missing frame. */
export type FrameGrabber = {
  /** Whether ffmpeg is installed. */
  canGrab: boolean
  /** JPEG, at most 1,280 pixels wide, of the last key frame at or before a media time. */
  poster(source: AssetSource, atSeconds: number): Promise<Buffer | undefined>
  /** Storyboard of the whole video, for seeking. */
  storyboard(source: AssetSource): Promise<Storyboard | undefined>
}

const posterWidthMax = 1_280
const posterBytesMax = 4 * 1024 * 1024
const timeoutMs = 20_000

/** Opens a grabber that uses ffmpeg; without ffmpeg it returns no frames. */
export function openFrameGrabber(ffmpeg: Ffmpeg | undefined, log: Log): FrameGrabber {
  async function grab<T>(what: string, work: (through: Ffmpeg) => Promise<T | undefined>): Promise<T | undefined> {
    if (ffmpeg === undefined) return undefined
    try {
      return await work(ffmpeg)
    } catch (error) {
      log.warn('a still image of a video could not be made', { what, error: messageOf(error) })
      return undefined
    }
  }
  return {
    canGrab: ffmpeg !== undefined,
    poster: (source, atSeconds) => grab('poster', (through) => takePoster(through, source, atSeconds)),
    storyboard: (source) => grab('storyboard', (through) => makeStoryboard(through, source)),
  }
}

async function takePoster(ffmpeg: Ffmpeg, source: AssetSource, atSeconds: number): Promise<Buffer | undefined> {
  const frame = await findKeyFrame(source, atSeconds)
  if (frame === undefined) return undefined
  const size = `scale=w=min(${posterWidthMax}\\,iw):h=-2`
  const jpeg = await ffmpeg.run({
    args: [...ffmpegInput('mov'), '-frames:v', '1', '-vf', `${squarePixels},${size}`, ...jpegOutput],
    input: keyFrameVideo(await source.init(frame.initId), [frame]),
    outputBytesMax: posterBytesMax,
    timeoutMs,
  })
  return jpeg.length === 0 ? undefined : jpeg
}
