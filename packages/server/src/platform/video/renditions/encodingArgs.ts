import { ffmpegInput, ffmpegThreads } from '#platform/video/ffmpeg/ffmpeg.ts'
import type { RenditionSize } from './rungs.ts'

/** Where ffmpeg writes the first of the sizes; the others follow. */
const firstPipe = 3

// Times stay as they are: out comes every picture that went in, with a key frame where there was one.
const times = ['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-force_key_frames', 'source']
/** No other key frames: at the largest distance there is, and not where a scene begins. */
const keyFrames = ['-forced-idr', '1', '-g', '100000', '-sc_threshold', '0']
/** Nothing waits for what comes after it. Level 4.0 holds 60 pictures a second of every size that there is. */
const coder = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-profile:v', 'main', '-level', '4.0']
const quality = '23'

/**
 * What ffmpeg is told to make of the pictures of a stream: FLV at its input, FLV with each of the sizes at its outputs.
 * The quality is even, and in no second more than the rate of its size.
 */
export function encodingArgs(sizes: readonly RenditionSize[]): string[] {
  // It decodes slices side by side, not pictures, of which it would hold some back; and looks for nothing beforehand.
  const input = ['-copyts', '-thread_type', 'slice', '-analyzeduration', '0', '-probesize', '32', ...ffmpegInput('flv')]
  const split = `[0:v]split=${sizes.length}${sizes.map((_, at) => `[in${at}]`).join('')}`
  const scaled = sizes.map(({ width, height }, at) => `[in${at}]scale=${width}:${height},format=yuv420p[out${at}]`)
  const outputs = sizes.flatMap(({ kbpsMax }, at) => [
    '-map',
    `[out${at}]`,
    ...times,
    ...coder,
    ...keyFrames,
    '-threads',
    ffmpegThreads,
    '-crf',
    quality,
    '-maxrate',
    `${kbpsMax}k`,
    '-bufsize',
    `${kbpsMax}k`,
    '-flush_packets',
    '1',
    '-flvflags',
    'no_duration_filesize',
    '-f',
    'flv',
    `pipe:${firstPipe + at}`,
  ])
  return [...input, '-filter_complex', [split, ...scaled].join(';'), ...outputs]
}
