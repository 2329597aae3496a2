import { LRUCache } from 'lru-cache'
import type { Log } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { openGuard } from '#platform/net/guard.ts'
import { messageOf } from '#platform/startProblem.ts'

/** Server that holds the media, with the path and query of the media there. */
export type RelayTarget = {
  nodeUrl: string
  path: string
  /** Authorization header of a GET of this path, made for each request that is sent. */
  authorization(): string
  /** Cache-Control in place of the one that the other server sends. */
  cacheControl?: string
}

/** Response of another server, shared by all requests that wait for it. */
export type Relayed = { status: number; headers: Readonly<Record<string, string>>; body: Buffer }

const connectionsMax = 1_000
/** Nodes delay the first playlist of a session for up to ten seconds. */
const headersTimeoutMs = 15_000
const bodyTimeoutMs = 15_000
const bodyBytesMax = 64 * 1_048_576
/** Bytes of responses in memory, and the longest time that one stays there. */
const keptBytesMax = 64 * 1_048_576
const keptMsMax = 30_000
/** Estimated bytes of an entry beside its body. */
const entryBytes = 1_000

/** Relays media requests to other nodes of this installation. */
export type Relay = {
  /**
   * Response of the other node: one request for a path, however many viewers wait for it, and none while the response
   * may be cached. Rejects with a Problem. `leave` gives up the wait; the last one to leave ends the request.
   */
  load(to: RelayTarget, acceptsGzip: boolean): { response: Promise<Relayed>; leave(): void }
  close(): Promise<void>
}

type Loading = { response: Promise<Relayed>; waiting: number; closed: AbortController }

/** Opens a relay. Nodes may have private addresses. */
export function openRelay(log: Log): Relay {
  const guard = openGuard({ allowPrivate: true, connectionsMax })
  const loading = new Map<string, Loading>()
  const kept = new LRUCache<string, Relayed>({
    maxSize: keptBytesMax,
    sizeCalculation: ({ body }) => body.length + entryBytes,
    ttl: keptMsMax,
    ttlResolution: 0,
  })

  async function request({ nodeUrl, path, authorization }: RelayTarget, coding: string, signal: AbortSignal) {
    const agent = await guard.agent()
    const { statusCode, headers, body } = await agent.request({
      origin: new URL(nodeUrl).origin,
      path,
      method: 'GET',
      headers: { 'accept-encoding': coding, authorization: authorization() },
      headersTimeout: headersTimeoutMs,
      bodyTimeout: bodyTimeoutMs,
      signal,
    })
    const chunks: Buffer[] = []
    let byteCount = 0
    for await (const chunk of body) {
      // cast: the body of a response without an encoding yields buffers.
      const bytes = chunk as Buffer
      byteCount += bytes.length
      if (byteCount > bodyBytesMax) throw new Error(`the response has more than ${bodyBytesMax} bytes`)
      chunks.push(bytes)
    }
    return { status: statusCode, headers: textsOf(headers), body: Buffer.concat(chunks) }
  }

  function start(key: string, to: RelayTarget, coding: string): Loading {
    const closed = new AbortController()
    const response = request(to, coding, closed.signal)
      .catch((error: unknown) => {
        if (!closed.signal.aborted) {
          log.warn('another node does not respond', { node: to.nodeUrl, error: messageOf(error) })
        }
        throw problem(reasons.unavailable, { retryAfterSeconds: 1 })
      })
      .then((relayed) => {
        const keptMs = keptMsOf(relayed)
        if (keptMs > 0) kept.set(key, relayed, { ttl: keptMs })
        return relayed
      })
      .finally(() => loading.get(key) === started && loading.delete(key))
    response.catch(() => undefined)
    const started: Loading = { response, waiting: 0, closed }
    loading.set(key, started)
    return started
  }

  return {
    load(to, acceptsGzip) {
      const coding = acceptsGzip ? 'gzip' : 'identity'
      const key = `${coding} ${to.nodeUrl} ${to.path}`
      const known = kept.get(key)
      if (known !== undefined) return { response: Promise.resolve(known), leave: () => undefined }
      const joined = loading.get(key) ?? start(key, to, coding)
      joined.waiting += 1
      let isWaiting = true
      return {
        response: joined.response,
        leave() {
          if (isWaiting) joined.waiting -= 1
          isWaiting = false
          if (joined.waiting > 0) return
          // A later request must not join one that is being ended.
          if (loading.get(key) === joined) loading.delete(key)
          joined.closed.abort()
        },
      }
    },
    close: guard.close,
  }
}

/** Time that a response stays in memory: its `max-age`. */
function keptMsOf({ status, headers }: Relayed): number {
  const seconds = Number(/\bmax-age=(\d{1,9})\b/.exec(headers['cache-control'] ?? '')?.[1] ?? 0)
  return status === 200 ? Math.min(keptMsMax, seconds * 1000) : 0
}

function textsOf(headers: Record<string, string | string[] | undefined>): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
  )
}
