import { FinishFailed } from './finishFailed.ts'
import { copyMedia, type MediaRun } from './importCopy.ts'
import { readPictureForm, readSoundForm } from './importForm.ts'
import { openMediaInput, type MediaInput } from './mediaInput.ts'
import { sniffContainer } from './sniff.ts'

/** A file to take in. */
export type ImportedFile = {
  path: string
  /** How many bytes the file has. Not much more media than this is taken out of it. */
  byteCount: number
  /** Programme time of its first frame, in ms since 1970. */
  startsAtMs: number
}

/** Files that follow one another, and where the asset comes to lie that they become. */
export type ImportOrder = {
  files: readonly ImportedFile[]
  /** On the local disk, of this import alone, and there. */
  folder: string
  /** Called with the finished share, 0 to 1. */
  onProgress?(done: number): void
}

/** Reasons to transcode a file, and the tracks that can be copied. */
export type TranscodeNeed = {
  /** The codecs or the container, for people. */
  refused: string
  /** Name of the container in ffmpeg. */
  demuxer: string
  isPictureFine: boolean
  isSoundFine: boolean
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
  const picture = await readPictureForm(video)
  const sound = audio && (await readSoundForm(audio))
  if ('refused' in picture || (sound !== undefined && 'refused' in sound)) {
    const all = [picture, sound].flatMap((form) => (form !== undefined && 'refused' in form ? [form.refused] : []))
    const isSoundFine = sound === undefined || !('refused' in sound)
    return {
      refused: all.join(' and '),
      demuxer,
      isPictureFine: !('refused' in picture),
      isSoundFine,
      durationSeconds,
    }
  }
  // Only MP4 states the length of each of its tracks.
  const length = demuxer === 'mov' ? await video.getDurationFromMetadata() : undefined
  const tracks = { picture: { input: video, ...picture }, sound: audio && sound && { input: audio, ...sound } }
  return { ...tracks, byteCount, startsAtMs, lengthSeconds: length ?? undefined }
}
