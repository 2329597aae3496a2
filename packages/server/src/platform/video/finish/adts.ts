const headBytes = 7
const checksumBytes = 2

/** Whether a frame of AAC has an ADTS header (ISO/IEC 13818-7, 6.2). */
export function hasAdtsHeader(frame: Uint8Array): boolean {
  return frame.length > headBytes && frame[0] === 0xff && ((frame[1] ?? 0) & 0xf6) === 0xf0
}

/** The frame without its header. */
export function withoutAdtsHeader(frame: Buffer): Buffer {
  const hasNoChecksum = ((frame[1] ?? 0) & 1) === 1
  return frame.subarray(hasNoChecksum ? headBytes : headBytes + checksumBytes)
}

/** Makes the AudioSpecificConfig (ISO/IEC 14496-3, 1.6.2.1) of an ADTS header. */
export function makeAacConfig(frame: Uint8Array): Buffer {
  const [, , third = 0, fourth = 0] = frame
  const objectType = (third >> 6) + 1
  const rateIndex = (third >> 2) & 0xf
  const channels = ((third & 1) << 2) | (fourth >> 6)
  return Buffer.from([(objectType << 3) | (rateIndex >> 1), ((rateIndex & 1) << 7) | (channels << 3)])
}
