import type { MediaTag } from '#platform/video/mediaTypes.ts'

/** Capabilities of Enhanced RTMP (v2, "Enhancing NetConnection connect Command") that `plainTag` implements. */
export const enhancedCapabilities = { modEx: 4 } as const

/** Bit 7 of a video body, or audio format 9, marks a header of Enhanced RTMP. */
const isEnhanced = {
  video: (first: number) => first >= 0x80,
  audio: (first: number) => first >> 4 === 9,
}
/** Packet types that wrap another one ("ExVideoTagHeader", "ExAudioTagHeader"). */
const wrapping = { video: { multitrack: 6, modEx: 7 }, audio: { multitrack: 5, modEx: 7 } } as const
const modifiersMax = 8
const fourCcBytes = 4
/** Kinds of a multitrack message ("AvMultitrackType"). */
const multitrackKind = { one: 0, many: 1, manyCodecs: 2 }

/**
 * Removes the wrappers of Enhanced RTMP v2: modifiers of a message (ModEx), which no player needs, and multitrack. Of
 * several tracks the default one, number 0, is left. Undefined for a message of other tracks alone, and for a wrapper
 * that ends early. Tags without a wrapper are returned as they are.
 */
export function plainTag(tag: MediaTag): MediaTag | undefined {
  const { kind, body } = tag
  const first = body[0]
  if (kind === 'data' || first === undefined || !isEnhanced[kind](first)) return tag
  const { multitrack, modEx } = wrapping[kind]
  const head = { type: first & 0x0f, end: 1 }
  for (let left = modifiersMax; head.type === modEx; left -= 1) {
    if (left === 0 || !skipModifier(body, head)) return undefined
  }
  const plain =
    head.type === multitrack ? defaultTrack(body, head.end) : { type: head.type, rest: body.subarray(head.end) }
  if (plain === undefined || plain.type === multitrack || plain.type === modEx) return undefined
  if (head.end === 1 && head.type !== multitrack) return tag
  return { ...tag, body: Buffer.concat([Buffer.of((first & 0xf0) | plain.type), plain.rest]) }
}

/** Advances over one modifier: its size, its data, then its type and the packet type behind it. */
function skipModifier(body: Buffer, head: { type: number; end: number }): boolean {
  const short = body[head.end]
  if (short === undefined) return false
  const isLong = short === 0xff
  if (isLong && head.end + 3 > body.length) return false
  const dataBytes = (isLong ? body.readUInt16BE(head.end + 1) : short) + 1
  const last = head.end + (isLong ? 3 : 1) + dataBytes
  if (last >= body.length) return false
  head.type = body.readUInt8(last) & 0x0f
  head.end = last + 1
  return true
}

/** FourCC and payload of track 0 in a multitrack message. */
function defaultTrack(body: Buffer, start: number): { type: number; rest: Buffer } | undefined {
  const first = body[start]
  if (first === undefined) return undefined
  const [kind, type] = [first >> 4, first & 0x0f]
  let at = start + 1
  let fourCc = body.subarray(at, at + fourCcBytes)
  if (kind !== multitrackKind.manyCodecs) at += fourCcBytes
  while (at < body.length) {
    if (kind === multitrackKind.manyCodecs) {
      fourCc = body.subarray(at, at + fourCcBytes)
      at += fourCcBytes
    }
    const trackId = body[at]
    const begin = at + (kind === multitrackKind.one ? 1 : 4)
    if (trackId === undefined || begin > body.length) return undefined
    const end = kind === multitrackKind.one ? body.length : begin + body.readUIntBE(at + 1, 3)
    if (end > body.length) return undefined
    if (trackId === 0) return { type, rest: Buffer.concat([fourCc, body.subarray(begin, end)]) }
    at = end
  }
  return undefined
}
