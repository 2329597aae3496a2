import type { Log } from '#kit/call/context.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { SeenPath } from './mediaMtxResponses.ts'
import type { MediaMtxApi } from './mediaMtxApi.ts'

/** What looks at the paths of sessions: once a second, and whenever a hook says that something has changed. */
export type Watch = {
  /** Looks now, or once more when a look has begun already. Never rejects. */
  look(): Promise<void>
  start(): void
  stop(): void
}

export type Watched = { readonly path: string; see(seen: SeenPath | undefined): void }

export type WatchOptions = {
  api: Pick<MediaMtxApi, 'paths'>
  /** The sessions that run now. */
  running(): Watched[]
  nowMs(): number
  log: Log
}

const everyMs = 1_000
/** A MediaMTX that does not answer for so long has lost its encoders, whatever else has become of it. */
const lostAfterMs = 15_000

/** Opens a watch. Hooks may be lost, and a MediaMTX may be started anew: what counts is what the control API shows. */
export function openWatch({ api, running, nowMs, log }: WatchOptions): Watch {
  let timer: NodeJS.Timeout | undefined
  let looking: Promise<void> | undefined
  let isDue = false
  let answeredAtMs: number | undefined
  let isAway = false

  async function lookOnce(): Promise<void> {
    if (running().length === 0) return
    const paths = await api.paths().catch((error: unknown) => {
      if (!isAway) log.warn('MediaMTX does not answer', { error: messageOf(error) })
      isAway = true
      return undefined
    })
    answeredAtMs ??= nowMs()
    if (paths === undefined && nowMs() - answeredAtMs < lostAfterMs) return
    if (paths !== undefined) {
      answeredAtMs = nowMs()
      if (isAway) log.info('MediaMTX answers again')
      isAway = false
    }
    for (const session of running()) session.see(paths?.get(session.path))
  }

  async function work(): Promise<void> {
    do {
      isDue = false
      await lookOnce()
    } while (isDue)
    looking = undefined
  }

  const look = () => {
    isDue = true
    looking ??= work()
    return looking
  }
  return {
    look,
    start() {
      timer = setInterval(() => void look(), everyMs).unref()
    },
    stop: () => clearInterval(timer),
  }
}
