import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { FlvReader } from './flvReader.ts'

/** What every FLV file begins with: its head, and the length of nothing before it. */
const headBytes = 13

/**
 * The messages of an FLV file that is trusted and in memory, as RTMP would bring them. A last message that is cut off
 * is left out. Throws RangeError where the file is too short for a head.
 */
export function readFlvFile(file: Buffer): MediaTag[] {
  if (file.length < headBytes) throw new RangeError('too short for an FLV file')
  return new FlvReader().read(file)
}
