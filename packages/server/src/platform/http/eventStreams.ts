import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ServerEvent } from '#kit/call/latestEvents.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { openRoom } from '#platform/net/connectionSlots.ts'

/** The streams of events that one process sends: how many there may be, and that all end when the process does. */
export type EventStreams = {
  /** Takes a slot for one stream. Throws unavailable when the process is full, rate_limited when the network is. */
  enter(address: string): Place
  count(): number
  /** Ends all streams and refuses further ones. */
  close(): void
  keepAliveMs: number
}

/** The slot that a stream holds until it leaves. */
export type Place = { ended: Promise<void>; leave(): void }

type Bounds = { countMax?: number; prefixMax?: number; keepAliveMs?: number }

/** A stream costs some 20 kB. Many people of one household, school or company may have one address. */
const bounds = { countMax: 20_000, prefixMax: 500, keepAliveMs: 15_000 }
const retryAfterSeconds = 10
/** Readers who lost their stream come back within this span rather than all at once. */
const returnMs = { min: 1_500, max: 4_500 }

/** Opens the streams of a process. */
export function openEventStreams(options: Bounds = {}): EventStreams {
  const { countMax, prefixMax, keepAliveMs } = { ...bounds, ...options }
  const room = openRoom({ countMax, prefixMax, retryAfterSeconds })
  const endings = new Set<() => void>()
  let isClosed = false
  return {
    keepAliveMs,
    count: room.count,
    enter(address) {
      if (isClosed) throw problem(reasons.unavailable, { retryAfterSeconds })
      const leaveRoom = room.enter(address)
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      endings.add(end)
      return {
        ended,
        leave() {
          end()
          endings.delete(end)
          leaveRoom()
        },
      }
    },
    close() {
      isClosed = true
      for (const end of endings) end()
    },
  }
}

/** Events to send, the slot that they use, and a callback for failures. */
export type Sending = {
  events: AsyncIterable<ServerEvent>
  place: Place
  keepAliveMs: number
  onFailure(error: unknown): void
}

/**
 * Sends events (HTML Living Standard §9.2) until they end, the reader disconnects or the process stops. While a reader
 * does not read, no event is taken from `events`.
 */
export function sendEvents(sending: Sending, reply: FastifyReply): FastifyReply {
  reply.raw.once('close', sending.place.leave)
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    // Kept alive, the connection would outlive its stream and hold up the end of the process.
    .header('connection', 'close')
  if (reply.request.method === 'HEAD') return sendHeadOnly(sending, reply)
  return reply.send(Readable.from(eventTexts(sending), { objectMode: false, highWaterMark: 16_384 }))
}

/** Answers HEAD. Fastify would read the whole stream, which has no end, to drop it. */
function sendHeadOnly({ events, place, onFailure }: Sending, reply: FastifyReply): FastifyReply {
  place.leave()
  void events[Symbol.asyncIterator]().return?.().catch(onFailure)
  reply.hijack()
  // cast: Fastify's headers are those of Node, but for a type of its own.
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders).end()
  return reply
}

async function* eventTexts({ events, place, keepAliveMs, onFailure }: Sending): AsyncGenerator<string> {
  const iterator = events[Symbol.asyncIterator]()
  const bell = makeBell()
  let taken: IteratorResult<ServerEvent> | undefined
  const take = async () => {
    taken = undefined
    taken = await iterator.next().catch((error: unknown) => {
      onFailure(error)
      return { done: true as const, value: undefined }
    })
    bell.ring()
  }
  let isEnded = false
  void place.ended.then(() => {
    isEnded = true
    bell.ring()
  })
  try {
    yield `retry: ${Math.round(returnMs.min + Math.random() * (returnMs.max - returnMs.min))}\n\n`
    void take()
    for (;;) {
      if (!isEnded && taken === undefined) await bell.wait(keepAliveMs)
      if (isEnded || taken?.done === true) return
      // A comment: it keeps whatever stands between from closing a connection that it takes for dead.
      if (taken === undefined) yield ':\n\n'
      else {
        yield `event: ${taken.value.event}\ndata: ${JSON.stringify(taken.value.data)}\n\n`
        void take()
      }
    }
  } finally {
    place.leave()
    void iterator.return?.().catch(onFailure)
  }
}

/** Waits to be rung. It leaves nothing behind, as a race of promises that live as long as the stream would. */
function makeBell() {
  let ring = () => {}
  return {
    ring: () => ring(),
    wait: (timeoutMs: number) =>
      new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, timeoutMs)
        ring = () => {
          clearTimeout(timer)
          resolve()
        }
      }),
  }
}
