import type { IncomingHttpHeaders } from 'node:http'
import type { Account, Client, Ctx, Log } from '#kit/call/context.ts'
import { port } from '#kit/call/port.ts'
import type { Files } from '#platform/files/files.ts'
import type { LookUps } from '#platform/limits/lookUps.ts'
import type { LiveEngine, MayWatch } from '#platform/video/live/liveEngine.ts'
import type { OriginHost } from './originHost.ts'
import type { Recordings } from './recordingPlaylists.ts'

/** Parts of the platform for the host of the media origin. */
export type PlaybackOriginParts = {
  findAccount(id: number): Promise<Account | undefined>
  open(account: Account, name: string): Ctx
  /** A call that reads for the audience at a host address. */
  openAudience(account: Account, address: string): Ctx
  engine: LiveEngine
  files: Files
  recordings: Recordings
  lookUps: LookUps
  /** Program, country and network of a viewer. */
  clientOf(headers: IncomingHttpHeaders, address: string): Client
  nowMs(): number
  log: Log
}

/** Host of the media origin, and the decision about a viewer by which it admits requests. */
export type PlaybackOrigin = { host: OriginHost; mayWatch: MayWatch }

/** Opener of the host of the media origin; the product with the videos provides it. */
export const playbackOriginPort = port<(parts: PlaybackOriginParts) => PlaybackOrigin>('playbackOrigin', {})
