import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { Account, Ctx } from '#kit/context.ts'
import type { IngestAddresses, VideoWork } from '#kit/ports.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import type { Files } from '#platform/files/files.ts'
import { openFiles } from '#platform/files/open.ts'
import type { Guard } from '#platform/net/guard.ts'
import { errnoOf } from '#platform/startProblem.ts'
import { findFfmpeg, openFfmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { openFinisher } from '#platform/video/finish/finisher.ts'
import { openFrameGrabber } from '#platform/video/frames/frameGrabber.ts'
import { registerOrigin } from '#platform/video/hls/origin.ts'
import { openRecordings } from '#platform/video/hls/recordings.ts'
import { admitTo } from '#platform/video/live/admission.ts'
import { openEngine, type LiveEngine } from '#platform/video/live/engine.ts'
import { registerNodeCalls } from '#platform/video/live/nodeCalls.ts'
import { openNodes } from '#platform/video/live/nodes.ts'
import { openSessions } from '#platform/video/live/sessions.ts'
import { openIngest, type Ingest, type IngestOptions } from '#platform/video/rtmp/listener.ts'
import { cutFrom, openWorkbench } from '#platform/video/workbench.ts'
import { openPlaybackOrigin } from '#products/livestream/playback/origin.ts'
import { openStreamHost } from '#products/livestream/stream/host.ts'
import type { AppOptions } from './appOptions.ts'

/** What live video needs of the platform: calls on behalf of accounts, and a word when facts wait. */
export type LiveReach = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  onTold(): void
  guard: Guard
}

/** Live video of one process. */
export type LiveVideo = {
  engine: LiveEngine
  work: VideoWork
  /** Where media is kept. */
  files: Files
  /** Where an encoder on this very machine publishes; undefined where this process takes none by RTMP. */
  localRtmpUrl(): string | undefined
  /** Puts playlists, media and calls of other nodes on their addresses. */
  register(server: FastifyInstance): void
  /** Goes on with what was live when the process stopped, and takes encoders. `port`: where HTTP is heard. */
  start(port: number): Promise<void>
  /** In place of `start`, for a process that takes no encoders: it learns where the others do. */
  join(): Promise<void>
  stop(): Promise<void>
}

type Ingests = { rtmp?: Ingest; rtmps?: Ingest }

/** Puts live video together: encoders, the engine, the product that knows its streams, and what audiences load. */
export async function openLiveVideo(options: AppOptions, pools: Pools, reach: LiveReach): Promise<LiveVideo> {
  const { log, now, live } = options
  const nowMs = () => now().getTime()
  const db = executor(pools.work, pools.isPreparing)
  const files = openFiles(live.files, log)
  const recordings = openRecordings(files)
  const shop = await openShop(options, files)
  const ingests: Ingests = {}
  let joined: IngestAddresses | undefined
  let nodeUrl = ''
  const ingest = () => joined ?? addresses(options, ingests)
  const told = () => ({ ...ingest(), forwardUrl: forwardUrlOf(nodeUrl, ingests) })
  const nodes = openNodes({ id: options.nodeId, db, key: options.subkey('nodes'), ingest: told, log })
  const host = openStreamHost(reach)
  const cut = cutFrom.bind(undefined, { files, ...shop })
  const sessions = openSessions({ folder: live.spoolFolder, files, guard: reach.guard, cut, nowMs, log })
  const engine = openEngine({ nodes, host, sessions, ingest, log })
  return {
    ...{ engine, files },
    localRtmpUrl: () => ingests.rtmp && `rtmp://${bracketed(live.host)}:${ingests.rtmp.port}/live`,
    work: openWorkbench({
      ...{ files, ...shop, guard: reach.guard, folder: live.workFolder, running: engine },
      forget: recordings.forget,
    }),
    register(server) {
      registerOrigin(server, openPlaybackOrigin({ ...reach, engine, nodes, files, recordings, nowMs, log }).host)
      registerNodeCalls(server, nodes, engine)
    },
    async start(port) {
      nodeUrl = live.nodeUrl ?? `http://${bracketed(live.host)}:${port}`
      await nodes.start(nodeUrl)
      await engine.held.recover()
      const admit = {
        host: live.host,
        log,
        admit: (request) => admitTo({ engine, host, nodes, log }, request),
      } satisfies Listening
      Object.assign(ingests, await listen(admit, live))
      await nodes.tell()
      shop.finisher.warm()
    },
    async join() {
      joined = await nodes.ingestElsewhere()
    },
    async stop() {
      await Promise.all([ingests.rtmp?.stop(), ingests.rtmps?.stop()])
      await engine.held.stop()
      await nodes.stop()
      await shop.close()
      await files.close()
    },
  }
}

/** A host as it stands in an address (RFC 3986, 3.2.2). */
function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

/** What cuts, converts and takes pictures. */
async function openShop({ live, log }: AppOptions, files: Files) {
  await mkdir(live.workFolder, { recursive: true })
  const path = await findFfmpeg(live.ffmpegPath)
  const ffmpeg = path === undefined ? undefined : openFfmpeg(path, ffmpegBounds)
  const finisher = await openFinisher({ files, folder: join(live.workFolder, 'finish'), ffmpeg, log })
  return {
    canEncode: ffmpeg !== undefined,
    finisher,
    grabber: openFrameGrabber(ffmpeg, log),
    async close() {
      await finisher.close()
      await ffmpeg?.close()
    },
  }
}

const ffmpegBounds = { concurrency: 1, queueMax: 64 }

type Listening = Pick<IngestOptions, 'host' | 'log' | 'admit'>

async function listen(how: Listening, live: AppOptions['live']): Promise<Ingests> {
  const ingests: Ingests = {}
  if (live.rtmpPort !== undefined) ingests.rtmp = await listenNear(how, live.rtmpPort, live.isRtmpPortChosen)
  if (live.rtmps !== undefined) {
    const { port, certFile, keyFile } = live.rtmps
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
    ingests.rtmps = await openIngest({ ...how, port, tls: { cert, key } })
  }
  return ingests
}

/** A port that nobody chose and another program has is no reason not to start: a free one is taken and told. */
async function listenNear(how: Listening, port: number, isChosen: boolean): Promise<Ingest> {
  try {
    return await openIngest({ ...how, port })
  } catch (error) {
    if (isChosen || errnoOf(error) !== 'EADDRINUSE') throw error
    return openIngest({ ...how, port: 0 })
  }
}

/** Where other nodes hand encoders on to this one: the host that they know, and its plain port. */
function forwardUrlOf(nodeUrl: string, { rtmp }: Ingests): string | null {
  return rtmp === undefined ? null : `rtmp://${new URL(nodeUrl).hostname}:${rtmp.port}`
}

function addresses({ live, publicUrl }: AppOptions, { rtmp, rtmps }: Ingests) {
  const { hostname } = new URL(publicUrl)
  return {
    rtmpUrl: rtmp === undefined ? null : (live.rtmpUrl ?? `rtmp://${hostname}:${rtmp.port}/live`),
    rtmpsUrl: rtmps === undefined ? null : `rtmps://${hostname}:${rtmps.port}/live`,
  }
}
