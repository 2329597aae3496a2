import { retryDelayMs } from '#kit/values/backOff.ts'
import type { GuardRules } from '#platform/net/guard.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { pushLimits, type PushLimits } from './rtmpLimits.ts'
import { type Attempt, openAttempt } from './pushAttempt.ts'
import { openPushFeed } from './pushFeed.ts'
import { concealing } from './pushReason.ts'

/**
 * State of a push: starting until the first attempt succeeded or failed; live while the target takes the stream; error
 * from a failure to the next success; ended after `stop`.
 */
export type PushState = 'starting' | 'live' | 'error' | 'ended'

export type PushOptions = {
  /** `rtmp(s)://host[:port]/app`. */
  url: string
  /** A secret: no state holds it. */
  streamKey: string
  /** Rules of the outbound guard for the addresses that may be connected to. */
  rules: GuardRules
  limits?: Partial<PushLimits>
  /** Called at each change of state, with `starting` before openPush returns, with a sentence at `error`. */
  onState(state: PushState, error?: string): void
}

/** A stream that is pushed to one target. */
export type Push = {
  /** Sends or drops a tag, at once. The body must not change later. */
  tag(tag: MediaTag): void
  /** Ends the push. Resolves when the connection is closed, at the latest after `lingerTimeoutMs`. */
  stop(): Promise<void>
}

/**
 * Pushes a stream to a target, by RTMP or RTMPS. It never throws and never blocks its caller: a slow target loses tags
 * up to a key frame. A failed connection is retried after 1 s, then after twice as long up to 60 s, with a jitter of
 * 25 percent. Each connection begins with metadata, sequence headers and a key frame, at time 0.
 */
export function openPush({ onState, ...options }: PushOptions): Push {
  const limits = { ...pushLimits, ...options.limits }
  const feed = openPushFeed()
  const conceal = concealing(options)
  let attempt: Attempt | undefined
  let retry: NodeJS.Timeout | undefined
  let failures = 0
  let shown = ''
  let isStopped = false
  let stopped: Promise<void> | undefined

  function show(state: PushState, why?: string): void {
    const error = why === undefined ? undefined : conceal(`The target ${why}.`)
    const now = JSON.stringify([state, error])
    if (now !== shown) onState(state, error)
    shown = now
  }

  function start(): void {
    let liveSinceMs = Infinity
    attempt = openAttempt(
      { ...options, limits },
      {
        live() {
          liveSinceMs = performance.now()
          feed.begin()
          show('live')
        },
        over(why) {
          attempt = undefined
          if (!isStopped) startAgain(why, performance.now() - liveSinceMs >= limits.steadyAfterMs)
        },
      },
    )
  }

  function startAgain(why: string, wasSteady: boolean): void {
    failures = wasSteady ? 1 : failures + 1
    retry = setTimeout(start, retryDelayMs(limits.backOff, failures))
    show('error', why)
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(retry)
    await attempt?.stop()
    show('ended')
  }

  show('starting')
  start()
  return {
    tag(tag) {
      if (isStopped) return
      for (const each of feed.take(tag, attempt?.room())) attempt?.send(each)
    },
    stop: () => (stopped ??= stop()),
  }
}
