import type { Party } from '#platform/db/fairSlots.ts'
import { type Ffmpeg, ffmpegInput, ffmpegThreads } from '#platform/video/ffmpeg/ffmpeg.ts'
import type { TranscodeNeed } from './importVideo.ts'

/** A transcode: input, output and range. */
export type TranscodeTask = {
  /** The party whose share of ffmpeg it takes. */
  party: Party
  fromPath: string
  toPath: string
  need: TranscodeNeed
  /** Limit of the output file, which is cut off there. */
  bytesMax: number
  /** Range in seconds from the first frame. */
  cut?: { fromSeconds: number; durationSeconds: number }
  /** The file is published as it is: its index lies in front, and it has a title. */
  isFinal?: { title: string | undefined }
  onProgress?(done: number): void
  signal?: AbortSignal | undefined
}

/** Longest run in durations of the video: encoding in software on a busy server is slow. */
const slownessMax = 10
const unknownSeconds = 3_600
const extraMs = 120_000
const timeoutMsMax = 24 * 3_600_000
/** Key-frame interval, which is the duration of segments. */
const keyFrameSeconds = 2

/** Transcodes to H.264 and AAC in an MP4; copies tracks that have these codecs. Throws FfmpegFailed. */
export async function transcode(ffmpeg: Ffmpeg, task: TranscodeTask): Promise<void> {
  const { need, cut, isFinal, onProgress } = task
  const seconds = cut?.durationSeconds ?? need.durationSeconds
  await ffmpeg.run({
    args: [
      ...(cut === undefined ? [] : ['-ss', cut.fromSeconds.toFixed(6), '-t', cut.durationSeconds.toFixed(6)]),
      ...ffmpegInput(need.demuxer, task.fromPath),
      // The first video track that is no cover image, and the first audio track, if any.
      '-map',
      '0:V:0',
      '-map',
      '0:a:0?',
      '-sn',
      '-dn',
      '-map_metadata',
      '-1',
      ...(need.isVideoFine ? ['-c:v', 'copy'] : videoArgs),
      ...(need.isAudioFine ? ['-c:a', 'copy'] : ['-c:a', 'aac', '-b:a', '160k', '-ac', '2', '-ar', '48000']),
      ...(isFinal === undefined ? [] : ['-movflags', '+faststart']),
      ...(isFinal?.title === undefined ? [] : ['-metadata', `title=${isFinal.title}`]),
      '-max_muxing_queue_size',
      '4096',
      '-fs',
      String(task.bytesMax),
      '-progress',
      'pipe:1',
      '-stats_period',
      '1',
      '-f',
      'mp4',
      '-y',
      `file:${task.toPath}`,
    ],
    outputBytesMax: 0,
    timeoutMs: Math.min(timeoutMsMax, extraMs + (seconds ?? unknownSeconds) * slownessMax * 1000),
    onProgress: (at) => onProgress?.(seconds === undefined || seconds === 0 ? 0 : Math.min(1, at / seconds)),
    signal: task.signal,
    party: task.party,
  })
}

const size = 'scale=w=min(1920\\,iw):h=min(1920\\,ih):force_original_aspect_ratio=decrease:force_divisible_by=2'
const videoArgs = [
  '-c:v',
  'libx264',
  '-preset',
  'veryfast',
  '-crf',
  '21',
  '-profile:v',
  'high',
  '-threads',
  ffmpegThreads,
  '-vf',
  `${size},format=yuv420p`,
  '-fpsmax',
  '60',
  '-force_key_frames',
  `expr:gte(t,n_forced*${keyFrameSeconds})`,
]
