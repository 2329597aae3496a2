import { mkdir } from 'node:fs/promises'
import type { Log } from '#kit/call/context.ts'
import type { LiveCapabilities } from '#platform/video/live/liveVideoPort.ts'
import type { LiveEngine } from '#platform/video/live/liveEngine.ts'
import { HeldSessions } from '#platform/video/live/heldSessions.ts'
import type { LiveHost } from '#platform/video/live/liveHost.ts'
import type { Nodes } from '#platform/video/live/nodes.ts'
import { openSessionCalls } from '#platform/video/live/sessionCalls.ts'
import { messageOf } from '#platform/startProblem.ts'
import { connectionKinds, openMediaMtxApi, publisherOf } from './mediaMtxApi.ts'
import { registerCallbacks, type AuthRequest } from './callbacks.ts'
import { encoderKeyOf, pathOf, streamKeyOf } from './mediaMtxPaths.ts'
import { hlsAuthorization, type MediaMtxAddresses } from './mediaMtxAddresses.ts'
import { openRecordings, type RecordingsOptions } from './mediaMtxRecordings.ts'
import type { MediaMtxSession } from './mediaMtxSession.ts'
import { openMediaMtxSessions, type KeptPlan } from './mediaMtxSessions.ts'
import { openPathWatch } from './pathWatch.ts'

export type MediaMtxOptions = Pick<RecordingsOptions, 'files' | 'finisher' | 'cut'> & {
  addresses: MediaMtxAddresses
  /** Address to which encoders publish. */
  rtmpUrl: string
  nodes: Nodes
  host: LiveHost
  /** Folder on the local disk, for plans of sessions and fetched recordings. */
  spoolFolder: string
  workFolder: string
  nowMs(): number
  log: Log
}

/** Capabilities that MediaMTX lacks, or sets for all streams alike. */
const capabilities: LiveCapabilities = {
  simulcast: false,
  dvr: false,
  renditions: false,
  endOnUnpublish: false,
  latencyModes: ['low'],
}

/** Opens the adapter to a MediaMTX. MediaMTX holds encoders and media; this server holds streams and access. */
export function openMediaMtxEngine(options: MediaMtxOptions): LiveEngine {
  const { addresses, rtmpUrl, nodes, host, nowMs, log } = options
  const api = openMediaMtxApi(addresses)
  const recordings = openRecordings({ ...options, api, folder: options.workFolder })
  const sessions = openMediaMtxSessions({ folder: options.spoolFolder, api, recordings, nowMs, log })
  const held = new HeldSessions<MediaMtxSession, KeptPlan>({ host, sessions, nodeId: nodes.id, log })
  const watch = openPathWatch({ api, running: () => held.running(), nowMs, log })
  /** Resolves when the sessions of an earlier process are known; false when this process stops before. */
  const recovered = Promise.withResolvers<boolean>()

  async function admit({ path, token, password, ip, protocol, id }: AuthRequest): Promise<string | undefined> {
    const kind = connectionKinds.find((each) => each === protocol)
    if (kind === undefined || id === null) return 'This server does not accept this protocol.'
    // The HTTP server listens before the start: a session that is recovered continues, and no second one begins.
    if (!(await recovered.promise)) return 'The server stops. Please try again in a moment.'
    const key = streamKeyOf(path, token === '' ? password : token)
    const attempt = { key, address: ip, protocol: kind }
    const judgement = await held.admit(attempt)
    if ('refusal' in judgement) return judgement.refusal
    // Another node that holds the session sees its publisher: both nodes use the same MediaMTX.
    if ('elsewhere' in judgement) return undefined
    const { session, plan, keyHash } = judgement
    const refusal = session.admit({ kind, id, keyHash }, plan.targets)
    if (refusal !== undefined) await host.refused(attempt, { code: 'already_publishing', message: refusal })
    return refusal
  }

  return {
    ...openSessionCalls(held, nodes),
    capabilities,
    nodeId: nodes.id,
    ingest: () => ({ rtmpUrl, rtmpsUrl: null }),
    encoderKey: encoderKeyOf,
    command: (sessionUuid, name, body) => held.command(sessionUuid, name, body),
    figures: () => held.figures(),
    localRtmpUrl: () => undefined,
    forwardUrl: () => null,
    heldMedia: () => undefined,
    playback(_session, { playbackId, token, assetId, file, path, query }) {
      if (assetId !== undefined || path.startsWith('/media/')) return undefined
      const name = file === 'main.m3u8' ? 'index.m3u8' : file + query
      const there = {
        nodeUrl: addresses.hlsUrl,
        path: `/${pathOf(playbackId)}/${name}`,
        authorization: () => hlsAuthorization(addresses),
      }
      return { kind: 'elsewhere', ...there, ...(token === undefined ? {} : { cacheControl: 'private, no-cache' }) }
    },
    register(server, mayWatch) {
      registerCallbacks(server, { addresses, admit, mayWatch, changed: () => watch.poll() })
    },
    async dismiss(playbackId) {
      const publisher = publisherOf((await api.paths()).get(pathOf(playbackId)))
      if (publisher !== undefined) await api.kick(publisher)
    },
    async start() {
      await mkdir(options.workFolder, { recursive: true })
      await held.prepare()
      recovered.resolve(true)
      void held.recover()
      watch.start()
      await api.paths().catch((error: unknown) => {
        log.warn('MediaMTX does not respond; the next encoder repeats the request', { error: messageOf(error) })
      })
    },
    join: async () => recovered.resolve(true),
    async stop() {
      recovered.resolve(false)
      watch.stop()
      recordings.close()
      await held.stop()
      await api.close()
    },
  }
}
