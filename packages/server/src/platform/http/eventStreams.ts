import type { OutgoingHttpHeaders } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply } from 'fastify'
import type { ServerEvent } from '#kit/call/latestEvents.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { openConnectionSlots } from '#platform/net/connectionSlots.ts'

/**
 * Server-sent events of one process. Streams are bounded in number, for the process and for each network prefix, and
 * end with the process. A slow reader costs no memory: the next event is taken when the one before was written.
 * Browsers reconnect by themselves and then get the current state first, so no event needs to be sent again.
 */
export type EventStreams = {
  /** Takes a slot for one stream. Throws unavailable when the process is full, rate_limited when the network is. */
  enter(address: string): StreamSlot
  count(): number
  /** Has every stream check at once whether it is still admitted, as after a revocation. */
  recheck(): void
  /** Ends all streams and refuses new ones. */
  close(): void
  keepAliveMs: number
}

/** The slot of one stream. `ended` resolves when the stream must end; `onRecheck` sets what `recheck` calls. */
export type StreamSlot = { ended: Promise<void>; onRecheck(check: () => void): void; leave(): void }

type Bounds = { countMax?: number; prefixMax?: number; keepAliveMs?: number }

/** A stream costs about 20 kB. Many viewers of one household, school or company share an address. */
const bounds = { countMax: 20_000, prefixMax: 500, keepAliveMs: 15_000 }
const retryAfterSeconds = 10
/** Delay before a reader reconnects: random, so that readers who lost their streams do not return all at once. */
const reconnectMs = { min: 1_500, max: 4_500 }

/** Opens the streams of a process. */
export function openEventStreams(options: Bounds = {}): EventStreams {
  const { countMax, prefixMax, keepAliveMs } = { ...bounds, ...options }
  const slots = openConnectionSlots({ countMax, prefixMax, retryAfterSeconds })
  const endings = new Set<() => void>()
  const checks = new Set<() => void>()
  let isClosed = false
  return {
    keepAliveMs,
    count: slots.count,
    enter(address) {
      if (isClosed) throw problem(reasons.unavailable, { retryAfterSeconds })
      const release = slots.enter(address)
      const { promise: ended, resolve: end } = Promise.withResolvers<void>()
      let ownCheck: (() => void) | undefined
      endings.add(end)
      return {
        ended,
        onRecheck(check) {
          ownCheck = check
          checks.add(check)
        },
        leave() {
          end()
          endings.delete(end)
          if (ownCheck !== undefined) checks.delete(ownCheck)
          release()
        },
      }
    },
    recheck() {
      for (const check of checks) check()
    },
    close() {
      isClosed = true
      for (const end of endings) end()
    },
  }
}

/** The events of a stream with its slot. `onFailure` gets an error of the source, which ends the stream. */
export type Sending = {
  events: AsyncIterable<ServerEvent>
  slot: StreamSlot
  keepAliveMs: number
  /** Checked before each event and each keep-alive, and at `recheck`: false ends the stream. Left out for anyone's. */
  isAdmitted?(): Promise<boolean>
  onFailure(error: unknown): void
}

/**
 * Sends events (HTML Living Standard §9.2) until they end, the reader disconnects or the process stops. While a reader
 * does not read, no event is taken from `events`.
 */
export function sendEvents(sending: Sending, reply: FastifyReply): FastifyReply {
  reply.raw.once('close', sending.slot.leave)
  reply
    .header('content-type', 'text/event-stream; charset=utf-8')
    .header('cache-control', 'no-store, no-transform')
    .header('x-accel-buffering', 'no')
    // A connection kept alive would outlive its stream and delay the end of the process.
    .header('connection', 'close')
  if (reply.request.method === 'HEAD') return sendHeadOnly(sending, reply)
  return reply.send(Readable.from(eventTexts(sending), { objectMode: false, highWaterMark: 16_384 }))
}

/** Responds to HEAD. Fastify would read the stream, which has no end, to drop it. */
function sendHeadOnly({ events, slot, onFailure }: Sending, reply: FastifyReply): FastifyReply {
  slot.leave()
  void events[Symbol.asyncIterator]().return?.().catch(onFailure)
  reply.hijack()
  // cast: Fastify's type of headers differs from Node's in name alone.
  reply.raw.writeHead(200, reply.getHeaders() as OutgoingHttpHeaders).end()
  return reply
}

async function* eventTexts({ events, slot, keepAliveMs, isAdmitted, onFailure }: Sending): AsyncGenerator<string> {
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
  let isSuspect = false
  if (isAdmitted !== undefined) {
    slot.onRecheck(() => {
      isSuspect = true
      bell.ring()
    })
  }
  let isEnded = false
  void slot.ended.then(() => {
    isEnded = true
    bell.ring()
  })
  try {
    yield `retry: ${Math.round(reconnectMs.min + Math.random() * (reconnectMs.max - reconnectMs.min))}\n\n`
    void take()
    for (;;) {
      // A reader that holds up an event misses no bell.
      if (!isEnded && !isSuspect && taken === undefined) await bell.wait(keepAliveMs)
      isSuspect = false
      if (isEnded || taken?.done === true || (await isAdmitted?.()) === false) return
      // A comment line keeps proxies from closing the connection as idle.
      if (taken === undefined) yield ':\n\n'
      else {
        yield textOf(taken.value)
        void take()
      }
    }
  } finally {
    slot.leave()
    void iterator.return?.().catch(onFailure)
  }
}

function textOf({ event, data, id }: ServerEvent): string {
  return `${id === undefined ? '' : `id: ${id}\n`}event: ${event}\ndata: ${JSON.stringify(data)}\n\n`
}

/** A wake-up signal. A race of promises that live as long as the stream would add a reaction for each event. */
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
