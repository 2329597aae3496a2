import { readFile } from 'node:fs/promises'
import type { IngestAddresses, LiveCapabilities } from './liveVideoPort.ts'
import { errnoOf } from '#platform/startProblem.ts'
import { nodeMediaRoot } from '#platform/video/hls/hlsOrigin.ts'
import type { HeldMedia, Playable } from '#platform/video/hls/originHost.ts'
import { openIngest, type Ingest, type IngestOptions } from '#platform/video/rtmp/rtmpListener.ts'
import { admitTo } from './publisherAdmission.ts'
import type { LiveEngine } from './liveEngine.ts'
import { HeldSessions, type HeldSessionsOptions } from './heldSessions.ts'
import type { LivePlan } from './liveHost.ts'
import type { LiveSession } from './liveSession.ts'
import type { Nodes } from './nodes.ts'
import { openSessionCalls } from './sessionCalls.ts'

/** Addresses of the RTMP and RTMPS listeners. */
export type IngestSettings = {
  host: string
  /** Undefined: no RTMP listener. `isRtmpPortChosen` false: a free port replaces one that is in use. */
  rtmpPort: number | undefined
  isRtmpPortChosen: boolean
  /** Public address of the listener; made from `publicHost` when undefined. */
  rtmpUrl: string | undefined
  rtmps: { port: number; certFile: string; keyFile: string } | undefined
  /** Public host name of this installation. */
  publicHost: string
}

export type EmbeddedOptions = Omit<HeldSessionsOptions<LiveSession, LivePlan>, 'nodeId'> & {
  nodes: Nodes
  settings: IngestSettings
}

const capabilities: LiveCapabilities = {
  simulcast: true,
  dvr: true,
  renditions: true,
  endOnUnpublish: true,
  latencyModes: ['ultraLow', 'low', 'standard'],
}

type Ingests = { rtmp?: Ingest; rtmps?: Ingest }

/** Opens the engine that carries live media in this process: its RTMP listeners, sessions and broadcasts. */
export function openEmbeddedEngine({ nodes, settings, ...options }: EmbeddedOptions): LiveEngine {
  const held = new HeldSessions({ ...options, nodeId: nodes.id })
  const { host, log } = options
  const ingests: Ingests = {}
  let joined: IngestAddresses | undefined
  let nodeHost = ''
  const ingest = () => joined ?? addresses(settings, ingests)
  return {
    ...openSessionCalls(held, nodes),
    capabilities,
    nodeId: nodes.id,
    encoderKey: (streamKey) => streamKey,
    // The embedded engine has nothing to dismiss: an encoder is connected to its session, whose end drops it.
    dismiss: async () => undefined,
    ingest,
    command: (sessionUuid, name, body) => held.command(sessionUuid, name, body),
    figures: () => held.figures(),
    localRtmpUrl: () => ingests.rtmp && `rtmp://${bracketed(settings.host)}:${ingests.rtmp.port}/live`,
    forwardUrl: () => (ingests.rtmp === undefined ? null : `rtmp://${nodeHost}:${ingests.rtmp.port}`),
    playback({ sessionUuid, nodeId }, { mediaPath, query }) {
      const session = held.find(sessionUuid)
      if (session !== undefined) return heldMediaOf(session)
      if (held.isRecovering(sessionUuid))
        return held.recovered(sessionUuid).then((found) => found && heldMediaOf(found))
      if (nodeId === nodes.id) return undefined
      return nodes.urlOf(nodeId).then((nodeUrl): Playable | undefined => {
        if (nodeUrl === undefined) return undefined
        const path = `${nodeMediaRoot}${sessionUuid}/${mediaPath}${query}`
        const authorization = () => nodes.authorization({ method: 'GET', path, body: '' })
        return { kind: 'elsewhere', nodeUrl, path, authorization, assetId: sessionUuid }
      })
    },
    heldMedia(sessionUuid) {
      const session = held.find(sessionUuid)
      return session && heldMediaOf(session)
    },
    register: () => undefined,
    async start(nodeUrl) {
      nodeHost = new URL(nodeUrl).hostname
      await held.prepare()
      const admit: IngestOptions['admit'] = (request) => admitTo({ held, host, nodes, ingest, log }, request)
      Object.assign(ingests, await listen({ host: settings.host, log, admit }, settings))
      // Encoders connect while sessions are recovered: an encoder of a session waits for that one alone.
      void held.recover()
    },
    async join() {
      joined = await nodes.ingestElsewhere()
    },
    async stop() {
      await Promise.all([ingests.rtmp?.stop(), ingests.rtmps?.stop()])
      await held.stop()
    },
  }
}

function heldMediaOf({ broadcast, variants, plan }: LiveSession): HeldMedia {
  return { kind: 'live', broadcast, variants, assetId: plan.sessionUuid }
}

/** Host as part of an address: IPv6 addresses stand in brackets (RFC 3986, 3.2.2). */
export function bracketed(host: string): string {
  return host.includes(':') ? `[${host}]` : host
}

type ListenerOptions = Pick<IngestOptions, 'host' | 'log' | 'admit'>

async function listen(options: ListenerOptions, settings: IngestSettings): Promise<Ingests> {
  const ingests: Ingests = {}
  const { rtmpPort, isRtmpPortChosen, rtmps } = settings
  if (rtmpPort !== undefined) ingests.rtmp = await listenRtmp(options, rtmpPort, isRtmpPortChosen)
  if (rtmps !== undefined) {
    const { port, certFile, keyFile } = rtmps
    const [cert, key] = await Promise.all([readFile(certFile, 'utf8'), readFile(keyFile, 'utf8')])
    ingests.rtmps = await openIngest({ ...options, port, tls: { cert, key } })
  }
  return ingests
}

/** Opens the RTMP listener. A default port that is in use is replaced by a free one, so the server still starts. */
async function listenRtmp(options: ListenerOptions, port: number, isChosen: boolean): Promise<Ingest> {
  try {
    return await openIngest({ ...options, port })
  } catch (error) {
    if (isChosen || errnoOf(error) !== 'EADDRINUSE') throw error
    return openIngest({ ...options, port: 0 })
  }
}

function addresses({ rtmpUrl, publicHost }: IngestSettings, { rtmp, rtmps }: Ingests): IngestAddresses {
  return {
    rtmpUrl: rtmp === undefined ? null : (rtmpUrl ?? `rtmp://${publicHost}:${rtmp.port}/live`),
    rtmpsUrl: rtmps === undefined ? null : `rtmps://${publicHost}:${rtmps.port}/live`,
  }
}
