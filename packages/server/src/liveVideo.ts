import { readFile } from 'node:fs/promises'
import type { FastifyInstance } from 'fastify'
import type { Account, Ctx } from '#kit/context.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import { openFiles } from '#platform/files/open.ts'
import type { Guard } from '#platform/net/guard.ts'
import { errnoOf } from '#platform/startProblem.ts'
import { admitTo } from '#platform/video/live/admission.ts'
import { openEngine, type LiveEngine } from '#platform/video/live/engine.ts'
import { registerNodeCalls } from '#platform/video/live/nodeCalls.ts'
import { openNodes } from '#platform/video/live/nodes.ts'
import type { Sessions } from '#platform/video/live/sessions.ts'
import { openIngest, type Ingest, type IngestOptions } from '#platform/video/rtmp/listener.ts'
import { openStreamHost } from '#products/livestream/stream/host.ts'
import type { AppOptions } from './appOptions.ts'

/** What live video needs of the platform: calls on behalf of accounts, and a word when facts wait. */
export type LiveReach = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  onTold(): void
}

/** Live video of one process. */
export type LiveVideo = {
  engine: LiveEngine
  /** Puts playlists, media and calls of other nodes on their addresses. */
  register(server: FastifyInstance): void
  /** Goes on with what was live when the process stopped, and takes encoders. `port`: where HTTP is heard. */
  start(port: number): Promise<void>
  stop(): Promise<void>
}

/** Puts live video together: encoders, the engine, the product that knows its streams, and what audiences load. */
export function openLiveVideo(options: AppOptions, pools: Pools, reach: LiveReach & { guard: Guard }): LiveVideo {
  const { log, now, live } = options
  const nodes = openNodes({
    id: options.nodeId,
    db: executor(pools.work, pools.isPreparing),
    key: options.subkey('nodes'),
    ...{ log, now },
  })
  const files = openFiles(live.files, log)
  const ingests: { rtmp?: Ingest; rtmps?: Ingest } = {}
  const host = openStreamHost(reach)
  const sessions: Sessions = { open: () => { throw new Error('no') }, left: async () => [], recover: async () => undefined }
  const engine = openEngine({ nodes, host, sessions, ingest: () => addresses(options, ingests), log })
  const listen = (more: Pick<IngestOptions, 'port' | 'tls'>) =>
    openIngest({ host: live.host, log, admit: (request) => admitTo(engine, host, request), ...more })
  return {
    engine,
    register(server) {
      registerNodeCalls(server, nodes, engine)
    },
    async start(port) {
      await nodes.start(live.nodeUrl ?? `http://${live.host}:${port}`)
      await engine.recover()
      if (live.rtmpPort !== undefined) ingests.rtmp = await listenNear(listen, live.rtmpPort, live.isRtmpPortChosen)
      if (live.rtmps !== undefined) {
        const { certFile, keyFile } = live.rtmps
        const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
        ingests.rtmps = await listen({ port: live.rtmps.port, tls: { cert, key } })
      }
    },
    async stop() {
      await Promise.all([ingests.rtmp?.stop(), ingests.rtmps?.stop()])
      await engine.stop()
      nodes.stop()
      await files.close()
    },
  }
}

type Listen = (more: Pick<IngestOptions, 'port'>) => Promise<Ingest>

/** A port that nobody chose and another program has is no reason not to start: a free one is taken and told. */
async function listenNear(listen: Listen, port: number, isChosen: boolean): Promise<Ingest> {
  try {
    return await listen({ port })
  } catch (error) {
    if (isChosen || errnoOf(error) !== 'EADDRINUSE') throw error
    return listen({ port: 0 })
  }
}

function addresses({ live, publicUrl }: AppOptions, { rtmp, rtmps }: { rtmp?: Ingest; rtmps?: Ingest }) {
  const { hostname } = new URL(publicUrl)
  return {
    rtmpUrl: rtmp === undefined ? null : (live.rtmpUrl ?? `rtmp://${hostname}:${rtmp.port}/live`),
    rtmpsUrl: rtmps === undefined ? null : `rtmps://${hostname}:${rtmps.port}/live`,
  }
}
