import { open } from 'node:fs/promises'
import {
  ADTS,
  CustomSource,
  FLAC,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  Logging,
  MATROSKA,
  MP3,
  MP4,
  MPEG_TS,
  OGG,
  QTFF,
  WAVE,
  WEBM,
} from 'mediabunny'
import { FinishFailed } from './finishFailed.ts'

/** A file that is a container of media. Close it. */
export type MediaInput = {
  input: Input
  /** Name of the container, such as `MP4` or `Matroska`. */
  container: string
  video: InputVideoTrack | undefined
  /** The first audio track; others are left out. */
  audio: InputAudioTrack | undefined
  durationSeconds: number | undefined
  close(): Promise<void>
}

/** Bytes of one read: the index of a day of MP4 takes some 100 MiB, and no other data is read in one piece. */
const readBytesMax = 256 * 1024 * 1024
/** Readable formats, without HLS, which names other files. Audio formats give a clear refusal. */
const formats = [MP4, QTFF, MATROSKA, WEBM, MPEG_TS, MP3, ADTS, WAVE, OGG, FLAC]

/** The reader must not log: a hostile file causes many lines. */
Logging.level = 0

/** Opens an untrusted file. Undefined for an unknown container. Throws FinishFailed. */
export async function openMediaInput(path: string): Promise<MediaInput | undefined> {
  const file = await open(path)
  const { size } = await file.stat()
  const read = async (start: number, end: number) => {
    if (end - start > readBytesMax) throw new FinishFailed('damaged', 'It needs more memory than a video may use.')
    const bytes = new Uint8Array(end - start)
    const { bytesRead } = await file.read(bytes, 0, bytes.length, start)
    return bytes.subarray(0, bytesRead)
  }
  const source = new CustomSource({
    getSize: () => size,
    read,
    prefetchProfile: 'fileSystem',
    handleUnhandledError: () => undefined,
  })
  const input = new Input({ formats, source })
  const close = async () => {
    input.dispose()
    await file.close()
  }
  try {
    if (size === 0 || !(await input.canRead())) {
      await close()
      return undefined
    }
    const container = (await input.getFormat()).name
    const [[video], [audio]] = [await input.getVideoTracks(), await input.getAudioTracks()]
    const durationSeconds = (await input.getDurationFromMetadata()) ?? undefined
    return { input, container, video, audio, durationSeconds, close }
  } catch (error) {
    await close()
    throw error
  }
}
