import { inPieces } from './inPieces.ts'
import type { AssetIndex, AssetInit, AssetSegment } from '#platform/video/mediaTypes.ts'

// One JSON value per line, so that an index grows by appending. An init line precedes the segments that need it. A
// segment is a bare array: a recording has one for every second or two.

/** The version of the format, which every init line carries. */
export const indexVersion = 1

/** Largest index that is read: a week of segments of one second takes two thirds of it. */
export const indexBytesMax = 64 * 1024 * 1024

/** Maximum of init sections of one asset. */
export const initsMax = 4_096

/** A damaged index, or one of another version. A cut last line is no damage: a crash leaves one. */
export class IndexDamaged extends Error {
  constructor(line: number, why: string) {
    super(`line ${line} of the index ${why}`)
    this.name = 'IndexDamaged'
  }
}

/** The line of an init section, with its line feed. */
export function encodeInitLine({ id, byteCount, video, audio }: AssetInit): string {
  const { codec, width, height } = video
  const audioFields = audio && { codec: audio.codec, sampleRate: audio.sampleRate, channelCount: audio.channelCount }
  const line = { version: indexVersion, init: id, byteCount, video: { codec, width, height }, audio: audioFields }
  return `${JSON.stringify(line)}\n`
}

/** The line of a segment, with its line feed. Durations keep whole microseconds. */
export function encodeSegmentLine(segment: AssetSegment): string {
  const { startsAtMs, mediaSeconds, durationSeconds } = segment
  const times = { startsAtMs: Math.round(startsAtMs), mediaSeconds: micro(mediaSeconds) }
  return `${JSON.stringify(numbersOf({ ...segment, ...times, durationSeconds: micro(durationSeconds) }))}\n`
}

/** Count of the numbers of a segment. */
export const segmentNumberCount = 9

/** Numbers of a segment, in the order of an index. */
export function numbersOf(segment: AssetSegment): number[] {
  const { number, initId, startsAtMs, mediaSeconds, durationSeconds, byteCount, reel, offset } = segment
  const flags = (segment.isIndependent ? independent : 0) + (segment.isDiscontinuous ? discontinuous : 0)
  return [number, initId, startsAtMs, mediaSeconds, durationSeconds, flags, byteCount, reel, offset]
}

/** Segment of its numbers. */
export function segmentFrom(numbers: ArrayLike<number>): AssetSegment {
  const at = (index: number) => numbers[index] ?? 0
  return {
    number: at(0),
    initId: at(1),
    startsAtMs: at(2),
    mediaSeconds: at(3),
    durationSeconds: at(4),
    isIndependent: (at(5) & independent) !== 0,
    isDiscontinuous: (at(5) & discontinuous) !== 0,
    byteCount: at(6),
    reel: at(7),
    offset: at(8),
  }
}

const independent = 1
const discontinuous = 2

function micro(seconds: number): number {
  return Math.round(seconds * 1e6) / 1e6
}

/** Reads an index. A last line without its line feed is left out. Throws IndexDamaged. */
export function readIndex(bytes: Buffer): AssetIndex {
  const { index, damage } = salvageIndex(bytes)
  if (damage !== undefined) throw damage
  return index
}

/** The readable part of an index: the lines before the first damaged one, their length in bytes, and the damage. */
export type SalvagedIndex = { index: AssetIndex; length: number; damage: IndexDamaged | undefined }

/** Reads an index up to its first damage: after a power cut, its end may hold any bytes. */
export function salvageIndex(bytes: Buffer): SalvagedIndex {
  const index: AssetIndex = { inits: [], segments: [] }
  const lines = readLines(bytes, {
    init: (init) => index.inits.push(init),
    segment: (segment) => index.segments.push(segment),
  })
  let step = lines.next()
  while (step.done !== true) step = lines.next()
  return { index, ...step.value }
}

/** Receiver of the lines of an index, in order. */
export type IndexReader = { init(init: AssetInit): void; segment(segment: AssetSegment): void }

/**
 * Reads an index in pieces of some milliseconds, between which the event loop is free: the index of a week takes
 * most of a second. Rejects with IndexDamaged.
 */
export async function readIndexInPieces(bytes: Buffer, reader: IndexReader): Promise<void> {
  const { damage } = await inPieces(readLines(bytes, reader))
  if (damage !== undefined) throw damage
}

/** Lines that are read in one piece: about two milliseconds. */
const pieceLines = 1_000

type IndexEnd = Pick<SalvagedIndex, 'length' | 'damage'>

/** Reads line by line and yields after each piece. */
function* readLines(bytes: Buffer, reader: IndexReader): Generator<void, IndexEnd> {
  const check = new LineCheck(reader)
  const end = bytes.lastIndexOf(0x0a) + 1
  let from = 0
  try {
    if (bytes.length > indexBytesMax) throw new IndexDamaged(0, `has more than ${indexBytesMax} bytes`)
    for (let line = 1; from < end; line++) {
      const to = bytes.indexOf(0x0a, from)
      check.add(parsed(bytes.toString('utf8', from, to), line), line)
      from = to + 1
      if (line % pieceLines === 0) yield
    }
  } catch (error) {
    if (!(error instanceof IndexDamaged)) throw error
    return { length: from, damage: error }
  }
  return { length: end, damage: undefined }
}

function parsed(text: string, line: number): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new IndexDamaged(line, 'is not JSON')
  }
}

/** Checks each line against the ones before it, and passes it on. */
class LineCheck {
  readonly #reader: IndexReader
  readonly #initIds = new Set<number>()
  #last: AssetSegment | undefined

  constructor(reader: IndexReader) {
    this.#reader = reader
  }

  add(value: unknown, line: number): void {
    if (Array.isArray(value)) this.#addSegment(segmentOf(value), line)
    else this.#addInit(Object(value), line)
  }

  #addSegment(segment: AssetSegment | undefined, line: number): void {
    if (segment === undefined) throw new IndexDamaged(line, 'is no segment')
    if (!this.#initIds.has(segment.initId)) throw new IndexDamaged(line, 'names an unknown init')
    const isNext = this.#last === undefined || follows(segment, this.#last)
    if (!isNext) throw new IndexDamaged(line, 'does not follow the one before it')
    this.#last = segment
    this.#reader.segment(segment)
  }

  #addInit(value: Record<string, unknown>, line: number): void {
    const { version } = value
    if (version !== indexVersion) throw new IndexDamaged(line, `has the version ${String(version).slice(0, 20)}`)
    const init = initOf(value)
    if (init === undefined) throw new IndexDamaged(line, 'is no init')
    if (this.#initIds.has(init.id)) throw new IndexDamaged(line, 'repeats an init')
    if (this.#initIds.size >= initsMax) throw new IndexDamaged(line, `is one of more than ${initsMax} inits`)
    this.#initIds.add(init.id)
    this.#reader.init(init)
  }
}

function follows(next: AssetSegment, last: AssetSegment): boolean {
  if (next.number <= last.number || next.reel < last.reel) return false
  return next.reel > last.reel || next.offset >= last.offset + last.byteCount
}

function segmentOf(value: readonly unknown[]): AssetSegment | undefined {
  if (value.length !== segmentNumberCount || !value.every(isAmount)) return undefined
  const segment = segmentFrom(value)
  const { number, initId, startsAtMs, byteCount, reel, offset } = segment
  const whole = [number, initId, startsAtMs, value[5], byteCount, reel, offset]
  return whole.every(Number.isSafeInteger) ? segment : undefined
}

function isAmount(value: unknown): value is number {
  return typeof value === 'number' && value >= 0
}

function initOf({ init: id, byteCount, video, audio }: Record<string, unknown>): AssetInit | undefined {
  const { codec, width, height } = Object(video)
  if (!isCount(id) || !isCount(byteCount) || !isCodec(codec) || !isCount(width) || !isCount(height)) return undefined
  const videoFields = { codec, width, height }
  if (audio === undefined) return { id, byteCount, video: videoFields, audio: undefined }
  const audioFields = Object(audio)
  if (!isCodec(audioFields.codec) || !isCount(audioFields.sampleRate) || !isCount(audioFields.channelCount))
    return undefined
  const { sampleRate, channelCount } = audioFields
  return { id, byteCount, video: videoFields, audio: { codec: audioFields.codec, sampleRate, channelCount } }
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value >= 0
}

/** Codecs are quoted in playlists (RFC 6381), so no other characters are allowed. */
function isCodec(value: unknown): value is string {
  return typeof value === 'string' && /^[A-Za-z0-9.]{1,40}$/.test(value)
}
