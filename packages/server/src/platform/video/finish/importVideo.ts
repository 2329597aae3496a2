import { FinishFailed } from './finishFailed.ts'
import { copyMedia, type MediaRun } from './importCopy.ts'
import { readVideoForm, readAudioForm } from './importForm.ts'
import { openMediaInput, type MediaInput } from './mediaInput.ts'
import { sniffContainer } from './sniff.ts'

/** File to import. */
export type ImportedFile = {
  path: string
  /** Size of the file; an import with much more media is refused. */
  byteCount: number
  /** Programme time of its first frame, in ms since 1970. */
  startsAtMs: number
}

/** Files that follow one another, and the folder of the new asset. */
export type ImportOrder = {
  files: readonly ImportedFile[]
  /** Existing empty folder on the local disk. */
  folder: string
  /** Called with the finished share, 0 to 1. */
  onProgress?(done: number): void
}

/** Reasons to transcode a file, and the tracks that can be copied. */
export type TranscodeNeed = {
  /** Codecs or container, for the message to the user. */
  refused: string
  /** Name of the container in ffmpeg. */
  demuxer: string
  isVideoFine: boolean
  isAudioFine: boolean
  durationSeconds: number | undefined
}

/** Video containers, with their names in ffmpeg. */
const demuxers: Record<string, string> = {
  MP4: 'mov',
  'QuickTime File Format': 'mov',
  Matroska: 'matroska',
  WebM: 'matroska',
  'MPEG Transport Stream': 'mpegts',
}

/**
 * Copies video and audio of files into a new asset. Returns the need of transcoding when one is not H.264, with AAC or
 * without audio. Throws FinishFailed when one is no video, or damaged.
 */
export async function importVideo(order: ImportOrder): Promise<TranscodeNeed | undefined> {
  const opened: MediaInput[] = []
  const runs: MediaRun[] = []
  try {
    for (const file of order.files) {
      const media = await openMediaInput(file.path)
      if (media === undefined) return await sniffContainer(file.path)
      opened.push(media)
      const run = await readRun(media, file)
      if ('refused' in run) return run
      runs.push(run)
    }
    await copyMedia(runs, order)
    return undefined
  } finally {
    for (const media of opened) await media.close()
  }
}

/** The part of a file to copy, or its need of transcoding. */
async function readRun(media: MediaInput, { byteCount, startsAtMs }: ImportedFile): Promise<MediaRun | TranscodeNeed> {
  const { container, video, audio, durationSeconds } = media
  const demuxer = demuxers[container]
  if (demuxer !== undefined && video === undefined && audio === undefined) {
    throw new FinishFailed('damaged', 'The file ends before it says what it holds.')
  }
  if (video === undefined || demuxer === undefined) {
    throw new FinishFailed('not_a_video', 'The file holds no video.')
  }
  const videoForm = await readVideoForm(video)
  const audioForm = audio && (await readAudioForm(audio))
  if ('refused' in videoForm || (audioForm !== undefined && 'refused' in audioForm)) {
    const all = [videoForm, audioForm].flatMap((form) =>
      form !== undefined && 'refused' in form ? [form.refused] : [],
    )
    const isAudioFine = audioForm === undefined || !('refused' in audioForm)
    return {
      refused: all.join(' and '),
      demuxer,
      isVideoFine: !('refused' in videoForm),
      isAudioFine,
      durationSeconds,
    }
  }
  // Only MP4 states the length of each of its tracks.
  const length = demuxer === 'mov' ? await video.getDurationFromMetadata() : undefined
  const tracks = { video: { input: video, ...videoForm }, audio: audio && audioForm && { input: audio, ...audioForm } }
  return { ...tracks, byteCount, startsAtMs, lengthSeconds: length ?? undefined }
}
