/** An unsupported codec by its name, and advice for the user of the encoder. */
export type Unsupported = { kind: 'unsupported'; codec: string; advice: string }

/** Bytes that do not match their type. `why` is for the log. */
export type Damaged = { kind: 'damaged'; why: string }

/** A message without media: end of sequence, obsolete player commands. */
export type Nothing = { kind: 'nothing' }

/** A message without media. */
export const nothing: Nothing = { kind: 'nothing' }

const adviceOnCodec = 'Set the encoder to H.264 for video and AAC for audio.'

/** A codec that browsers cannot play without encoding it again. */
export function unsupported(codec: string, advice: string = adviceOnCodec): Unsupported {
  return { kind: 'unsupported', codec, advice }
}

/** A damaged body. */
export function damaged(why: string): Damaged {
  return { kind: 'damaged', why }
}

/** The name of a codec by its FourCC in Enhanced RTMP (v2, "Extended Video and Audio FourCC"). */
export function codecOfFourCc(fourCc: string): string {
  return fourCcNames.get(fourCc) ?? (/^[\x21-\x7e][\x20-\x7e]{3}$/.test(fourCc) ? fourCc.trim() : 'an unknown codec')
}

const fourCcNames = new Map([
  ['avc1', 'H.264'],
  ['hvc1', 'HEVC'],
  ['vvc1', 'VVC'],
  ['av01', 'AV1'],
  ['vp09', 'VP9'],
  ['vp08', 'VP8'],
  ['mp4a', 'AAC'],
  ['Opus', 'Opus'],
  ['fLaC', 'FLAC'],
  ['ac-3', 'AC-3'],
  ['ec-3', 'E-AC-3'],
  ['.mp3', 'MP3'],
])
