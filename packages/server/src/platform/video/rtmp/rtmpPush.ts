import { retryDelayMs } from '#kit/values/backOff.ts'
import type { GuardRules } from '#platform/net/guard.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { pushLimits, type PushLimits } from './rtmpLimits.ts'
import { type Attempt, openAttempt } from './pushAttempt.ts'
import { openPushFeed } from './pushFeed.ts'
import { concealing } from './pushReason.ts'

/**
 * State of a push: starting until the first attempt succeeded or failed; live while the target accepts the stream;
 * error from a failure to the next success; ended after `stop`.
 */
export type PushState = 'starting' | 'live' | 'error' | 'ended'

export type PushOptions = {
  /** `rtmp(s)://host[:port]/app`. */
  url: string
  /** Stream key of the target; a secret, which no error message holds. */
  streamKey: string
  /** Rules of the outbound guard for the addresses that may be connected to. */
  rules: GuardRules
  limits?: Partial<PushLimits>
  /** Called at each change of state, with `starting` before openPush returns, with a sentence at `error`. */
  onState(state: PushState, error?: string): void
}

/** Push of a stream to one target. */
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
  let emitted = ''
  let isStopped = false
  let stopped: Promise<void> | undefined

  function emit(state: PushState, reason?: string): void {
    const error = reason === undefined ? undefined : conceal(`The target ${reason}.`)
    const next = JSON.stringify([state, error])
    if (next !== emitted) onState(state, error)
    emitted = next
  }

  function start(): void {
    let liveSinceMs = Infinity
    attempt = openAttempt(
      { ...options, limits },
      {
        live() {
          liveSinceMs = performance.now()
          feed.begin()
          emit('live')
        },
        ended(reason) {
          attempt = undefined
          if (!isStopped) retryLater(reason, performance.now() - liveSinceMs >= limits.steadyAfterMs)
        },
      },
    )
  }

  function retryLater(reason: string, wasSteady: boolean): void {
    failures = wasSteady ? 1 : failures + 1
    retry = setTimeout(start, retryDelayMs(limits.backOff, failures))
    emit('error', reason)
  }

  async function stop(): Promise<void> {
    isStopped = true
    clearTimeout(retry)
    await attempt?.stop()
    emit('ended')
  }

  emit('starting')
  start()
  return {
    tag(tag) {
      if (isStopped) return
      for (const each of feed.take(tag, attempt?.space())) attempt?.send(each)
    },
    stop: () => (stopped ??= stop()),
  }
}
