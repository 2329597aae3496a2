import { type BoxAt, findBox } from '#platform/video/fmp4/boxReader.ts'
import type { FragmentRun } from '#platform/video/fmp4/fragmentReader.ts'

/** Box header, version and flags, and count of an `stsd`; its first sample entry follows. */
const entryAt = 16
/** Box header and fields of a VisualSampleEntry (ISO/IEC 14496-12, 12.1.3), before its boxes. */
const visualEntryBytes = 8 + 78

/**
 * The parameter sets of a video track as NAL units for its samples, from the `avcC` of its sample description
 * (ISO/IEC 14496-15, 5.3.3.1). Empty where there are none.
 */
export function parameterSetsOf(sampleDescription: Buffer): Buffer {
  const end = sampleDescription.length
  if (end < entryAt + visualEntryBytes) return Buffer.alloc(0)
  const entry: BoxAt = { type: 'avc1', start: entryAt, body: entryAt + visualEntryBytes, end }
  const found = findBox(sampleDescription, entry, 'avcC')
  if (found === undefined) return Buffer.alloc(0)
  const record = sampleDescription.subarray(found.body, found.end)
  const lengthBytes = (record.readUInt8(4) & 3) + 1
  const sequenceSets = readSets(record, { at: 5, countMask: 0x1f, lengthBytes })
  const pictureSets = readSets(record, { at: sequenceSets.end, countMask: 0xff, lengthBytes })
  return Buffer.concat([...sequenceSets.nals, ...pictureSets.nals])
}

type SetList = { at: number; countMask: number; lengthBytes: number }

function readSets(record: Buffer, { at, countMask, lengthBytes }: SetList): { nals: Buffer[]; end: number } {
  const nals: Buffer[] = []
  let next = at + 1
  for (let left = record.readUInt8(at) & countMask; left > 0; left -= 1) {
    const length = record.readUInt16BE(next)
    const prefix = Buffer.alloc(lengthBytes)
    prefix.writeUIntBE(length, 0, lengthBytes)
    nals.push(prefix, record.subarray(next + 2, next + 2 + length))
    next += 2 + length
  }
  return { nals, end: next }
}

/** A run, and its bytes in order. */
export type RunBytes = { run: FragmentRun; pieces: readonly Buffer[] }

/** Puts parameter sets before each key frame of a run. */
export function withParameterSets(run: FragmentRun, bytes: Buffer, sets: Buffer): RunBytes {
  const pieces: Buffer[] = []
  const samples = run.samples.map((sample) => {
    const { at, size, isSync } = sample
    if (isSync) pieces.push(sets)
    pieces.push(bytes.subarray(at, at + size))
    return isSync ? { ...sample, size: size + sets.length } : sample
  })
  return { run: { ...run, samples }, pieces }
}
