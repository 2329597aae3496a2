import type { IncomingHttpHeaders } from 'node:http'
import type { Log } from '#kit/call/context.ts'
import type { Files } from '#platform/files/files.ts'
import type { Broadcast } from './broadcast.ts'
import type { Target } from './hlsAddress.ts'
import type { RelayTarget } from './nodeRelay.ts'
import type { Recorded } from './recorded.ts'
import type { Variants } from './variants.ts'

/** Request for a playlist, a piece of media or a file of a video. */
export type MediaRequest = {
  playbackId: string
  /** Playback token from the address, unchecked. */
  token: string | undefined
  /** Asset of a piece of media, or session of a live playlist, that the address names. */
  assetId: string | undefined
  kind: Target['kind']
  /** Last part of the path: `main.m3u8`, `s12.m4s`, `video.mp4`. */
  file: string
  /** View token from the address, unchecked. */
  viewToken: string | undefined
  /** Path below the video and its tokens, and the query without the view token. */
  mediaPath: string
  query: string
  /** Path and query. */
  path: string
  origin: string | undefined
  address: string
  /** Headers of the client program and its country. */
  headers: IncomingHttpHeaders
}

/** Viewer of a request, by the token in its address. */
export type View = {
  /** Token for the addresses in a multivariant playlist. */
  token: string
  /** Whether it stands in the path of media playlists, so that requests for their segments name it as well. */
  isInPath: boolean
  /** Records that the viewer got a media playlist, or a segment of a recording by its place in it. */
  served(segment?: { fromSeconds: number; seconds: number }): void
}

/** Live media of a session of this process. */
export type HeldMedia = { kind: 'live'; broadcast: Broadcast; assetId: string; variants?: Variants | undefined }

/** Source of live media: a session of this process, or another server that the request is relayed to. */
export type Playable = HeldMedia | ({ kind: 'elsewhere'; assetId?: string } & RelayTarget)

/** Decision about a media request: the source of the media, or a refusal. `reason` is a sentence for the viewer. */
export type Admission =
  | (Playable & Viewed)
  | ({ kind: 'recorded'; recorded: Recorded; assetId: string; fromSegment?: number } & Viewed)
  | { kind: 'refused'; status: 401 | 403 | 404 | 410; reason: string }

/** `view` is undefined for a request that names no viewer, and where the viewer is not counted. */
type Viewed = { view?: View | undefined }

/** Product side of the origin: decides which request may load which media. */
export type OriginHost = {
  /** Decides about each request for a playlist, part or segment; synchronously where the decision is cached. */
  admit(request: MediaRequest): Admission | Promise<Admission>
  files: Files
  log: Log
}
