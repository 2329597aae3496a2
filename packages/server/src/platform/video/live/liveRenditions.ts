import type { Log } from '#kit/call/context.ts'
import type { Files } from '#platform/files/files.ts'
import { openBroadcast, type Broadcast } from '#platform/video/hls/broadcast.ts'
import type { BroadcastHistory, BroadcastOptions } from '#platform/video/hls/broadcastOptions.ts'
import { bitRatesOf, type Variant } from '#platform/video/hls/playlistTags.ts'
import { Variants } from '#platform/video/hls/variants.ts'
import type { MediaOutput, MediaPosition } from '#platform/video/packager/segmentWriter.ts'
import { Ladder, type LadderOptions, type OutletAsked } from '#platform/video/renditions/ladder.ts'
import type { LadderIssue } from '#platform/video/renditions/ladderIssues.ts'
import type { Outlet } from '#platform/video/renditions/rendition.ts'
import { openSpool, type Spool } from '#platform/video/spool/spool.ts'

/** How the sessions of this process are made smaller. */
export type LadderParts = Pick<LadderOptions, 'ffmpeg' | 'slots' | 'rungs' | 'finishTimeoutMs'>

export type LiveRenditionsOptions = LadderParts & {
  sessionUuid: string
  /** How the source is shown: its renditions are, too. */
  source: BroadcastOptions
  broadcast(): Broadcast
  /** A folder for what a rendition keeps to be rewound. */
  folderOf(name: string): string
  files: Files
  nowMs(): number
  log: Log
  /** What of the session an earlier process has shown. */
  past?: { position: MediaPosition; history: BroadcastHistory }
}

/** The smaller renditions of a session, with what an audience loads of them. They follow what they are told. */
export type LiveRenditions = Required<Omit<MediaOutput, 'segment'>> & {
  segment: Ladder['segment']
  variants: Variants
  /** Why there are none, where there should be some. */
  issue(): LadderIssue | undefined
  /** Bytes of media that they hold in memory. */
  memoryBytes(): number
  /** Shows nothing from before this segment any more. */
  dropBefore(number: number): void
  /** The encoder is gone, and may come back. */
  interrupted(): void
  /** Nothing comes any more. Resolves when nothing of them is left on the disk. */
  end(): Promise<void>
  /** The process stops. What was to be rewound of them is lost; they go on where the source does. */
  park(): Promise<void>
  /** Frees what they hold in memory. */
  dispose(): void
}

/** Opens the smaller renditions of a session that begins, or that an earlier process has begun. */
export function openLiveRenditions(options: LiveRenditionsOptions): LiveRenditions {
  const { sessionUuid, past, ffmpeg, slots, rungs, finishTimeoutMs, nowMs, log } = options
  const variants = new Variants(options.broadcast)
  const shown: Shown[] = []
  const openOutlet = (asked: OutletAsked) => {
    const one = show(options, variants, asked)
    shown.push(one)
    // Newcomers are not to choose what has become the source under another name.
    const variant = () => (ladder.issue === undefined ? variantOf(asked, one, options.source) : undefined)
    variants.add({ name: asked.name, broadcast: one.broadcast, begun: () => asked.rendition().begun, variant })
    return outletOf(one)
  }
  const how = { ffmpeg, slots, rungs, finishTimeoutMs, nowMs, log, sessionUuid }
  const ladder = new Ladder({ ...how, openOutlet, from: past?.position })
  const last = past?.history.inits.at(-1)
  if (last !== undefined) ladder.open(last)
  // What cannot be rewound any more needs no store: closing removes it.
  const closeSpools = () => Promise.all(shown.map(({ spool }) => spool?.close()))
  return {
    variants,
    init: (init) => ladder.init(init),
    frame: (frame) => ladder.frame(frame),
    part: (part) => ladder.part(part),
    segment: (segment) => ladder.segment(segment),
    issue: () => ladder.issue,
    memoryBytes: () => shown.reduce((sum, { broadcast }) => sum + broadcast.memoryBytes, 0),
    dropBefore(number) {
      for (const { broadcast, spool } of shown) {
        broadcast.dropBefore(number)
        spool?.dropBefore(number)
      }
    },
    interrupted: () => ladder.interrupted(),
    async end() {
      await ladder.end()
      await closeSpools()
    },
    async park() {
      await ladder.park()
      await closeSpools()
    },
    dispose() {
      for (const { broadcast } of shown) broadcast.dispose()
    },
  }
}

/** What an audience loads of a rendition, and what it winds back to. */
type Shown = { broadcast: Broadcast; spool: Spool | undefined }

function show(options: LiveRenditionsOptions, variants: Variants, { name, hasPictures }: OutletAsked): Shown {
  const { sessionUuid, source, past } = options
  const { partSeconds, windowSeconds } = source
  const spool = hasPictures ? openRewindSpool(options, name) : undefined
  const broadcast: Broadcast = openBroadcast({
    assetId: `${sessionUuid}/${name}`,
    partSeconds,
    windowSeconds,
    ...(spool === undefined ? {} : { find: (number) => spool.find(number) }),
    ...(past === undefined ? {} : { history: followedHistory(past) }),
    reports: () => variants.reportsBeside(broadcast),
  })
  return { broadcast, spool }
}

function outletOf({ broadcast, spool }: Shown): Outlet {
  return {
    init(init) {
      broadcast.init(init)
      const { video } = init
      if (video !== undefined) spool?.init({ ...init, video })
    },
    part: (part) => broadcast.part(part),
    segment(segment, parts) {
      broadcast.segment(segment, parts)
      spool?.segment(segment, parts)
    },
    interrupted: () => broadcast.interrupted(),
    end: () => broadcast.end(),
  }
}

function variantOf(asked: OutletAsked, { broadcast }: Shown, { frameRate }: BroadcastOptions): Variant | undefined {
  const { own } = asked.rendition()
  if (own === undefined) return undefined
  const { video, audio } = own.init
  const rates = bitRatesOf(own.segments, broadcast.targetSeconds ?? 0)
  return { uri: `${asked.name}.m3u8`, video, audio, ...rates, frameRate: frameRate?.() }
}

/** A recording is of the source alone: what a rendition keeps is for who winds back while it is live. */
function openRewindSpool({ folderOf, files, source, log }: LiveRenditionsOptions, name: string): Spool {
  const { windowSeconds } = source
  const onTrouble = () => undefined
  return openSpool({ folder: folderOf(name), files, prefix: '', isKept: false, windowSeconds, log, onTrouble })
}

/** Of what an earlier process has shown nothing is left, but it counts. */
function followedHistory({ position, history }: Required<LiveRenditionsOptions>['past']): BroadcastHistory {
  const discontinuities = history.segments.filter(({ isDiscontinuous }) => isDiscontinuous).length
  const discontinuitiesBefore = history.discontinuitiesBefore + discontinuities
  const { targetSeconds } = history
  return { inits: [], segments: [], discontinuitiesBefore, targetSeconds, nextNumber: position.nextNumber }
}
