import type { Log } from '#kit/call/context.ts'
import { connectOutbound } from '#platform/net/socket.ts'
import { pushLimits, type PushLimits } from '#platform/video/rtmp/rtmpLimits.ts'
import { messageOfTag } from '#platform/video/rtmp/rtmpMessage.ts'
import type { PublishRequest, PublishSink, PublishVerdict } from '#platform/video/rtmp/publishing.ts'
import { readPushAddress } from '#platform/video/rtmp/pushAddress.ts'
import { openPushSession } from '#platform/video/rtmp/pushSession.ts'

/** The application under which a node publishes to another one. What comes by it is never forwarded again. */
export const forwardedApp = 'forwarded'

/** Said to an encoder whose session is held by a node that cannot be reached just now. */
export const holderAway = 'The server that holds this stream does not answer. Please try again in a moment.'

/** What an encoder may be ahead of the other node before it is held. A message of 4 MiB fits on top of it. */
const waitingBytesMax = 1_048_576

const limits: PushLimits = { ...pushLimits, queueBytesMax: 8 * 1_048_576, startTimeoutMs: 4_000 }

/** An encoder that has come to the wrong node, and `rtmp://host:port` of the right one. */
export type Forwarding = { to: string; request: PublishRequest; log: Log }

/**
 * Hands an encoder on to the node that holds its session, by RTMP with its own key, and answers what that node says to
 * it. Times and bytes are the encoder's own. It is held while the other node takes no more, and goes when that lets it
 * go, with the same sentence.
 */
export async function forward({ to, request, log }: Forwarding): Promise<PublishVerdict> {
  const { key, connection } = request
  const address = readPushAddress(`${to}/${forwardedApp}`)
  const starting = AbortSignal.timeout(limits.startTimeoutMs)
  // The addresses of nodes are the operator's own: they may lie in a private network.
  const socket = await connectOutbound({ allowPrivate: true }, address, starting).catch(() => undefined)
  if (socket === undefined) return { refusal: holderAway }
  const verdict = Promise.withResolvers<PublishVerdict>()
  let words: string | undefined
  let isLive = false
  const session = openPushSession(socket, {
    address,
    streamKey: key,
    limits,
    events: {
      live(streamId) {
        isLive = true
        verdict.resolve({ sink: sinkFor(streamId) })
      },
      failed(why, said) {
        log.info('another server no longer takes an encoder', { to, why })
        words = said
      },
      closed() {
        verdict.resolve({ refusal: words ?? holderAway })
        if (isLive) connection.drop(words ?? holderAway)
      },
    },
  })
  socket.on('drain', () => connection.resume())

  function sinkFor(streamId: number): PublishSink {
    return {
      tag(tag) {
        session.send(messageOfTag(tag, streamId))
        if (session.queuedBytes() > waitingBytesMax) connection.pause()
      },
      end() {
        isLive = false
        session.end()
        setTimeout(() => session.destroy(), limits.lingerTimeoutMs).unref()
      },
    }
  }

  const giveUp = () => session.destroy()
  starting.addEventListener('abort', giveUp, { once: true })
  try {
    return await verdict.promise
  } finally {
    starting.removeEventListener('abort', giveUp)
  }
}
