import assert from 'node:assert/strict'
import type { Ffmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import type { FfmpegStream } from '#platform/video/ffmpeg/ffmpegProcess.ts'
import type { Part, Segment } from '#platform/video/mediaTypes.ts'
import { Ladder, type LadderOptions } from '#platform/video/renditions/ladder.ts'
import { openLadderSlots } from '#platform/video/renditions/ladderSlots.ts'
import type { RenditionInit } from '#platform/video/renditions/rendition.ts'
import { recordMedia, type Recording } from './recordedMedia.ts'

/** Sizes that are smaller than the small pictures of tests. */
export const smallRungs = [
  { shortSide: 120, kbpsMax: 300 },
  { shortSide: 90, kbpsMax: 150 },
]

/** What was told of one rendition. */
export type ToldRendition = {
  inits: RenditionInit[]
  parts: Part[]
  segments: { segment: Segment; parts: readonly Part[] }[]
  told: ('interrupted' | 'end')[]
}

/** A ladder that follows a packager, with a clock that is set by hand. */
export type LadderWorld = {
  ladder: Ladder
  source: Recording
  clock: { ms: number }
  /** What was begun of ffmpeg. */
  runs: FfmpegStream[]
  warnings: unknown[]
  told: Map<string, ToldRendition>
  /** What was told of a rendition that must be there. */
  of(name: string): ToldRendition
}

/** Opens a ladder behind a packager. */
export function ladderWorld(ffmpeg: Ffmpeg | undefined, more: Partial<LadderOptions> = {}): LadderWorld {
  const told: LadderWorld['told'] = new Map()
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
    // However little of the machine ffmpeg gets.
    finishTimeoutMs: 60_000,
    sessionUuid: 'a session',
    nowMs: () => clock.ms,
    log: { debug: () => undefined, info: () => undefined, warn, error: (message) => assert.fail(message) },
    openOutlet({ name }) {
      const one: ToldRendition = { inits: [], parts: [], segments: [], told: [] }
      told.set(name, one)
      return {
        init: (init) => one.inits.push(init),
        part: (part) => one.parts.push(part),
        segment: (segment, parts) => one.segments.push({ segment, parts }),
        interrupted: () => one.told.push('interrupted'),
        end: () => one.told.push('end'),
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
    told,
    of(name) {
      const one = told.get(name)
      assert.ok(one !== undefined, `there is no rendition ${name}`)
      return one
    },
  }
}
