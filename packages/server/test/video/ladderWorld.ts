import assert from 'node:assert/strict'
import type { Ffmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import type { FfmpegStream } from '#platform/video/ffmpeg/ffmpegProcess.ts'
import type { Part, Segment } from '#platform/video/mediaTypes.ts'
import { Ladder, type LadderOptions } from '#platform/video/renditions/ladder.ts'
import { openLadderSlots } from '#platform/video/renditions/ladderSlots.ts'
import type { RenditionInit } from '#platform/video/renditions/rendition.ts'
import { recordMedia, type Recording } from './recordedMedia.ts'

/** Rungs below the small frames of tests. */
export const smallRungs = [
  { shortSide: 120, kbpsMax: 300 },
  { shortSide: 90, kbpsMax: 150 },
]

/** Output that the ladder emitted for one rendition. */
export type EmittedRendition = {
  inits: RenditionInit[]
  parts: Part[]
  segments: { segment: Segment; parts: readonly Part[] }[]
  ends: ('interrupted' | 'end')[]
}

/** Ladder behind a packager, with a clock that the test sets. */
export type LadderWorld = {
  ladder: Ladder
  source: Recording
  clock: { ms: number }
  /** Runs of ffmpeg. */
  runs: FfmpegStream[]
  warnings: unknown[]
  /** Renditions by name. */
  renditions: Map<string, EmittedRendition>
  /** Output of a rendition; fails for an unknown name. */
  of(name: string): EmittedRendition
}

/** Opens a ladder behind a packager. */
export function ladderWorld(ffmpeg: Ffmpeg | undefined, more: Partial<LadderOptions> = {}): LadderWorld {
  const renditions: LadderWorld['renditions'] = new Map()
  const clock = { ms: 1_000 }
  const runs: FfmpegStream[] = []
  const warnings: unknown[] = []
  const warn = (_message: string, about: unknown) => void warnings.push(about)
  const kept = (run: FfmpegStream) => {
    runs.push(run)
    return run
  }
  const ladder = new Ladder({
    ffmpeg: ffmpeg && { ...ffmpeg, begin: (...args) => kept(ffmpeg.begin(...args)) },
    slots: openLadderSlots(1),
    rungs: smallRungs,
    // ffmpeg may be slow on a busy machine.
    finishTimeoutMs: 60_000,
    sessionUuid: 'a session',
    nowMs: () => clock.ms,
    log: { debug: () => undefined, info: () => undefined, warn, error: (message) => assert.fail(message) },
    openOutlet({ name }) {
      const one: EmittedRendition = { inits: [], parts: [], segments: [], ends: [] }
      renditions.set(name, one)
      return {
        init: (init) => one.inits.push(init),
        part: (part) => one.parts.push(part),
        segment: (segment, parts) => one.segments.push({ segment, parts }),
        interrupted: () => one.ends.push('interrupted'),
        end: () => one.ends.push('end'),
      }
    },
    ...more,
  })
  return {
    ladder,
    source: recordMedia({}, ladder),
    clock,
    runs,
    warnings,
    renditions,
    of(name) {
      const one = renditions.get(name)
      assert.ok(one !== undefined, `there is no rendition ${name}`)
      return one
    },
  }
}
