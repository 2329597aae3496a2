import { open } from 'node:fs/promises'
import { FinishFailed } from './finishFailed.ts'
import type { TranscodeNeed } from './importVideo.ts'

type Mark = { name: string; demuxer: string; at: number; bytes: string }

/** Containers that only ffmpeg reads, by their first bytes. */
const marks: readonly Mark[] = [
  { name: 'an AVI file', demuxer: 'avi', at: 8, bytes: 'AVI ' },
  { name: 'a Flash video', demuxer: 'flv', at: 0, bytes: 'FLV\u0001' },
  { name: 'a Windows Media file', demuxer: 'asf', at: 0, bytes: '\u0030\u0026\u00b2\u0075\u008e\u0066\u00cf\u0011' },
  { name: 'an MPEG programme stream', demuxer: 'mpeg', at: 0, bytes: '\u0000\u0000\u0001\u00ba' },
]
const headBytes = 16

/**
 * Checks whether a file is one of the older video containers. Other files never reach ffmpeg, which would read
 * playlists and open the addresses in them. Throws FinishFailed.
 */
export async function sniffContainer(path: string): Promise<TranscodeNeed> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
  const head = buffer.toString('latin1', 0, bytesRead)
  const mark = marks.find(({ at, bytes }) => head.startsWith(bytes, at))
  if (mark === undefined) throw new FinishFailed('not_a_video', 'The file is not a video that is known here.')
  const fine = { isVideoFine: false, isAudioFine: false, durationSeconds: undefined }
  return { refused: mark.name, demuxer: mark.demuxer, ...fine }
}
