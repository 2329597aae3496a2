import { createHash } from 'node:crypto'
import { firstSegmentNumber, type InitSection, type Part, type Segment } from '#platform/video/mediaTypes.ts'

/** Options of the segments of a made session. */
export type MadeOptions = {
  segmentSeconds?: number
  partsPerSegment?: number
  bytesPerPart?: number
  initId?: number
  /** Programme time lost before this segment, as over a reconnect. */
  gapMs?: number
  isDiscontinuous?: boolean
  isIndependent?: boolean
}

/** Segment with its parts, as a packager emits them. */
export type MadeSegment = { segment: Segment; parts: Part[]; bytes: Buffer }

/** Start of made sessions: 2026-11-21T12:00:00Z. */
export const madeAtMs = Date.UTC(2026, 10, 21, 12)

/** Session of bytes that are no media. They differ in every part, and are the same in every run. */
export function madeSession(defaults: MadeOptions = {}, from = { number: firstSegmentNumber, mediaSeconds: 0 }) {
  const state = { number: from.number, mediaSeconds: from.mediaSeconds, lostMs: 0 }
  return {
    next(more: MadeOptions = {}): MadeSegment {
      const all = { segmentSeconds: 2, partsPerSegment: 6, bytesPerPart: 300, initId: 0, ...defaults, ...more }
      const { segmentSeconds, partsPerSegment, initId, isDiscontinuous = false, isIndependent = true } = all
      state.lostMs += all.gapMs ?? 0
      const { number, mediaSeconds } = state
      const startsAtMs = madeAtMs + Math.round(mediaSeconds * 1000) + state.lostMs
      const parts = Array.from({ length: partsPerSegment }, (_, index): Part => ({
        segment: number,
        index,
        durationSeconds: segmentSeconds / partsPerSegment,
        isIndependent: isIndependent && index === 0,
        data: madeBytes(`${number}.${index}`, all.bytesPerPart),
        ...(index === 0 ? { opens: { initId, startsAtMs, isDiscontinuous } } : {}),
      }))
      const bytes = Buffer.concat(parts.map(({ data }) => data))
      state.number += 1
      state.mediaSeconds += segmentSeconds
      const segment = {
        number,
        initId,
        startsAtMs,
        mediaSeconds,
        durationSeconds: segmentSeconds,
        isIndependent,
        isDiscontinuous,
        byteCount: bytes.length,
      }
      return { segment, parts, bytes }
    },
  }
}

/** Init section of a made session. */
export function madeInit(id = 0): InitSection {
  return {
    id,
    video: { codec: 'avc1.64001f', width: 1280, height: 720 },
    audio: { codec: 'mp4a.40.2', sampleRate: 48_000, channelCount: 2 },
    data: madeBytes(`init ${id}`, 600),
  }
}

/** Reproducible bytes, derived from a seed. */
export function madeBytes(seed: string, length: number): Buffer {
  return Buffer.alloc(length, createHash('sha256').update(seed).digest())
}
