import type { GuardRules } from '#platform/net/guard.ts'
import { connectOutbound } from '#platform/net/socket.ts'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import type { PushLimits } from './rtmpLimits.ts'
import { messageOfTag } from './rtmpMessage.ts'
import { readPushAddress } from './pushAddress.ts'
import type { QueueSpace } from './pushFeed.ts'
import { reasonOf } from './pushReason.ts'
import { openPushSession, type PushSession } from './pushSession.ts'

/** Target of an attempt, with the outbound rules for its address. */
export type AttemptOptions = { url: string; streamKey: string; rules: GuardRules; limits: PushLimits }

/** Callbacks of an attempt: `live` when the target accepts the stream; `ended` once, last, with the reason. */
export type AttemptEvents = { live(): void; ended(reason: string): void }

/** One attempt to publish to a target, from the look-up of its name to the end of the connection. */
export type Attempt = {
  /** Free space of the queue. Undefined while the attempt is not live. */
  space(): QueueSpace | undefined
  send(tag: MediaTag): void
  /** Ends the attempt. Resolves when its connection is closed. */
  stop(): Promise<void>
}

/** Begins an attempt. Every failure calls `ended`, never before this function returns. */
export function openAttempt(options: AttemptOptions, events: AttemptEvents): Attempt {
  const { limits } = options
  const aborting = new AbortController()
  const closed = Promise.withResolvers<void>()
  let session: PushSession | undefined
  let streamId: number | undefined
  /** First reason of the end: later errors follow from it. */
  let firstReason: string | undefined
  const starting = setTimeout(() => {
    firstReason = 'did not accept the stream in time'
    aborting.abort()
    session?.destroy()
  }, limits.startTimeoutMs)

  function end(reason: string): void {
    clearTimeout(starting)
    streamId = undefined
    closed.resolve()
    events.ended(firstReason ?? reason)
  }

  async function begin(): Promise<void> {
    const address = readPushAddress(options.url)
    const socket = await connectOutbound(options.rules, address, aborting.signal)
    session = openPushSession(socket, { address, streamKey: options.streamKey, limits, events: sessionEvents })
  }

  const sessionEvents = {
    live(id: number) {
      clearTimeout(starting)
      streamId = id
      events.live()
    },
    failed(reason: string) {
      firstReason ??= reason
    },
    closed(error: Error | undefined) {
      end(error === undefined ? 'closed the connection' : reasonOf(error))
    },
  }

  begin().catch((error: unknown) => end(reasonOf(error)))
  return {
    space() {
      if (session === undefined || streamId === undefined) return undefined
      const bytes = Math.max(0, limits.queueBytesMax - session.queuedBytes())
      return { bytes, bytesMax: limits.queueBytesMax }
    },
    send(tag) {
      if (streamId !== undefined) session?.send(messageOfTag(tag, streamId))
    },
    async stop() {
      aborting.abort()
      session?.end()
      const lingering = setTimeout(() => session?.destroy(), limits.lingerTimeoutMs)
      await closed.promise
      clearTimeout(lingering)
    },
  }
}
