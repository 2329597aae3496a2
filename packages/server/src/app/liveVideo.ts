import { mkdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import type { CallPorts } from '#platform/call/callPorts.ts'
import type { VideoWork } from '#platform/video/videoWorkPort.ts'
import { findParty } from '#platform/db/accountShares.ts'
import { executor, type Pools } from '#platform/db/pools.ts'
import type { Files } from '#platform/files/files.ts'
import { openFiles } from '#platform/files/open.ts'
import type { Guard } from '#platform/net/guard.ts'
import { findFfmpeg, openFfmpeg } from '#platform/video/ffmpeg/ffmpeg.ts'
import { openFinisher, type Finisher } from '#platform/video/finish/finisher.ts'
import { openFrameGrabber } from '#platform/video/frames/frameGrabber.ts'
import { registerOrigin } from '#platform/video/hls/hlsOrigin.ts'
import { playbackOriginPort, type PlaybackOriginParts } from '#platform/video/hls/playbackOriginPort.ts'
import { openLookUps } from '#platform/limits/lookUps.ts'
import { openServedViewers, registerServedViewers, type ServedViewers } from '#platform/video/hls/servedViewers.ts'
import { openRecordings } from '#platform/video/hls/recordingPlaylists.ts'
import { bracketed, openEmbeddedEngine } from '#platform/video/live/embeddedEngine.ts'
import type { LiveEngine } from '#platform/video/live/liveEngine.ts'
import type { LiveHost } from '#platform/video/live/liveHost.ts'
import { liveHostPort, type LiveHostParts } from '#platform/video/live/liveHostPort.ts'
import type { LadderParts } from '#platform/video/live/liveRenditions.ts'
import { registerNodeCommands } from '#platform/video/live/nodeCommands.ts'
import { accountIdOf } from '#platform/video/asset/assetNames.ts'
import { openNodes } from '#platform/video/live/nodes.ts'
import { openSessions } from '#platform/video/live/liveSessions.ts'
import { openLadderSlots } from '#platform/video/renditions/ladderSlots.ts'
import { rungs as allRungs } from '#platform/video/renditions/rungs.ts'
import { cutFrom, openWorkbench } from '#platform/video/workbench.ts'
import type { AppOptions } from './appOptions.ts'
import { rtmpPortDefault } from './config.ts'

/** Parts of the app for live video: calls on behalf of accounts, the ports of products, the outbound guard. */
export type LiveReach = LiveHostParts &
  Pick<PlaybackOriginParts, 'openAudience' | 'clientOf'> & { productPorts: Pick<CallPorts, 'get'>; guard: Guard }

/** Live video of one process. */
export type LiveVideo = {
  engine: LiveEngine
  work: VideoWork
  servedViewers: ServedViewers
  /** Store of media; closed after the last request. */
  files: Files & { close(): Promise<void> }
  /** Registers the routes of playlists, media and calls of other nodes. */
  register(server: FastifyInstance): void
  /** Accepts encoders, and recovers the sessions of the process before this one. `port`: that of the HTTP server. */
  start(port: number): Promise<void>
  /** Replaces `start` in a process without encoders: reads the ingest addresses of the other nodes. */
  join(): Promise<void>
  stop(): Promise<void>
}

/** Opens live video: the engine, the live host of the product with the streams, and the origin for players. */
export async function openLiveVideo(options: AppOptions, pools: Pools, reach: LiveReach): Promise<LiveVideo> {
  const { log, now, live } = options
  const nowMs = () => now().getTime()
  const db = executor(pools.work, pools.isPreparing)
  const files = await openFiles(live.files, log)
  const recordings = openRecordings(files)
  const tools = await openVideoTools(options, files, reach)
  const ingest = () => ({ ...engine.ingest(), forwardUrl: engine.forwardUrl() })
  const nodes = openNodes({ id: options.nodeId, db, key: options.subkey('nodes'), ingest, log })
  const servedViewers = openServedViewers({ nodes, nowMs })
  const host = warming(reach.productPorts.get(liveHostPort)(reach), tools.finisher)
  const cut = cutFrom.bind(undefined, { files, ...tools })
  const publicHost = new URL(options.publicUrl).hostname
  const { mediaMtx, spoolFolder, workFolder, rtmpUrl = `rtmp://${publicHost}:${rtmpPortDefault}/live` } = live
  const shared = { nodes, host, files, cut, nowMs, log }
  const engine: LiveEngine =
    mediaMtx === undefined
      ? openEmbeddedEngine({
          ...shared,
          settings: { ...live, publicHost },
          sessions: openSessions({
            ...shared,
            folder: spoolFolder,
            guard: reach.guard,
            ladders: laddersOf(live, tools),
            frames: { grabber: tools.liveGrabber, everyMs: live.frameEveryMs },
          }),
        })
      : (await import('#platform/video/mediamtx/mediaMtxEngine.ts')).openMediaMtxEngine({
          ...shared,
          addresses: mediaMtx,
          rtmpUrl,
          spoolFolder,
          workFolder,
          finisher: tools.finisher,
        })
  return {
    engine,
    files,
    servedViewers,
    work: openWorkbench({
      files,
      ...tools,
      guard: reach.guard,
      folder: workFolder,
      running: engine,
      evict: recordings.evict,
    }),
    register(server) {
      const openOrigin = reach.productPorts.get(playbackOriginPort)
      const lookUps = openLookUps(options.rates.unknownVideo)
      const origin = openOrigin({ ...reach, engine, files, recordings, lookUps, nowMs, log })
      registerOrigin(server, origin.host, { nodeMedia: { readCall: nodes.readCall, find: engine.heldMedia } })
      registerNodeCommands(server, nodes, engine)
      registerServedViewers(server, nodes, servedViewers)
      engine.register(server, origin.mayWatch)
    },
    async start(port) {
      const nodeUrl = live.nodeUrl ?? `http://${bracketed(live.host)}:${port}`
      await nodes.start(nodeUrl)
      await engine.start(nodeUrl)
      await nodes.announce()
    },
    join: () => engine.join(),
    async stop() {
      await engine.stop()
      await nodes.stop()
      await tools.close()
    },
  }
}

/** Starts the clip thread with the first encoder, so that a live stream can be clipped at once. */
function warming(host: LiveHost, finisher: Finisher): LiveHost {
  return {
    ...host,
    async admit(attempt) {
      const judgement = await host.admit(attempt)
      if ('plan' in judgement) finisher.warm()
      return judgement
    },
  }
}

/** Opens the parts that cut, convert and grab frames. */
async function openVideoTools({ live, log }: AppOptions, files: Files, { findAccount }: LiveReach) {
  // Unfinished work of an earlier process.
  await rm(live.workFolder, { recursive: true, force: true })
  await mkdir(live.workFolder, { recursive: true })
  const path = await findFfmpeg(live.ffmpegPath)
  const bounds = { ...ffmpegBounds, niceness: live.ffmpegNiceness }
  const ffmpeg = path === undefined ? undefined : openFfmpeg(path, bounds)
  // Frames of live streams have a separate queue, so they do not wait for a long conversion.
  const liveFfmpeg = path === undefined ? undefined : openFfmpeg(path, bounds)
  const finisher = await openFinisher({
    files,
    folder: join(live.workFolder, 'finish'),
    ffmpeg,
    log,
    partyOf: (prefix) => findParty({ find: findAccount }, accountIdOf(prefix) ?? 0),
  })
  return {
    ffmpeg,
    canEncode: ffmpeg !== undefined,
    finisher,
    grabber: openFrameGrabber(ffmpeg, log),
    liveGrabber: openFrameGrabber(liveFfmpeg, log),
    async close() {
      await finisher.close()
      await Promise.all([ffmpeg?.close(), liveFfmpeg?.close()])
    },
  }
}

function laddersOf({ laddersMax, rungs = allRungs }: AppOptions['live'], { ffmpeg }: Pick<LadderParts, 'ffmpeg'>) {
  return { ffmpeg, slots: openLadderSlots(laddersMax), rungs } satisfies LadderParts
}

/** Two conversions at once, one of an account: a long video of one account does not delay the others. */
const ffmpegBounds = { concurrency: 2, queueMax: 128 }
