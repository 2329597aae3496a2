import type { Log } from '#kit/context.ts'
import type { Files } from '#platform/files/files.ts'
import { assetPrefix } from '#platform/video/asset/names.ts'
import type { Guard } from '#platform/net/guard.ts'
import { openBroadcast, type BroadcastOptions } from '#platform/video/hls/broadcast.ts'
import { openPush } from '#platform/video/rtmp/push.ts'
import type { SpoolTrouble } from '#platform/video/spool/reelWriter.ts'
import { recoverSpool } from '#platform/video/spool/recover.ts'
import { openSpool, type Spool, type SpoolOptions } from '#platform/video/spool/spool.ts'
import type { LivePlan } from './liveHost.ts'
import { cutOf } from './cuts.ts'
import type { Sessions } from './heldSession.ts'
import { LiveSession, type SessionParts } from './liveSession.ts'
import { openPlans } from './plans.ts'
import { openServerLoad } from './serverLoad.ts'

export type SessionsOptions = {
  folder: string
  files: Files
  guard: Guard
  cut: SessionParts['cut']
  nowMs(): number
  log: Log
}

/** Opens the maker of sessions whose media this process carries itself. */
export function openSessions(options: SessionsOptions): Sessions<LiveSession> {
  const plans = openPlans(options.folder)
  const forAll = shared(options)
  const spoolFor = (plan: LivePlan, troubled: (reason: string) => void) => ({
    ...spoolOptions(options, plan, (trouble) => troubled(troubles[trouble])),
    folder: plans.folderOf(plan.sessionUuid),
  })
  return {
    open(plan, events) {
      const spool = openSpool(spoolFor(plan, (reason) => session.stopRecording(reason)))
      plans.write(plan).catch((error: Error) => {
        options.log.error('a live session cannot be kept for a restart', {
          session: plan.sessionUuid,
          error: error.message,
        })
      })
      const broadcast = openBroadcast(broadcastOptions(plan, spool, () => session.frameRate()))
      const session = new LiveSession({ plan, events, broadcast, spool, ...forAll })
      return session
    },
    left: plans.all,
    async recover(plan, events) {
      const found = await recoverSpool(spoolFor(plan, (reason) => session.stopRecording(reason)))
      if (found === undefined) return undefined
      const { spool, position, inits, segments, discontinuitiesBefore } = found
      const { targetSeconds } = position
      const history = { inits, segments, discontinuitiesBefore, targetSeconds }
      const broadcast = openBroadcast({ ...broadcastOptions(plan, spool, () => session.frameRate()), history })
      const session = new LiveSession({ plan, events, broadcast, spool, from: position, ...forAll })
      return session
    },
  }
}

/** What every session of this process has of it. */
function shared({ guard, cut, nowMs, log }: SessionsOptions) {
  const openTargetPush: SessionParts['openPush'] = (target, onState) =>
    openPush({ url: target.serverUrl, streamKey: target.streamKey, rules: guard.rules, onState })
  return { openPush: openTargetPush, cut, isOverloaded: openServerLoad(), nowMs, log }
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

function broadcastOptions(plan: LivePlan, spool: Spool, frameRate: () => number | undefined): BroadcastOptions {
  const { sessionUuid: assetId, dvrWindowSeconds: windowSeconds } = plan
  const { partSeconds } = cutOf(plan)
  return { assetId, partSeconds, windowSeconds, frameRate, find: (number) => spool.find(number) }
}
