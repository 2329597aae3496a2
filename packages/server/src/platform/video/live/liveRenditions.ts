import type { Log } from '#kit/call/context.ts'
import type { Files } from '#platform/files/files.ts'
import { openBroadcast, type Broadcast } from '#platform/video/hls/broadcast.ts'
import type { BroadcastHistory, BroadcastOptions } from '#platform/video/hls/broadcastOptions.ts'
import { bitRatesOf, type Variant } from '#platform/video/hls/playlistTags.ts'
import { Variants } from '#platform/video/hls/variants.ts'
import type { MediaOutput, MediaPosition } from '#platform/video/packager/segmentWriter.ts'
import { Ladder, type LadderOptions, type OutletRequest } from '#platform/video/renditions/ladder.ts'
import type { LadderIssue } from '#platform/video/renditions/ladderIssues.ts'
import type { Outlet } from '#platform/video/renditions/rendition.ts'
import { openSpool, type Spool } from '#platform/video/spool/spool.ts'

/** Encoders and sizes of this process's renditions. */
export type LadderParts = Pick<LadderOptions, 'ffmpeg' | 'slots' | 'rungs' | 'finishTimeoutMs'>

export type LiveRenditionsOptions = LadderParts & {
  sessionUuid: string
  /** Options of the source's broadcast, which the renditions share. */
  source: BroadcastOptions
  broadcast(): Broadcast
  /** Folder of a rendition's DVR window. */
  folderOf(name: string): string
  files: Files
  nowMs(): number
  log: Log
  /** Position and segments of a recovered session. */
  past?: { position: MediaPosition; history: BroadcastHistory }
}

/**
 * Smaller renditions of a session, with their broadcasts and their DVR windows. They follow the source: each event of
 * the source is passed on to them. They hold no recording; their files are removed when the session ends or parks.
 */
export type LiveRenditions = Required<Omit<MediaOutput, 'segment'>> & {
  segment: Ladder['segment']
  variants: Variants
  /** Issue that keeps the renditions from being encoded; undefined without one. */
  issue(): LadderIssue | undefined
  /** Bytes of media in memory. */
  memoryBytes(): number
  /** Removes all segments before this one. */
  dropBefore(number: number): void
  /** Records that the encoder disconnected and may reconnect. */
  interrupted(): void
  /** Ends the renditions. Their DVR windows stay until `remove()`. */
  end(): Promise<void>
  /** Removes their files. */
  remove(): Promise<void>
  /** Stops the renditions with the process. Their DVR windows are lost; the next start continues with new segments. */
  park(): Promise<void>
  /** Frees their memory. */
  dispose(): void
}

/** Opens the smaller renditions of a new or recovered session. */
export function openLiveRenditions(options: LiveRenditionsOptions): LiveRenditions {
  const { sessionUuid, past, ffmpeg, slots, rungs, finishTimeoutMs, nowMs, log } = options
  const variants = new Variants(options.broadcast)
  const outputs: RenditionOutput[] = []
  const openOutlet = (request: OutletRequest) => {
    const output = openOutput(options, variants, request)
    outputs.push(output)
    // While the ladder has an issue, renditions carry the frames of the source: new players must not choose them.
    const variant = () => (ladder.issue === undefined ? variantOf(request, output, options.source) : undefined)
    variants.add({ name: request.name, broadcast: output.broadcast, begun: () => request.rendition().begun, variant })
    return outletOf(output)
  }
  const shared = { ffmpeg, slots, rungs, finishTimeoutMs, nowMs, log, sessionUuid }
  const ladder = new Ladder({ ...shared, openOutlet, from: past?.position })
  const last = past?.history.inits.at(-1)
  if (last !== undefined) ladder.open(last)
  const closeSpools = () => Promise.all(outputs.map(({ spool }) => spool?.close()))
  const removeSpools = () => Promise.all(outputs.map(({ spool }) => spool?.remove()))
  return {
    variants,
    init: (init) => ladder.init(init),
    frame: (frame) => ladder.frame(frame),
    part: (part) => ladder.part(part),
    segment: (segment) => ladder.segment(segment),
    issue: () => ladder.issue,
    memoryBytes: () => outputs.reduce((sum, { broadcast }) => sum + broadcast.memoryBytes, 0),
    dropBefore(number) {
      for (const { broadcast, spool } of outputs) {
        broadcast.dropBefore(number)
        spool?.dropBefore(number)
      }
    },
    interrupted: () => ladder.interrupted(),
    async end() {
      await ladder.end()
      await closeSpools()
    },
    async remove() {
      await removeSpools()
    },
    async park() {
      await ladder.park()
      await closeSpools()
      await removeSpools()
    },
    dispose() {
      for (const { broadcast } of outputs) broadcast.dispose()
    },
  }
}

/** Broadcast of a rendition, and the spool of its DVR window; an audio-only rendition has no spool. */
type RenditionOutput = { broadcast: Broadcast; spool: Spool | undefined }

function openOutput(options: LiveRenditionsOptions, variants: Variants, request: OutletRequest): RenditionOutput {
  const { sessionUuid, source, past } = options
  const { name, hasVideo } = request
  const { partSeconds, fittedPartSeconds, windowSeconds } = source
  const spool = hasVideo ? openWindowSpool(options, name) : undefined
  const broadcast: Broadcast = openBroadcast({
    assetId: `${sessionUuid}/${name}`,
    partSeconds,
    ...(fittedPartSeconds === undefined ? {} : { fittedPartSeconds }),
    windowSeconds,
    ...(spool === undefined ? {} : { find: (number) => spool.find(number) }),
    ...(past === undefined ? {} : { history: emptyHistory(past) }),
    reports: () => variants.reportsBeside(broadcast),
  })
  return { broadcast, spool }
}

function outletOf({ broadcast, spool }: RenditionOutput): Outlet {
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

function variantOf(
  request: OutletRequest,
  { broadcast }: RenditionOutput,
  { frameRate }: BroadcastOptions,
): Variant | undefined {
  const { own } = request.rendition()
  if (own === undefined) return undefined
  const { video, audio } = own.init
  const rates = bitRatesOf(own.segments, broadcast.targetSeconds ?? 0)
  return { uri: broadcast.playlistName, video, audio, ...rates, frameRate: frameRate?.() }
}

/** Spool of a rendition's DVR window. Only the source is recorded, so the spool keeps nothing beyond the window. */
function openWindowSpool({ folderOf, files, source, log }: LiveRenditionsOptions, name: string): Spool {
  const { windowSeconds } = source
  const onTrouble = () => undefined
  return openSpool({ folder: folderOf(name), files, prefix: '', isKept: false, windowSeconds, log, onTrouble })
}

/** History of a recovered rendition: its segments are lost, but segment numbers and discontinuities continue. */
function emptyHistory({ position, history }: Required<LiveRenditionsOptions>['past']): BroadcastHistory {
  const discontinuities = history.segments.filter(({ isDiscontinuous }) => isDiscontinuous).length
  const discontinuitiesBefore = history.discontinuitiesBefore + discontinuities
  const { targetSeconds } = history
  return { inits: [], segments: [], discontinuitiesBefore, targetSeconds, nextNumber: position.nextNumber }
}
