import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { Party } from '#platform/db/fairSlots.ts'
import { messageOf } from '#platform/startProblem.ts'
import { videoName } from '#platform/video/asset/assetNames.ts'
import { FfmpegFailed } from '#platform/video/ffmpeg/ffmpeg.ts'
import type { ThreadMade } from './threadMessages.ts'
import { transcode } from './transcode.ts'
import type { Workshop } from './workshop.ts'

/** An MP4 of a job, by its folder. */
export type MixedMovie = { folder: string; party: Party; title: string | undefined; signal: AbortSignal | undefined }

const bytesMax = 256 * 1024 ** 3

/**
 * Encodes the audio of an MP4 in one format where the encoder changed its sample rate or channels. Browsers read only
 * the first sample entry and play the rest at a wrong pitch. Without ffmpeg, or when it fails, the MP4 stays as it is,
 * which players that read all entries play well.
 */
export async function unmixAudio(shop: Workshop, made: ThreadMade, movie: MixedMovie): Promise<void> {
  const { ffmpeg, log } = shop
  if (!made.hasMixedAudio) return
  const { folder, party, title, signal } = movie
  if (ffmpeg === undefined) return log.warn('an MP4 has audio of several formats, as the server has no ffmpeg')
  const [fromPath, toPath] = [join(folder, videoName), join(folder, 'even.mp4')]
  const { durationSeconds } = made.facts
  const need = { refused: '', demuxer: 'mov', isVideoFine: true, isAudioFine: false, durationSeconds }
  try {
    await transcode(ffmpeg, { party, fromPath, toPath, bytesMax, need, signal, isFinal: { title } })
    await rename(toPath, fromPath)
  } catch (error) {
    await rm(toPath, { force: true })
    if (error instanceof FfmpegFailed && error.reason === 'cancelled') throw error
    log.warn('an MP4 has audio of several formats, as ffmpeg failed', { error: messageOf(error) })
  }
}
