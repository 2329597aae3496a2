import { createHash } from 'node:crypto'

/** Longest delay of the first call about an event, and of its repeats. */
const firstDelayMsMax = 3_000
const repeatDelayMsMax = 30_000
const repeatsMax = 2

/**
 * Delays of the calls about one event, in milliseconds: the first is up to three seconds late, so that events overtake
 * each other, and up to two repeats follow. The same seed has the same delays.
 */
export function deliveryDelays(seed: string): number[] {
  const bytes = createHash('sha256').update(seed).digest()
  const repeats = bytes.readUInt8(0) % (repeatsMax + 1)
  const first = bytes.readUInt16BE(1) % firstDelayMsMax
  const later = Array.from({ length: repeats }, (_, index) => bytes.readUInt32BE(4 + 4 * index) % repeatDelayMsMax)
  return [first, ...later]
}
