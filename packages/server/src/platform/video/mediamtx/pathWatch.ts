import type { Log } from '#kit/call/context.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { PathState } from './mediaMtxResponses.ts'
import type { MediaMtxApi } from './mediaMtxApi.ts'

/** Observation of the paths of sessions: once a second, and after each hook. */
export type PathWatch = {
  /** Polls now, or once more after a running poll. Never rejects. */
  poll(): Promise<void>
  start(): void
  stop(): void
}

/** Session whose path is observed. */
export type PathObserver = { readonly path: string; observe(path: PathState | undefined): void }

export type PathWatchOptions = {
  api: Pick<MediaMtxApi, 'paths'>
  running(): PathObserver[]
  nowMs(): number
  log: Log
}

const everyMs = 1_000
/** Time without a response after which the encoders of a MediaMTX count as lost. */
const lostAfterMs = 15_000

/** Opens the observation. The control API decides: hooks may be lost, and MediaMTX may restart. */
export function openPathWatch({ api, running, nowMs, log }: PathWatchOptions): PathWatch {
  let timer: NodeJS.Timeout | undefined
  let polling: Promise<void> | undefined
  let isDue = false
  let respondedAtMs: number | undefined
  let isAway = false

  async function pollOnce(): Promise<void> {
    if (running().length === 0) return
    const paths = await api.paths().catch((error: unknown) => {
      if (!isAway) log.warn('MediaMTX does not respond', { error: messageOf(error) })
      isAway = true
      return undefined
    })
    respondedAtMs ??= nowMs()
    if (paths === undefined && nowMs() - respondedAtMs < lostAfterMs) return
    if (paths !== undefined) {
      respondedAtMs = nowMs()
      if (isAway) log.info('MediaMTX responds again')
      isAway = false
    }
    for (const session of running()) session.observe(paths?.get(session.path))
  }

  async function work(): Promise<void> {
    do {
      isDue = false
      await pollOnce()
    } while (isDue)
    polling = undefined
  }

  const poll = () => {
    isDue = true
    polling ??= work()
    return polling
  }
  return {
    poll,
    start() {
      timer = setInterval(() => void poll(), everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
