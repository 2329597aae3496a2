import type { Log } from '#kit/call/context.ts'
import { messageOf } from '#platform/startProblem.ts'
import type { SeenPath } from './mediaMtxResponses.ts'
import type { MediaMtxApi } from './mediaMtxApi.ts'

/** Observes the paths of sessions: once a second, and after each hook. */
export type Watch = {
  /** Looks now, or once more after a running look. Never rejects. */
  look(): Promise<void>
  start(): void
  stop(): void
}

export type Watched = { readonly path: string; see(seen: SeenPath | undefined): void }

export type WatchOptions = {
  api: Pick<MediaMtxApi, 'paths'>
  /** The running sessions. */
  running(): Watched[]
  nowMs(): number
  log: Log
}

const everyMs = 1_000
/** Time without a response after which the encoders of a MediaMTX count as lost. */
const lostAfterMs = 15_000

/** Opens a watch. The control API decides: hooks may be lost, and MediaMTX may restart. */
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
