import { readFile } from 'node:fs/promises'
import { readFlvFile } from '#platform/video/flv/flvFile.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'

/**
 * A seamless loop of video and audio: its last AAC frame overlaps with its first, and both tracks end at the same time.
 * `headers` are the sequence headers; `media` is in the order of its times.
 */
export type Loop = { headers: readonly MediaTag[]; media: readonly MediaTag[]; durationMs: number }

const durationMs = 20_000

/** Reads the loop of the demo: 20 s of a harbour at night, made by `tools/demoLoop`. */
export async function readLoop(): Promise<Loop> {
  const tags = readFlvFile(await readFile(new URL('./media/harbour.flv', import.meta.url)))
  // The second byte is the packet type, of AVC and of AAC alike: 0 is a sequence header (FLV specification 10.1, E.4).
  const isHeader = ({ body }: MediaTag) => body[1] === 0
  return { headers: tags.filter(isHeader), media: tags.filter((tag) => !isHeader(tag)), durationMs }
}
