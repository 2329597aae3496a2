/** Playback state of a video, in the page and in its events. Times are RFC 3339. */
export type Playback = {
  playbackId: string
  kind: 'stream' | 'static'
  status: 'waiting' | 'live' | 'reconnecting' | 'ended' | 'recorded' | 'removed'
  title: string | null
  description: string | null
  language: string
  channel: { name: string; url: string; avatarUrl: string | null } | null
  scheduledAt: string | null
  startedAt: string | null
  publishedAt: string | null
  durationSeconds: number | null
  latencyMode: 'ultraLow' | 'low' | 'standard'
  hlsUrl: string | null
  videoUrl: string | null
  mp4Url: string | null
  storyboardUrl: string | null
  posterUrl: string | null
  slateUrl: string | null
  viewers: number | null
  chapters: { startSeconds: number; title: string }[]
  captions: { language: string; label: string; kind: string; url: string }[]
  maturityRating: 'everyone' | 'teen' | 'mature' | 'adult'
  contentWarnings: string[]
  products: { label: string; url: string; atSeconds: number | null }[]
  /** Changes with every text of the details, also with those that the state leaves out. */
  detailsVersion: string | null
  allowsClips: boolean
  access: {
    required: 'password' | 'ticket' | 'signature' | 'session'
    ticketUrl: string | null
    /** Whole minor units. */
    ticketPrice: { amount: number; currency: string } | null
  } | null
}

/** Data of the page for its script, in the block `page`. */
export type WatchPage = {
  state: Playback
  /** BCP 47 tag of the requested language. */
  locale: string
  /** The token of the address. */
  token: string | null
  /** The code of a magic link. */
  ticket: string | null
  /** Token of the viewer: it makes the viewer count, and opens nothing. */
  viewToken: string
  /** The server's clock when it made the page, in ms since 1970. */
  servedAtMs: number
  isEmbedded: boolean
  options: {
    /** Whether playback starts by itself. */
    autoplay: boolean
    muted: boolean
    /** Whether the address says that the viewer is of age. */
    ofAge: boolean
    /** Whether the rating and the warnings of the video stand before it; not for its owner. */
    needsConsent: boolean
    controls: boolean
    startSeconds: number | null
    /** `#rrggbb` */
    accentColor: string | null
  }
  /** Live drops of the page: texts with numbers in braces, and the path of the sign-in, which leads back. */
  drops: { accountId: string; words: Readonly<Record<string, string>>; signInPath: string }
  /** Address to share. */
  watchUrl: string
  /** HTML that embeds the player in another page. */
  embedCode: string
}

/** Whether a stream is live, a short interruption included. */
export function isLive(state: Playback): boolean {
  return state.status === 'live' || state.status === 'reconnecting'
}

/** The source to play now, if the viewer may play one. */
export function sourceOf(state: Playback): { url: string; isPlaylist: boolean } | undefined {
  if (state.status === 'waiting' || state.status === 'removed' || state.access !== null) return undefined
  if (state.hlsUrl !== null) return { url: state.hlsUrl, isPlaylist: true }
  return state.videoUrl === null ? undefined : { url: state.videoUrl, isPlaylist: false }
}

/** The address of a source. That of a playlist names the viewer: the server counts viewers that it served. */
export function addressFor({ viewToken }: WatchPage, source: { url: string; isPlaylist: boolean }): string {
  return source.isPlaylist ? `${source.url}?v=${encodeURIComponent(viewToken)}` : source.url
}

/** Reads the JSON block with this id from the page. Throws without one. */
export function readBlock<T>(id: string): T {
  const text = document.getElementById(id)?.textContent
  if (text === null || text === undefined) throw new Error(`the page has no block ${id}`)
  // cast: the server writes the block for this script; both come from one version.
  return JSON.parse(text) as T
}

/** A live drop in the events of its stream. Times are RFC 3339. */
export type DropCount = {
  dropId: string
  status: 'scheduled' | 'open' | 'full' | 'ended'
  quantity: number
  claimed: number
  opensAt: string
  endsAt: string
}
