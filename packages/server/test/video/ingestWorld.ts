import assert from 'node:assert/strict'
import type { MediaTag } from '#platform/video/mediaTypes.ts'
import { type Ingest, type IngestOptions, openIngest } from '#platform/video/rtmp/rtmpListener.ts'
import type { EncoderFault, PublishEnd, PublishRequest, PublishSink } from '#platform/video/publishing.ts'
import { type Encoder, openEncoder } from './rtmpEncoder.ts'

/** Stream key that an ingest world admits. Closing the world checks that no log line contains it. */
export const goodKey = 'good-Zq7vK2'

/** Tags of one admitted encoder, and the reasons of its end, of which there must be one. */
export type Published = {
  request: PublishRequest
  tags: MediaTag[]
  ends: PublishEnd[]
  faults: (EncoderFault | undefined)[]
  sink: PublishSink
}

/** RTMP listener on a free port of this machine, with its requests, tags and log lines. */
export type IngestWorld = {
  ingest: Ingest
  port: number
  requests: PublishRequest[]
  published: Published[]
  log: { level: string; message: string; more: unknown }[]
  /** Advances the clock, which stands still otherwise, so that no time-out depends on the speed of the machine. */
  advance(ms: number): void
  encoder(): Promise<Encoder>
  /** Admits an encoder, as the default admission does for `goodKey`. */
  take(request: PublishRequest): { sink: PublishSink }
  [Symbol.asyncDispose](): Promise<void>
}

/** Opens a listener. Closing it checks that every sink ended once and no connection is left. */
export async function ingestWorld(options: Partial<IngestOptions> = {}): Promise<IngestWorld> {
  let nowMs = 1_000
  const log: IngestWorld['log'] = []
  const requests: PublishRequest[] = []
  const published: Published[] = []
  const keep = (level: string) => (message: string, more?: unknown) => void log.push({ level, message, more })
  const take = (request: PublishRequest) => {
    const one: Published = {
      request,
      tags: [],
      ends: [],
      faults: [],
      sink: {
        tag: (tag) => one.tags.push(tag),
        end(why, fault) {
          one.ends.push(why)
          one.faults.push(fault)
        },
      },
    }
    published.push(one)
    return { sink: one.sink }
  }
  const ingest = await openIngest({
    host: '127.0.0.1',
    port: 0,
    log: { debug: keep('debug'), info: keep('info'), warn: keep('warn'), error: keep('error') },
    nowMs: () => nowMs,
    async admit(request) {
      requests.push(request)
      return request.key === goodKey ? take(request) : { refusal: 'There is no stream with this key.' }
    },
    ...options,
  })
  return {
    ingest,
    port: ingest.port,
    requests,
    published,
    log,
    take,
    advance(ms) {
      nowMs += ms
    },
    encoder: () => openEncoder(ingest.port, { isSecure: options.tls !== undefined }),
    async [Symbol.asyncDispose]() {
      await ingest.stop()
      assert.deepEqual([ingest.stats().connections, ingest.stats().publishers], [0, 0])
      assert.deepEqual(
        published.map(({ ends }) => ends.length),
        published.map(() => 1),
      )
      assert.ok(!JSON.stringify(log).includes(goodKey), 'a key is in the log')
    },
  }
}
