import type { Log } from '#kit/call/context.ts'
import type { Files } from '#platform/files/files.ts'
import { endOf } from '#platform/tasks/concurrency.ts'
import { assetPrefix } from '#platform/video/asset/assetNames.ts'
import type { Guard } from '#platform/net/guard.ts'
import { openBroadcast, type Broadcast } from '#platform/video/hls/broadcast.ts'
import type { BroadcastHistory, BroadcastOptions } from '#platform/video/hls/broadcastOptions.ts'
import type { MediaPosition } from '#platform/video/packager/segmentWriter.ts'
import { openPush } from '#platform/video/rtmp/rtmpPush.ts'
import type { SpoolTrouble } from '#platform/video/spool/reelWriter.ts'
import { recoverSpool } from '#platform/video/spool/recover.ts'
import { openSpool, type Spool, type SpoolOptions } from '#platform/video/spool/spool.ts'
import type { LivePlan } from './liveHost.ts'
import { segmentLengthsOf } from './segmentLengths.ts'
import type { SessionEvents, Sessions } from './heldSession.ts'
import { openLiveFrames, type FrameParts, type LiveFrames } from './liveFrames.ts'
import { openLiveRenditions, type LadderParts, type LiveRenditions } from './liveRenditions.ts'
import { LiveSession, type SessionParts } from './liveSession.ts'
import { openPlans } from './plans.ts'
import { openServerLoad } from './serverLoad.ts'

export type SessionsOptions = {
  folder: string
  files: Files
  guard: Guard
  ladders: LadderParts
  frames: FrameParts
  cut: SessionParts['cut']
  nowMs(): number
  log: Log
}

const planTimeoutMs = 5_000

/** Opens the factory of the sessions whose media this process carries itself. */
export function openSessions(options: SessionsOptions): Sessions<LiveSession> {
  const plans = openPlans(options.folder)
  const shared = sharedParts(options)
  const spoolFor = (plan: LivePlan, onTrouble: (reason: string) => void) => ({
    ...spoolOptions(options, plan, (trouble) => onTrouble(troubles[trouble])),
    folder: plans.folderOf(plan.sessionUuid),
  })
  const openOutputs = (plan: LivePlan, parts: SourceParts) => {
    const source = broadcastOptions(plan, parts)
    const reports = () => renditions?.variants.reportsBeside(broadcast) ?? ''
    const broadcast: Broadcast = openBroadcast({ ...source, reports })
    const { sessionUuid } = plan
    const { past } = parts
    const renditions: LiveRenditions | undefined =
      plan.renditions === 'auto'
        ? openLiveRenditions({
            ...options,
            ...options.ladders,
            sessionUuid,
            source,
            past,
            broadcast: () => broadcast,
            // The next start removes the folder: it holds no plan.
            folderOf: (name) => plans.folderOf(`${sessionUuid}-${name}`),
          })
        : undefined
    return { broadcast, renditions }
  }
  return {
    open(plan, events) {
      const spool = openSpool(spoolFor(plan, (reason) => session.stopRecording(reason)))
      const writing = plans.write(plan).catch((error: Error) => {
        options.log.error('the plan of a live session could not be written: a restart would lose the session', {
          session: plan.sessionUuid,
          error: error.message,
        })
      })
      // The end of the session waits for the plan; the time limit keeps a disk that hangs from blocking it.
      const planned = endOf(writing, planTimeoutMs)
      const outputs = openOutputs(plan, { spool, ...ratesOf(() => session) })
      const frames = framesOf(options, plan, events)
      const session = new LiveSession({ plan, events, ...outputs, spool, frames, planned, ...shared })
      return session
    },
    left: (restore) => plans.all(restore),
    async recover(plan, events) {
      const found = await recoverSpool(spoolFor(plan, (reason) => session.stopRecording(reason)))
      if (found === undefined) return undefined
      const { spool, position, inits, segments, discontinuitiesBefore } = found
      const { targetSeconds } = position
      const past = { position, history: { inits, segments, discontinuitiesBefore, targetSeconds } }
      const outputs = openOutputs(plan, { spool, ...ratesOf(() => session), past })
      const frames = framesOf(options, plan, events)
      const session = new LiveSession({ plan, events, ...outputs, spool, frames, from: position, ...shared })
      return session
    },
  }
}

/** Parts that all sessions of this process share. */
function sharedParts({ guard, cut, nowMs, log }: SessionsOptions) {
  const openTargetPush: SessionParts['openPush'] =
    (accountId) =>
    ({ serverUrl: url, streamKey }, onState) =>
      openPush({ url, streamKey, rules: guard.forAccount(accountId).rules, onState })
  return { openPush: openTargetPush, cut, isOverloaded: openServerLoad(), nowMs, log }
}

function framesOf(options: SessionsOptions, plan: LivePlan, { emit }: SessionEvents): LiveFrames {
  const prefix = assetPrefix(plan.accountId, plan.sessionUuid)
  return openLiveFrames({ ...options, ...options.frames, prefix, onFirst: () => emit({ kind: 'posterStored' }) })
}

type OnTrouble = SpoolOptions['onTrouble']

function spoolOptions(options: SessionsOptions, plan: LivePlan, onTrouble: OnTrouble): Omit<SpoolOptions, 'folder'> {
  return {
    files: options.files,
    prefix: assetPrefix(plan.accountId, plan.sessionUuid),
    isKept: plan.isRecorded,
    windowSeconds: plan.dvrWindowSeconds,
    log: options.log,
    onTrouble,
  }
}

/** Sentence for the owner about a recording that stopped, by trouble. */
const troubles: Record<SpoolTrouble, string> = {
  disk_full: 'The disk of the server is full.',
  disk_failed: 'The disk of the server fails.',
  disk_slow: 'The disk of the server does not keep up.',
  store_away: 'The store of recordings does not respond.',
}

/** Spool, frame rate and part target of a session's source. */
type SourceParts = {
  spool: Spool
  frameRate(): number | undefined
  fittedPartSeconds(): number | undefined
  /** Position and segments of a recovered session. */
  past?: { position: MediaPosition; history: BroadcastHistory }
}

/** Measurements of a session that its playlists announce. The session is opened after its broadcast. */
function ratesOf(session: () => LiveSession): Pick<SourceParts, 'frameRate' | 'fittedPartSeconds'> {
  return { frameRate: () => session().frameRate(), fittedPartSeconds: () => session().partSeconds() }
}

function broadcastOptions(plan: LivePlan, { spool, past, ...rates }: SourceParts): BroadcastOptions {
  const { sessionUuid: assetId, dvrWindowSeconds: windowSeconds } = plan
  const { partSeconds } = segmentLengthsOf(plan)
  const history = past === undefined ? {} : { history: past.history }
  return { assetId, partSeconds, windowSeconds, ...rates, ...history, find: (number) => spool.find(number) }
}
