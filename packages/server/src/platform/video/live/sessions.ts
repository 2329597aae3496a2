import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
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
import { LiveSession, type SessionEvents, type SessionParts } from './liveSession.ts'

const planName = 'session.json'

/** Makes the sessions of this node, and finds those that an earlier process left on its disk. */
export type Sessions = {
  open(plan: LivePlan, events: SessionEvents): LiveSession
  /** The plans of sessions that were live when the process before this one ended. */
  left(): Promise<LivePlan[]>
  /** Goes on with a session that was left. Undefined when nothing of it can be used. */
  recover(plan: LivePlan, events: SessionEvents): Promise<LiveSession | undefined>
}

export type SessionsOptions = {
  folder: string
  files: Files
  guard: Guard
  cut: SessionParts['cut']
  nowMs(): number
  log: Log
}

/** Opens the maker of sessions. */
export function openSessions(options: SessionsOptions): Sessions {
  const folderOf = (sessionUuid: string) => join(options.folder, sessionUuid)
  return {
    open(plan, events) {
      const folder = folderOf(plan.sessionUuid)
      const spool = openSpool(spoolOptions(options, plan, (trouble) => session.stopRecording(troubles[trouble])))
      writePlan(folder, plan).catch((error: Error) => {
        options.log.error('a live session cannot be kept for a restart', { folder, error: error.message })
      })
      const broadcast = openBroadcast(broadcastOptions(plan, spool, () => session.frameRate()))
      const session = new LiveSession({ plan, events, broadcast, spool, ...shared(options) })
      return session
    },
    async left() {
      const names = await readdir(options.folder).catch(() => [])
      const plans = await Promise.all(names.map((name) => readPlan(folderOf(name))))
      return plans.filter((plan) => plan !== undefined)
    },
    async recover(plan, events) {
      const found = await recoverSpool(
        spoolOptions(options, plan, (trouble) => session.stopRecording(troubles[trouble])),
      )
      if (found === undefined) return undefined
      const { spool, position, inits, segments, discontinuitiesBefore } = found
      const { targetSeconds } = position
      const history = { inits, segments, discontinuitiesBefore, targetSeconds }
      const broadcast = openBroadcast({ ...broadcastOptions(plan, spool, () => session.frameRate()), history })
      const session = new LiveSession({ plan, events, broadcast, spool, from: position, ...shared(options) })
      return session
    },
  }
}

function shared({ guard, cut, nowMs, log }: SessionsOptions) {
  const openTargetPush: SessionParts['openPush'] = (target, onState) =>
    openPush({ url: target.serverUrl, streamKey: target.streamKey, rules: guard.rules, onState })
  return { openPush: openTargetPush, cut, isOverloaded: () => false, nowMs, log }
}

function spoolOptions(options: SessionsOptions, plan: LivePlan, onTrouble: SpoolOptions['onTrouble']): SpoolOptions {
  return {
    folder: join(options.folder, plan.sessionUuid),
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

/** Keeps how a session is run, but for the keys of its targets: they come anew with its encoder. */
async function writePlan(folder: string, plan: LivePlan): Promise<void> {
  await mkdir(folder, { recursive: true })
  const file = join(folder, planName)
  await writeFile(`${file}.new`, JSON.stringify({ ...plan, targets: [] }))
  await rename(`${file}.new`, file)
}

async function readPlan(folder: string): Promise<LivePlan | undefined> {
  try {
    // cast: `writePlan` wrote it, whole or not at all.
    return JSON.parse(await readFile(join(folder, planName), 'utf8')) as LivePlan
  } catch {
    // A session that never wrote anything that could be gone on with.
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
}
