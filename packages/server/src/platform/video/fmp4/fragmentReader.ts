import { type BoxAt, BoxesDamaged, findBox, getBox, readBoxes } from './boxReader.ts'

/** A track in an init section. */
export type InitTrack = {
  id: number
  kind: 'video' | 'audio'
  ticksPerSecond: number
  /** Width and height in 1/65,536 pixel, as in `tkhd`. */
  width: number
  height: number
  /** Display matrix of video: the nine raw numbers of `tkhd`. */
  matrix: Buffer
  /** The whole `stsd` box: codec and decoder configuration. */
  sampleDescription: Buffer
  /** Sample values that fragments may omit (`trex`). */
  defaults: SampleDefaults
}

type SampleDefaults = { duration: number; size: number; flags: number }

/** One sample of a fragment. Times are in ticks of its track; its bytes begin at offset `at` of the buffer. */
export type FragmentSample = {
  dts: number
  duration: number
  compositionOffset: number
  isSync: boolean
  at: number
  size: number
}

/** Consecutive samples of one track (`trun`); their bytes are from `from` up to `to`. */
export type FragmentRun = { track: InitTrack; from: number; to: number; samples: FragmentSample[] }

const samplesMax = 1_000_000
const matrixBytes = 36

/** Reads the tracks of an init section. Throws BoxesDamaged. */
export function readInitTracks(init: Buffer): InitTrack[] {
  return within(() => {
    const moov = getBox(init, whole(init), 'moov')
    const defaults = readTrackDefaults(init, moov)
    const tracks: InitTrack[] = []
    for (const box of readBoxes(init, moov.body, moov.end)) {
      const track = box.type === 'trak' ? readTrack(init, box, defaults) : undefined
      if (track !== undefined) tracks.push(track)
    }
    return tracks
  })
}

function whole(bytes: Buffer): BoxAt {
  return { type: '', start: 0, body: 0, end: bytes.length }
}

/** Runs `read`; a read behind the end of the buffer throws BoxesDamaged instead of RangeError. */
function within<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw error instanceof RangeError ? new BoxesDamaged('ends inside a box') : error
  }
}

function readTrackDefaults(init: Buffer, moov: BoxAt): Map<number, SampleDefaults> {
  const all = new Map<number, SampleDefaults>()
  const mvex = findBox(init, moov, 'mvex')
  if (mvex === undefined) return all
  for (const { type, body } of readBoxes(init, mvex.body, mvex.end)) {
    if (type !== 'trex') continue
    const [duration, size, flags] = [12, 16, 20].map((at) => init.readUInt32BE(body + at))
    all.set(init.readUInt32BE(body + 4), { duration: duration ?? 0, size: size ?? 0, flags: flags ?? 0 })
  }
  return all
}

const kinds: Record<string, InitTrack['kind']> = { vide: 'video', soun: 'audio' }

function readTrack(init: Buffer, trak: BoxAt, defaults: Map<number, SampleDefaults>): InitTrack | undefined {
  const mdia = getBox(init, trak, 'mdia')
  const handler = getBox(init, mdia, 'hdlr').body
  const kind = kinds[init.toString('latin1', handler + 8, handler + 12)]
  if (kind === undefined) return undefined
  const header = getBox(init, trak, 'tkhd').body
  // Version 1 has 64 bits instead of 32 for each of two times and the duration.
  const id = init.readUInt32BE(header + (init[header] === 1 ? 20 : 12))
  const matrixAt = header + (init[header] === 1 ? 52 : 40)
  const clock = getBox(init, mdia, 'mdhd').body
  const description = getBox(init, mdia, 'minf', 'stbl', 'stsd')
  return {
    id,
    kind,
    ticksPerSecond: init.readUInt32BE(clock + (init[clock] === 1 ? 20 : 12)),
    width: init.readUInt32BE(matrixAt + matrixBytes),
    height: init.readUInt32BE(matrixAt + matrixBytes + 4),
    matrix: init.subarray(matrixAt, matrixAt + matrixBytes),
    sampleDescription: init.subarray(description.start, description.end),
    defaults: defaults.get(id) ?? { duration: 0, size: 0, flags: 0 },
  }
}

/** Reads the sample runs of a segment, one or more `moof` + `mdat`. Throws BoxesDamaged. */
export function readRuns(segment: Buffer, tracks: readonly InitTrack[]): FragmentRun[] {
  return within(() => {
    const runs: FragmentRun[] = []
    for (const moof of readBoxes(segment)) {
      if (moof.type !== 'moof') continue
      for (const traf of readBoxes(segment, moof.body, moof.end)) {
        if (traf.type === 'traf') runs.push(...readTrackFragment(segment, { moof, traf, tracks }))
      }
    }
    return runs
  })
}

/** Field flags of `tfhd` and `trun` (ISO/IEC 14496-12, 8.8). Fields have 32 bits, but `dataOffset` of `tfhd` 64. */
const headFields = { dataOffset: 0x1, description: 0x2, duration: 0x8, size: 0x10, flags: 0x20 } as const
const runFields = { dataOffset: 0x1, firstFlags: 0x4, duration: 0x100, size: 0x200, flags: 0x400, offset: 0x800 }
const isNoSyncSample = 0x00010000

type Fragment = { moof: BoxAt; traf: BoxAt; tracks: readonly InitTrack[] }
type Cursor = { track: InitTrack; base: number; defaults: SampleDefaults; dts: number; at: number }

function readTrackFragment(bytes: Buffer, { moof, traf, tracks }: Fragment): FragmentRun[] {
  const head = readWords(bytes, getBox(bytes, traf, 'tfhd').body)
  const id = head.next()
  const track = tracks.find((each) => each.id === id)
  if (track === undefined) return []
  const base = head.has(headFields.dataOffset) ? head.next() * 2 ** 32 + head.next() : moof.start
  if (head.has(headFields.description)) head.next()
  const defaults = {
    duration: head.has(headFields.duration) ? head.next() : track.defaults.duration,
    size: head.has(headFields.size) ? head.next() : track.defaults.size,
    flags: head.has(headFields.flags) ? head.next() : track.defaults.flags,
  }
  const time = getBox(bytes, traf, 'tfdt').body
  const dts = bytes[time] === 1 ? Number(bytes.readBigUInt64BE(time + 4)) : bytes.readUInt32BE(time + 4)
  const cursor: Cursor = { track, base, defaults, dts, at: base }
  const runs: FragmentRun[] = []
  for (const box of readBoxes(bytes, traf.body, traf.end)) {
    if (box.type === 'trun') runs.push(readRun(bytes, box, cursor))
  }
  return runs
}

/** Reads a run and moves `cursor` behind it, where the next run begins unless it has a data offset. */
function readRun(bytes: Buffer, trun: BoxAt, cursor: Cursor): FragmentRun {
  const words = readWords(bytes, trun.body)
  const count = words.next()
  if (count > samplesMax) throw new BoxesDamaged(`has ${count} samples in one run`)
  if (words.has(runFields.dataOffset)) cursor.at = cursor.base + words.nextSigned()
  const firstFlags = words.has(runFields.firstFlags) ? words.next() : undefined
  const from = cursor.at
  const samples: FragmentSample[] = []
  for (let index = 0; index < count; index++) {
    const duration = words.has(runFields.duration) ? words.next() : cursor.defaults.duration
    const size = words.has(runFields.size) ? words.next() : cursor.defaults.size
    const own = words.has(runFields.flags) ? words.next() : cursor.defaults.flags
    const flags = index === 0 && firstFlags !== undefined ? firstFlags : own
    const compositionOffset = words.has(runFields.offset) ? words.nextSigned() : 0
    const isSync = (flags & isNoSyncSample) === 0
    samples.push({ dts: cursor.dts, duration, compositionOffset, isSync, at: cursor.at, size })
    cursor.dts += duration
    cursor.at += size
  }
  if (from < 0 || cursor.at > bytes.length) throw new BoxesDamaged('has samples outside of its bytes')
  return { track: cursor.track, from, to: cursor.at, samples }
}

/** Reader of a full box in words of 32 bits; `has` tests the flag of an optional field. */
function readWords(bytes: Buffer, body: number) {
  const flags = bytes.readUInt32BE(body) & 0xffffff
  let at = body + 4
  const next = () => bytes.readUInt32BE((at += 4) - 4)
  return { has: (field: number) => (flags & field) !== 0, next, nextSigned: () => next() | 0 }
}
