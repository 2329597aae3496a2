import type { FastifyInstance } from 'fastify'
import type { LiveSessionRef, LiveVideo } from './liveVideoPort.ts'
import type { MediaRequest, Playable } from '#platform/video/hls/hlsOrigin.ts'
import type { RunningSessions } from '#platform/video/workbench.ts'

/** Whether somebody may watch a video now, by the token that they show. */
export type MayWatch = (playbackId: string, token: string | undefined) => Promise<boolean>

/** What carries live media: the embedded engine, or the adapter to a server of another kind. */
export type LiveEngine = LiveVideo &
  RunningSessions & {
    /** Where what a session sends is played from; undefined where there is nothing. At once where it can. */
    playback(session: LiveSessionRef, request: MediaRequest): Playable | undefined | Promise<Playable | undefined>
    /** Carries out a command for a session of this node. Undefined for an unknown one, and without such a session. */
    command(sessionUuid: string, name: string, body: unknown): Promise<unknown>
    /** How many sessions run here, and the bytes of media that are held in memory for them. */
    figures(): { sessions: number; mediaBytes: number }
    /** Where an encoder on this very machine publishes; undefined where this process takes none by RTMP. */
    localRtmpUrl(): string | undefined
    /** Where other nodes hand on encoders that come to them: `rtmp://host:port`; null where that is not needed. */
    forwardUrl(): string | null
    /** Puts addresses of its own on the server. */
    register(server: FastifyInstance, mayWatch: MayWatch): void
    /** Goes on with what was live when the process before this one ended, then takes encoders. */
    start(nodeUrl: string): Promise<void>
    /** In place of `start`, for a process that takes no encoders: it learns where the others do. */
    join(): Promise<void>
    /** Ends nothing: sessions of this node wait for the next start. */
    stop(): Promise<void>
  }
