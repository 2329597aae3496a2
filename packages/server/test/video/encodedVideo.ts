import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { readBoxes } from '#platform/video/fmp4/boxReader.ts'
import { findProgram } from '#test/world/program.ts'

const run = promisify(execFile)
const outputBytesMax = 64 * 1024 * 1024

/** Where ffmpeg is; tests of real media are skipped where it is not. */
export const ffmpegPath = findProgram('ffmpeg')

/** How a video is encoded. */
export type EncodedForm = {
  seconds: number
  size?: string
  rate?: string
  /** How many pictures there are from one key frame to the next. */
  keyFrameInterval?: number
  bFrames?: number
  /** Noise, so that every frame of it is another one. */
  hasAudio?: boolean
  /** In the place of H.264 and AAC. */
  codecs?: readonly string[]
  /** More options of the output. */
  more?: readonly string[]
}

/** Encodes pictures that all differ, and noise. The ending of the path says the container. */
export async function encodeVideo(path: string, form: EncodedForm): Promise<string> {
  const {
    seconds,
    size = '320x180',
    rate = '30',
    keyFrameInterval = 30,
    bFrames = 2,
    hasAudio = true,
    more = [],
  } = form
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-bf', String(bFrames), '-sc_threshold', '0', '-c:a', 'aac']
  await ffmpeg(
    ...['-f', 'lavfi', '-i', `testsrc2=size=${size}:rate=${rate}`],
    ...(hasAudio ? ['-f', 'lavfi', '-i', 'anoisesrc=amplitude=0.2:sample_rate=48000:seed=1'] : []),
    ...['-t', String(seconds), '-g', String(keyFrameInterval), '-pix_fmt', 'yuv420p', '-threads', '1'],
    ...(form.codecs ?? h264),
    ...more,
    path,
  )
  return path
}

/** Notice of ffmpeg 7 about an option value that ffmpeg 5 needs. */
const deprecation = /^.*is deprecated, use .*\n/gm

/** Runs ffmpeg. */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run(ffmpegPath ?? '', ['-nostdin', '-v', 'error', '-y', ...args])
}

/** Has ffmpeg look at a file; answers what it sees. Throws what it complains about. */
async function look(...args: string[]): Promise<string> {
  const all = ['-nostdin', '-v', 'warning', ...args]
  const { stdout, stderr } = await run(ffmpegPath ?? '', all, { maxBuffer: outputBytesMax })
  assert.equal(stderr.replaceAll(deprecation, ''), '')
  return stdout
}

/** Decodes all of a file. Throws what ffmpeg complains about. */
export async function decodes(path: string): Promise<void> {
  await look('-i', path, '-f', 'null', '-')
}

/** A decoded picture, or a frame of sound as it is stored: when it is shown, and what it is. */
export type SeenFrame = { atSeconds: number; durationSeconds: number; hash: string }

/** All pictures, decoded, in the order in which they are shown. Throws what ffmpeg complains about. */
export function readVideoFrames(path: string): Promise<SeenFrame[]> {
  return see(path, '-map', '0:v:0', '-fps_mode', 'passthrough', '-enc_time_base', '-1')
}

/** All frames of sound, not decoded. */
export function readAudioSamples(path: string): Promise<SeenFrame[]> {
  return see(path, '-map', '0:a:0', '-c', 'copy')
}

async function see(path: string, ...args: string[]): Promise<SeenFrame[]> {
  const output = await look('-i', path, ...args, '-f', 'framemd5', '-')
  const [, top = '1', bottom = '1'] = /^#tb 0: (\d+)\/(\d+)/m.exec(output) ?? []
  const seconds = (ticks: string | undefined) => (Number(ticks) * Number(top)) / Number(bottom)
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, , pts, duration, , hash = ''] = line.split(',').map((each) => each.trim())
    return { atSeconds: seconds(pts), durationSeconds: seconds(duration), hash }
  })
}

/** How bright each picture is, from 16 to 235. */
export async function brightnessOf(path: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', path, '-vf', 'scale=1:1:flags=area,format=yuv444p', '-fps_mode', 'passthrough']
  const { stdout } = await run(ffmpegPath ?? '', [...args, '-f', 'rawvideo', '-'], { encoding: 'buffer' })
  return Array.from({ length: stdout.length / 3 }, (_, at) => stdout[3 * at] ?? NaN)
}

/** The types of the boxes of an MP4, in order. */
export async function boxesOf(path: string): Promise<string[]> {
  return Array.from(readBoxes(await readFile(path)), ({ type }) => type)
}
