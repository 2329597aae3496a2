import type { Log } from '#kit/call/context.ts'
import { connectOutbound } from '#platform/net/socket.ts'
import { pushLimits, type PushLimits } from '#platform/video/rtmp/rtmpLimits.ts'
import { messageOfTag } from '#platform/video/rtmp/rtmpMessage.ts'
import type { PublishRequest, PublishSink, PublishVerdict } from '#platform/video/publishing.ts'
import { readPushAddress } from '#platform/video/rtmp/pushAddress.ts'
import { openPushSession } from '#platform/video/rtmp/pushSession.ts'

/** RTMP application of a forwarded encoder. A node never forwards such a connection a second time. */
export const forwardedApp = 'forwarded'

/** Refusal of an encoder whose session is held by a node that cannot be reached. */
export const holderAway = 'The server that holds this stream does not respond. Please try again in a moment.'

/** Bytes queued for the other node at which the encoder is paused. A message of 4 MiB fits on top of it. */
const waitingBytesMax = 1_048_576

const limits: PushLimits = { ...pushLimits, queueBytesMax: 8 * 1_048_576, startTimeoutMs: 4_000 }

/** Encoder at a node that does not hold its session; `to` is `rtmp://host:port` of the holder. */
export type Forwarding = { to: string; request: PublishRequest; log: Log }

/**
 * Forwards an encoder to the node that holds its session: by RTMP, with its own key, timestamps and bytes. The holder
 * decides whether it may publish. The encoder is paused while the holder reads no more, and dropped when the holder
 * drops it, with the same message. A lost connection is not retried here: the encoder reconnects.
 */
export async function forward({ to, request, log }: Forwarding): Promise<PublishVerdict> {
  const { key, connection } = request
  const address = readPushAddress(`${to}/${forwardedApp}`)
  const starting = AbortSignal.timeout(limits.startTimeoutMs)
  // Nodes belong to the operator and may have private addresses.
  const socket = await connectOutbound({ allowPrivate: true }, address, starting).catch(() => undefined)
  if (socket === undefined) return { refusal: holderAway }
  const verdict = Promise.withResolvers<PublishVerdict>()
  let refusal: string | undefined
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
      failed(why, message) {
        log.info('another node refuses a forwarded encoder', { to, why })
        refusal = message
      },
      closed() {
        verdict.resolve({ refusal: refusal ?? holderAway })
        if (isLive) connection.drop(refusal ?? holderAway)
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
      end(why) {
        isLive = false
        // The holder ends some streams when the encoder unpublishes, but not when its connection is lost.
        if (why === 'unpublished') session.end()
        else session.close()
        setTimeout(() => session.destroy(), limits.lingerTimeoutMs).unref()
      },
    }
  }

  const abandon = () => session.destroy()
  starting.addEventListener('abort', abandon, { once: true })
  try {
    return await verdict.promise
  } finally {
    starting.removeEventListener('abort', abandon)
  }
}
