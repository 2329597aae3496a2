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
  /** The programme time of its first picture, in ms since 1970. */
  startsAtMs: number
}

/** Files that follow one another, and where the asset comes to lie that they become. */
export type ImportOrder = {
  files: readonly ImportedFile[]
  /** On the local disk, of this import alone, and there. */
  folder: string
  /** Told the part that is done, 0 to 1. */
  onProgress?(done: number): void
}

/** What stands in the way of taking a file as it is, and what of it could stay. */
export type TranscodeNeed = {
  /** The codecs or the container, for people. */
  refused: string
  /** What ffmpeg calls the container. */
  demuxer: string
  isPictureFine: boolean
  isSoundFine: boolean
  durationSeconds: number | undefined
}

/** Containers of moving pictures, by what ffmpeg calls them. */
const demuxers: Record<string, string> = {
  MP4: 'mov',
  'QuickTime File Format': 'mov',
  Matroska: 'matroska',
  WebM: 'matroska',
  'MPEG Transport Stream': 'mpegts',
}

/**
 * Takes the pictures and the sound of files into a new asset, as they are. Answers what has to be done first when one
 * is not H.264, with AAC or without sound. Throws FinishFailed when one is no video, or damaged.
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

/** What is taken of a file, or what is in the way of that. */
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
