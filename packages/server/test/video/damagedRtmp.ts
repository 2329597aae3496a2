import { type AmfValue, writeAmf } from '#platform/video/rtmp/amf0.ts'
import { chunkSizeMessage, chunksOf } from '#platform/video/rtmp/chunkWriter.ts'
import { commandMessage } from '#platform/video/rtmp/rtmpCommands.ts'
import {
  controlMessage,
  messageOfTag,
  messageType,
  type RtmpMessage,
  userControl,
} from '#platform/video/rtmp/rtmpMessage.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { aacRecords, avcRecords } from './madeEncoder.ts'
import { tagOf } from './rtmpEncoder.ts'

/** Reproducible random numbers: the same for the same seed. */
export type Dice = {
  /** Integer from 0 up to, but excluding, `end`. */
  below(end: number): number
  pick<T>(from: readonly [T, ...T[]]): T
  bytes(count: number): Buffer
}

/** Opens a random number generator (mulberry32). */
export function openDice(seed: number): Dice {
  let state = seed
  const below = (end: number) => {
    state = (state + 0x6d2b_79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return Math.floor((((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32) * end)
  }
  return {
    below,
    pick: (from) => from[below(from.length)] ?? from[0],
    bytes: (count) => Buffer.from(Array.from({ length: count }, () => below(256))),
  }
}

/** Bytes of a correct encoder, and the offsets of its messages. */
export type Recording = { bytes: Buffer; starts: readonly number[] }

const handshakeBytes = 1 + 2 * 1_536

function recording(messages: readonly Buffer[]): Recording {
  const handshake = Buffer.concat([Buffer.of(3), openDice(1).bytes(handshakeBytes - 1)])
  const starts: number[] = []
  let at = handshakeBytes
  for (const message of messages) {
    starts.push(at)
    at += message.length
  }
  return { bytes: Buffer.concat([handshake, ...messages]), starts }
}

function calls(): RtmpMessage[] {
  const call = (name: string, values: string[] = [], object: AmfValue = null) =>
    commandMessage({ name, transaction: 1, object, values })
  return [
    chunkSizeMessage,
    call('connect', [], { app: 'live', fourCcList: ['avc1'] }),
    call('releaseStream', ['fuzz']),
    call('createStream'),
    call('publish', ['fuzz', 'live']),
  ]
}

const media = [
  tagOf.metadata(),
  tagOf.videoHeader(),
  tagOf.audioHeader(),
  tagOf.keyFrame(0, 9_000),
  tagOf.audioFrame(5),
]
const control = [
  userControl(6, 1),
  controlMessage(messageType.windowAckSize, 5_000),
  controlMessage(messageType.acknowledgement, 1),
  controlMessage(messageType.abort, 4),
]

const amf3 = calls().map((message) =>
  message.type === messageType.commandAmf0
    ? { ...message, type: messageType.commandAmf3, body: Buffer.concat([Buffer.of(0), message.body]) }
    : message,
)
const aggregate = Buffer.from('08000002000000000000000af010000000d0900000100002100000000170000000c', 'hex')
const aggregateMessage = { type: messageType.aggregate, timestampMs: 100, streamId: 1, body: aggregate }
/** Two messages interleaved in chunks of 128 bytes, with chunk headers of all four types. */
const raw = Buffer.concat([
  Buffer.from('0400000500010009010000'.padEnd(24, '0'), 'hex'),
  Buffer.alloc(128, 0x17),
  Buffer.from('0600000600008208010000'.padEnd(24, '0'), 'hex'),
  Buffer.alloc(128, 0xaf),
  Buffer.from('c4', 'hex'),
  Buffer.alloc(128, 0x17),
  Buffer.from('c6afaf', 'hex'),
  Buffer.from('46000014000002080101', 'hex'),
  Buffer.from('860000140101c60101', 'hex'),
])
const late = [tagOf.keyFrame(0xffff_fff0, 300), tagOf.audioFrame(0x10)]

const tags = (all: readonly MediaTag[]) => all.map((tag) => messageOfTag(tag, 1))

const fourCc = (name: string) => Buffer.from(name).toString('hex')
const [avc1, hvc1, mp4a] = [fourCc('avc1'), fourCc('hvc1'), fourCc('mp4a')]
const tag = (kind: MediaTag['kind'], timestampMs: number, hex: string): MediaTag => ({
  kind,
  timestampMs,
  body: Buffer.from(hex, 'hex'),
})
/** Headers and a key frame of Enhanced RTMP: bare, in one track, among several, with modifiers, and in HEVC. */
const enhanced = [
  tag('video', 0, `90${avc1}${avcRecords.sd}`),
  tag('audio', 0, `9500${mp4a}00${aacRecords.stereo48}`),
  tag('video', 0, `93${avc1}000000026588`),
  tag('audio', 5, `91${mp4a}2121`),
  tag('video', 33, `9611${avc1}01000002ffff00000009000000000000026588`),
  tag('video', 66, `9621${hvc1}01000001ff${avc1}00000009000000000000026588`),
  tag('video', 99, `97020102030700ff06 01${avc1}00000000000000026588`.replace(' ', '')),
  tag('video', 133, `94${avc1}00`),
  tag('video', 133, ''),
]
/** Timestamps that wrap at 32 bit, jump by an hour, run backwards and stand still. */
const jumps = [0xffff_ffd0, 0xffff_fff0, 0x10, 3_600_010, 3_600_043, 3_600_000, 40, 0, 0].flatMap((atMs) => [
  tagOf.keyFrame(atMs, 60),
  tagOf.audioFrame(atMs),
])
/** A frame in chunks of type 3 without the extended timestamp of their message. */
const omitting = Buffer.concat([
  Buffer.from('04ffffff0023280901000000ffffff00', 'hex'),
  Buffer.alloc(4_096, 0x17),
  Buffer.from('c4', 'hex'),
  Buffer.alloc(4_096, 0x17),
  Buffer.from('c4', 'hex'),
  Buffer.alloc(808, 0x17),
])

/** Bytes of several kinds of encoders. */
export const recordings: readonly [Recording, ...Recording[]] = [
  recording([...calls(), ...tags(media)].map(chunksOf)),
  recording([...amf3, ...tags(media), aggregateMessage, ...tags(late)].map(chunksOf)),
  recording([...calls(), ...control, ...tags(media), ...control].map(chunksOf)),
  recording([...calls().slice(1).map(chunksOf), raw]),
  recording([...calls(), ...tags(enhanced)].map(chunksOf)),
  recording([...[...calls(), ...tags(media), ...tags(jumps)].map(chunksOf), omitting, chunksOf(controlMessage(2, 4))]),
  recording(
    [
      ...calls(),
      ...tags(media),
      commandMessage({ name: 'deleteStream', transaction: 6, object: null, values: [1] }),
    ].map(chunksOf),
  ),
]

type Damage = (recording: Recording, dice: Dice) => Buffer

/** Offset of the damage: half the time in the header of a message, where it has most effect. */
function damageOffset({ bytes, starts }: Recording, dice: Dice): number {
  const start = starts[dice.below(starts.length * 2)]
  return start === undefined ? dice.below(bytes.length) : Math.min(bytes.length - 1, start + dice.below(16))
}

const flips: Damage = (recording, dice) => {
  const bytes = Buffer.from(recording.bytes)
  for (let left = 1 + dice.below(8); left > 0; left -= 1) {
    const at = damageOffset(recording, dice)
    bytes[at] = (bytes[at] ?? 0) ^ (1 << dice.below(8))
  }
  return bytes
}

const lies: Damage = (recording, dice) => {
  const bytes = Buffer.from(recording.bytes)
  const start = recording.starts[dice.below(recording.starts.length)] ?? handshakeBytes
  const [at, count] = dice.pick([
    [4, 3],
    [1, 3],
    [13, 2],
    [12, 4],
  ])
  dice.pick([Buffer.alloc(count, 0xff), Buffer.alloc(count), dice.bytes(count)]).copy(bytes, start + at)
  return bytes
}

const noise: Damage = (recording, dice) => {
  const at = damageOffset(recording, dice)
  const bytes = Buffer.from(recording.bytes)
  dice.bytes(1 + dice.below(200)).copy(bytes, at)
  return bytes
}

const truncation: Damage = (recording, dice) => recording.bytes.subarray(0, damageOffset(recording, dice))

const splice: Damage = (recording, dice) => {
  const { bytes } = recording
  const offset = () => damageOffset(recording, dice)
  const [from, to, back] = [offset(), offset(), offset()]
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(Math.min(back, to), to), bytes.subarray(from)])
}

const onlyNoise: Damage = ({ bytes }, dice) =>
  Buffer.concat([bytes.subarray(0, dice.pick([0, 1, 1_537, handshakeBytes])), dice.bytes(dice.below(500))])

const noConnect: Damage = ({ bytes, starts }, dice) => {
  const from = starts[dice.below(starts.length)] ?? handshakeBytes
  return Buffer.concat([bytes.subarray(0, handshakeBytes), bytes.subarray(from)])
}

const nonsense: Damage = ({ bytes, starts }, dice) => {
  const deep = '03000161'.repeat(1 + dice.below(20))
  const body = Buffer.concat([writeAmf(['connect', 1]), Buffer.from(deep, 'hex'), dice.bytes(20)])
  const command = chunksOf({ type: dice.pick([20, 17, 18, 15, 22]), timestampMs: 0, streamId: 0, body })
  const at = starts[dice.below(starts.length)] ?? handshakeBytes
  return Buffer.concat([bytes.subarray(0, at), command, bytes.subarray(at)])
}

const streamCommand = (name: string, values: AmfValue[]) =>
  commandMessage({ name, transaction: 9, object: null, values }, 1)
/** Messages of publishers, correct ones, that may come at any time: twice, before `publish`, for another stream. */
const anytime: readonly [RtmpMessage, ...RtmpMessage[]] = [
  streamCommand('FCUnpublish', ['fuzz']),
  streamCommand('FCUnpublish', ['another']),
  streamCommand('deleteStream', [1]),
  streamCommand('deleteStream', [7]),
  streamCommand('closeStream', []),
  streamCommand('createStream', []),
  streamCommand('publish', ['fuzz', 'live']),
  ...calls(),
  ...amf3,
  ...[128, 129, 4_096, 65_536, 0xff_ffff, 0x7fff_ffff].map((size) => controlMessage(messageType.setChunkSize, size)),
  controlMessage(messageType.abort, 4),
  controlMessage(messageType.windowAckSize, 0),
  ...tags(enhanced),
  ...tags(jumps),
]

const disorder: Damage = ({ bytes, starts }, dice) => {
  const at = starts[dice.below(starts.length)] ?? handshakeBytes
  const added = Array.from({ length: 1 + dice.below(6) }, () => chunksOf(dice.pick(anytime)))
  return Buffer.concat([bytes.subarray(0, at), ...added, bytes.subarray(at)])
}

/** Recording with one kind of damage; rarely with none. */
export function damaged(recording: Recording, dice: Dice): Buffer {
  const damage = dice.pick([flips, lies, noise, truncation, splice, onlyNoise, noConnect, nonsense, disorder])
  return damage(recording, dice)
}
