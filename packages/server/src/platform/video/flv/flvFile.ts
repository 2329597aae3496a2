import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { FlvReader } from './flvReader.ts'

/** Bytes of the FLV header and of the first length field, which is 0. */
const headBytes = 13

/**
 * The messages of a trusted FLV file in memory, in the form of RTMP tags. An incomplete last message is left out.
 * Throws RangeError when the file is shorter than its header.
 */
export function readFlvFile(file: Buffer): MediaTag[] {
  if (file.length < headBytes) throw new RangeError('too short for an FLV file')
  return new FlvReader().read(file)
}
