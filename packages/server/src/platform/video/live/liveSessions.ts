import type { Log } from '#kit/call/context.ts'
import type { Files } from '#platform/files/files.ts'
import { endOf } from '#platform/tasks/gather.ts'
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
import { cutOf } from './cuts.ts'
import type { SessionEvents, Sessions } from './heldSession.ts'
import { openLiveFrames, type LiveFrames, type PictureParts } from './liveFrames.ts'
import { openLiveRenditions, type LadderParts, type LiveRenditions } from './liveRenditions.ts'
import { LiveSession, type SessionParts } from './liveSession.ts'
import { openPlans } from './plans.ts'
import { openServerLoad } from './serverLoad.ts'

export type SessionsOptions = {
  folder: string
  files: Files
  guard: Guard
  ladders: LadderParts
  pictures: PictureParts
  cut: SessionParts['cut']
  nowMs(): number
  log: Log
}

const planTimeoutMs = 5_000

/** Opens the maker of sessions whose media this process carries itself. */
export function openSessions(options: SessionsOptions): Sessions<LiveSession> {
  const plans = openPlans(options.folder)
  const forAll = shared(options)
  const spoolFor = (plan: LivePlan, troubled: (reason: string) => void) => ({
    ...spoolOptions(options, plan, (trouble) => troubled(troubles[trouble])),
    folder: plans.folderOf(plan.sessionUuid),
  })
  const show = (plan: LivePlan, shown: Shown) => {
    const source = broadcastOptions(plan, shown)
    const reports = () => renditions?.variants.reportsBeside(broadcast) ?? ''
    const broadcast: Broadcast = openBroadcast({ ...source, reports })
    const { sessionUuid } = plan
    const { past } = shown
    const renditions: LiveRenditions | undefined =
      plan.renditions === 'auto'
        ? openLiveRenditions({
            ...options,
            ...options.ladders,
            sessionUuid,
            source,
            past,
            broadcast: () => broadcast,
            // Without a plan in it, the next start removes it.
            folderOf: (name) => plans.folderOf(`${sessionUuid}-${name}`),
          })
        : undefined
    return { broadcast, renditions }
  }
  return {
    open(plan, events) {
      const spool = openSpool(spoolFor(plan, (reason) => session.stopRecording(reason)))
      const writing = plans.write(plan).catch((error: Error) => {
        options.log.error('a live session cannot be kept for a restart', {
          session: plan.sessionUuid,
          error: error.message,
        })
      })
      // A disk that does not answer holds up no end.
      const planned = endOf(writing, planTimeoutMs)
      const shown = show(plan, { spool, frameRate: () => session.frameRate() })
      const pictures = picturesOf(options, plan, events)
      const session = new LiveSession({ plan, events, ...shown, spool, pictures, planned, ...forAll })
      return session
    },
    left: plans.all,
    async recover(plan, events) {
      const found = await recoverSpool(spoolFor(plan, (reason) => session.stopRecording(reason)))
      if (found === undefined) return undefined
      const { spool, position, inits, segments, discontinuitiesBefore } = found
      const { targetSeconds } = position
      const past = { position, history: { inits, segments, discontinuitiesBefore, targetSeconds } }
      const shown = show(plan, { spool, frameRate: () => session.frameRate(), past })
      const pictures = picturesOf(options, plan, events)
      const session = new LiveSession({ plan, events, ...shown, spool, pictures, from: position, ...forAll })
      return session
    },
  }
}

/** What every session of this process has of it. */
function shared({ guard, cut, nowMs, log }: SessionsOptions) {
  const openTargetPush: SessionParts['openPush'] =
    (accountId) =>
    ({ serverUrl: url, streamKey }, onState) =>
      openPush({ url, streamKey, rules: guard.forAccount(accountId).rules, onState })
  return { openPush: openTargetPush, cut, isOverloaded: openServerLoad(), nowMs, log }
}

function picturesOf(options: SessionsOptions, plan: LivePlan, { happened }: SessionEvents): LiveFrames {
  const prefix = assetPrefix(plan.accountId, plan.sessionUuid)
  return openLiveFrames({ ...options, ...options.pictures, prefix, onFirst: () => happened({ kind: 'pictured' }) })
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

/** Why a recording stopped, in words for the owner. */
const troubles: Record<SpoolTrouble, string> = {
  disk_full: 'The disk of the server is full.',
  disk_failed: 'The disk of the server fails.',
  disk_slow: 'The disk of the server does not keep up.',
  store_away: 'The store of recordings does not answer.',
}

/** What the source of a session is shown with. */
type Shown = {
  spool: Spool
  frameRate(): number | undefined
  /** What of it an earlier process has shown. */
  past?: { position: MediaPosition; history: BroadcastHistory }
}

function broadcastOptions(plan: LivePlan, { spool, frameRate, past }: Shown): BroadcastOptions {
  const { sessionUuid: assetId, dvrWindowSeconds: windowSeconds } = plan
  const { partSeconds } = cutOf(plan)
  const found = past === undefined ? {} : { history: past.history }
  return { assetId, partSeconds, windowSeconds, frameRate, ...found, find: (number) => spool.find(number) }
}
