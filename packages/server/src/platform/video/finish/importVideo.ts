import { FinishFailed } from './finishFailed.ts'
import { copyMedia } from './importCopy.ts'
import { readPictureForm, readSoundForm } from './importForm.ts'
import { openMediaInput } from './mediaInput.ts'
import { sniffContainer } from './sniff.ts'

/** A file to take in, and where its asset comes to lie. */
export type ImportOrder = {
  path: string
  /** How many bytes the file has. Not much more media than this is taken out of it. */
  byteCount: number
  /** On the local disk, of this import alone, and there. */
  folder: string
  /** The programme time of its first picture, in ms since 1970. */
  startsAtMs: number
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
 * Takes the pictures and the sound of a file into a new asset, as they are. Answers what has to be done first when it
 * is not H.264, with AAC or without sound. Throws FinishFailed when it is no video, or damaged.
 */
export async function importVideo(order: ImportOrder): Promise<TranscodeNeed | undefined> {
  const media = await openMediaInput(order.path)
  if (media === undefined) return sniffContainer(order.path)
  try {
    const { container, video, audio, durationSeconds } = media
    const demuxer = demuxers[container]
    if (demuxer !== undefined && video === undefined && audio === undefined) {
      throw new FinishFailed('damaged', 'The file ends before it says what it holds.')
    }
    if (video === undefined || demuxer === undefined) {
      throw new FinishFailed('not_a_video', 'The file holds no moving pictures.')
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
    const tracks = { picture: { input: video, ...picture }, sound: audio && sound && { input: audio, ...sound } }
    // Only MP4 states the length of each of its tracks.
    const length = demuxer === 'mov' ? await video.getDurationFromMetadata() : undefined
    await copyMedia(tracks, order, length ?? undefined)
    return undefined
  } finally {
    await media.close()
  }
}
