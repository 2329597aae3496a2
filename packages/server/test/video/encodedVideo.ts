import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { readBoxes } from '#platform/video/fmp4/boxReader.ts'
import { findProgram } from '#test/world/program.ts'

const run = promisify(execFile)
const outputBytesMax = 64 * 1024 * 1024

/** Path of ffmpeg; undefined without one, and tests of real media are skipped. */
export const ffmpegPath = findProgram('ffmpeg')

/** Options of an encoded video. */
export type EncodedForm = {
  seconds: number
  size?: string
  rate?: string
  /** Frames from one key frame to the next. */
  keyFrameInterval?: number
  bFrames?: number
  /** Adds noise as audio, so that all its frames differ. */
  hasAudio?: boolean
  /** Codec options of ffmpeg instead of H.264 and AAC. */
  codecs?: readonly string[]
  /** Further output options of ffmpeg. */
  more?: readonly string[]
}

/** Encodes video frames that all differ, and noise. The extension of the path selects the container. */
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

/** Runs ffmpeg; rejects when it fails. */
export async function ffmpeg(...args: string[]): Promise<void> {
  await run(ffmpegPath ?? '', ['-nostdin', '-v', 'error', '-y', ...args])
}

/** Returns the standard output of ffmpeg. Throws its warnings. */
async function outputOf(...args: string[]): Promise<string> {
  const all = ['-nostdin', '-v', 'warning', ...args]
  const { stdout, stderr } = await run(ffmpegPath ?? '', all, { maxBuffer: outputBytesMax })
  assert.equal(stderr.replaceAll(deprecation, ''), '')
  return stdout
}

/** Decodes a whole file. Throws warnings of ffmpeg. */
export async function decodes(path: string): Promise<void> {
  await outputOf('-i', path, '-f', 'null', '-')
}

/** Hash of a decoded video frame, or of an audio frame as it is stored, with its display time. */
export type FrameHash = { atSeconds: number; durationSeconds: number; hash: string }

/** Decodes all video frames, in display order. Throws warnings of ffmpeg. */
export function readVideoFrames(path: string): Promise<FrameHash[]> {
  return hashFrames(path, '-map', '0:v:0', '-fps_mode', 'passthrough', '-enc_time_base', '-1')
}

/** Reads all audio frames without decoding them. Throws warnings of ffmpeg. */
export function readAudioSamples(path: string): Promise<FrameHash[]> {
  return hashFrames(path, '-map', '0:a:0', '-c', 'copy')
}

async function hashFrames(path: string, ...args: string[]): Promise<FrameHash[]> {
  const output = await outputOf('-i', path, ...args, '-f', 'framemd5', '-')
  const [, top = '1', bottom = '1'] = /^#tb 0: (\d+)\/(\d+)/m.exec(output) ?? []
  const seconds = (ticks: string | undefined) => (Number(ticks) * Number(top)) / Number(bottom)
  const lines = output.split('\n').filter((line) => line !== '' && !line.startsWith('#'))
  return lines.map((line) => {
    const [, , pts, duration, , hash = ''] = line.split(',').map((each) => each.trim())
    return { atSeconds: seconds(pts), durationSeconds: seconds(duration), hash }
  })
}

/** Count of the decoded video frames of each size. */
export async function frameSizesOf(path: string): Promise<Record<string, number>> {
  const args = [
    '-v',
    'error',
    '-select_streams',
    'v',
    '-show_entries',
    'frame=width,height',
    '-of',
    'csv=p=0:s=x',
    path,
  ]
  const { stdout } = await run(findProgram('ffprobe') ?? '', args, { maxBuffer: outputBytesMax })
  const counts: Record<string, number> = {}
  for (const [size] of stdout.matchAll(/\d+x\d+/g)) counts[size] = (counts[size] ?? 0) + 1
  return counts
}

/** Brightness of each video frame, 16 to 235. */
export async function brightnessOf(path: string): Promise<number[]> {
  const args = ['-v', 'error', '-i', path, '-vf', 'scale=1:1:flags=area,format=yuv444p', '-fps_mode', 'passthrough']
  const { stdout } = await run(ffmpegPath ?? '', [...args, '-f', 'rawvideo', '-'], { encoding: 'buffer' })
  return Array.from({ length: stdout.length / 3 }, (_, at) => stdout[3 * at] ?? NaN)
}

/** Types of the top-level boxes of an MP4, in order. */
export async function boxesOf(path: string): Promise<string[]> {
  return Array.from(readBoxes(await readFile(path)), ({ type }) => type)
}
