import type { FastifyInstance } from 'fastify'
import type { LiveSessionRef, LiveVideo } from './liveVideoPort.ts'
import type { HeldMedia, MediaRequest, Playable } from '#platform/video/hls/originHost.ts'
import type { Metrics } from '#platform/observe/metrics.ts'
import type { RunningSessions } from '#platform/video/workbench.ts'

/** Whether a viewer with this token may watch a video now. */
export type MayWatch = (playbackId: string, token: string | undefined) => Promise<boolean>

/** Engine that carries live media: the embedded one, or an adapter to another media server such as MediaMTX. */
export type LiveEngine = LiveVideo &
  RunningSessions & {
    /** Source of a session's media; undefined without one. Synchronous where the source is known. */
    playback(session: LiveSessionRef, request: MediaRequest): Playable | undefined | Promise<Playable | undefined>
    /** Media of a session of this node, for the relays of other nodes. */
    heldMedia(sessionUuid: string): HeldMedia | undefined
    /** Runs a command for a session of this node. Undefined for an unknown command or session. */
    command(sessionUuid: string, name: string, body: unknown): Promise<unknown>
    /** Count of the sessions that run here, and the bytes of media that they hold in memory. */
    figures(): { sessions: number; mediaBytes: number }
    /** RTMP address for an encoder on this machine; undefined where this process has no RTMP listener. */
    localRtmpUrl(): string | undefined
    /** Address to which other nodes forward encoders: `rtmp://host:port`; null where that is not needed. */
    forwardUrl(): string | null
    /** Registers the engine's own routes on the server. */
    register(server: FastifyInstance, mayWatch: MayWatch): void
    /** Accepts encoders, and recovers the sessions of the process before this one. */
    start(nodeUrl: string): Promise<void>
    /** Replaces `start` in a process without encoders: reads the ingest addresses of the other nodes. */
    join(): Promise<void>
    /** Parks the sessions of this node for the next start; it ends none. */
    stop(): Promise<void>
  }

/** Registers the gauges of this process's live sessions and of the media that they hold in memory. */
export function watchLive(metrics: Metrics, engine: Pick<LiveEngine, 'figures'>): void {
  metrics.gauge('live_sessions', 'Live sessions that run in this process.', () => engine.figures().sessions)
  metrics.gauge('live_media_bytes', 'Bytes of media that sessions hold in memory.', () => engine.figures().mediaBytes)
}
