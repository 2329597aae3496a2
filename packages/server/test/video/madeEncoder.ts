import type { MediaTag } from '#platform/video/mediaTypes.ts'

/** `avcC` records as x264 writes them: two sizes, and one with 10-bit colour, which is refused. */
export const avcRecords = {
  hd: '0164002affe1001b6764002aacd940780227e5c044000003000400000301e03c60c65801000668ebe3cb22c0fdf8f800',
  sd: '0164001effe100186764001eacd940b424d8088000000300800000190f8a14cb01000668fba3cb22c0fdf8f800',
  tenBit: '016e001effe1001b676e001ea6cd940a02ff97011000000300100000030320f162d96001000668ebe3cb22c0fdfafa00',
} as const

/** AudioSpecificConfigs of AAC-LC, and one of HE-AAC with frames of 2,048 samples. */
export const aacRecords = { stereo48: '1190', mono44: '1208', he48: '2b11880000', short48: '1194' } as const

/** Sequence header of H.264. */
export function videoHeader(timestampMs = 0, record: string = avcRecords.sd): MediaTag {
  return { kind: 'video', timestampMs, body: Buffer.from(`1700000000${record}`, 'hex') }
}

/** Sequence header of AAC. */
export function audioHeader(timestampMs = 0, record: string = aacRecords.stereo48): MediaTag {
  return { kind: 'audio', timestampMs, body: Buffer.from(`af00${record}`, 'hex') }
}

export type MadeFrame = { isKeyFrame?: boolean; compositionMs?: number; bytes?: number }

/** Video frame of one NAL unit with filler bytes. */
export function videoFrame(timestampMs: number, more: MadeFrame = {}): MediaTag {
  const { isKeyFrame = false, compositionMs = 0, bytes = 100 } = more
  const body = Buffer.alloc(9 + bytes, 0x55)
  body[0] = isKeyFrame ? 0x17 : 0x27
  body[1] = 1
  body.writeIntBE(compositionMs, 2, 3)
  body.writeUInt32BE(bytes, 5)
  return { kind: 'video', timestampMs, body }
}

/** AAC frame with filler bytes. */
export function audioFrame(timestampMs: number, bytes = 20): MediaTag {
  const body = Buffer.alloc(2 + bytes, 0x21)
  body.set([0xaf, 1])
  return { kind: 'audio', timestampMs, body }
}

export type MadeProgramme = {
  seconds: number
  /** First timestamp, in ms of the encoder. */
  fromMs?: number
  fps?: number
  keyFrameSeconds?: number
  bytes?: number
  /** Samples per second; null for no audio frames at all. */
  audioRate?: number | null
  samplesPerFrame?: number
}

/** Video frames at a constant rate and audio frames, ordered by timestamp as an encoder sends them, without headers. */
export function programme(made: MadeProgramme): MediaTag[] {
  const { seconds, fromMs = 0, fps = 30, keyFrameSeconds = 1, bytes = 100, audioRate = 48_000 } = made
  const tags: MediaTag[] = []
  const keyFrameInterval = Math.round(keyFrameSeconds * fps)
  for (let index = 0; index < seconds * fps; index += 1) {
    const ms = fromMs + Math.round((index * 1_000) / fps)
    tags.push(videoFrame(ms, { isKeyFrame: index % keyFrameInterval === 0, bytes }))
  }
  const frameSeconds = (made.samplesPerFrame ?? 1_024) / (audioRate ?? Infinity)
  for (let index = 0; audioRate !== null && index * frameSeconds < seconds; index += 1) {
    tags.push(audioFrame(fromMs + Math.round(index * frameSeconds * 1_000)))
  }
  return tags.sort((a, b) => a.timestampMs - b.timestampMs)
}
