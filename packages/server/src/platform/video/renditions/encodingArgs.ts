import { ffmpegInput, ffmpegThreads } from '#platform/video/ffmpeg/ffmpeg.ts'
import type { RenditionSize } from './rungs.ts'

/** File descriptor of the first size's output; the others follow. */
const firstPipe = 3

// Times stay: every input frame gives an output frame, and each key frame a key frame.
const times = ['-fps_mode', 'passthrough', '-enc_time_base', '1:1000', '-force_key_frames', 'source']
/** Key frames follow the input only: largest distance, no scene detection. */
const keyFrames = ['-forced-idr', '1', '-g', '100000', '-sc_threshold', '0']
/** No look-ahead. Level 4.0 covers 60 frames a second of every size. */
const coder = ['-c:v', 'libx264', '-preset', 'veryfast', '-tune', 'zerolatency', '-profile:v', 'main', '-level', '4.0']
const quality = '23'

/**
 * Arguments of ffmpeg for a ladder: FLV at its input, FLV of each size at its outputs. Quality is constant within the
 * maximum bitrate of the size.
 */
export function encodingArgs(sizes: readonly RenditionSize[]): string[] {
  // Slice threads decode without delay, unlike frame threads; probing is off.
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
