import HlsPlayer, { type HlsConfig, type Level } from 'hls.js'
import type { Playback } from '#audience/playback.ts'

/** A selectable quality; `auto` adapts to the bandwidth. */
export type Quality = { id: number | 'auto'; label: string }

/** A playback engine of one source in a video element. Positions are on the element's time line, in seconds. */
export type Engine = {
  /** Kind of loading: a playlist by hls.js or by the browser, or a plain file. */
  protocol: 'hls' | 'native' | 'mp4'
  /** Live position at the engine's latency; undefined for recorded videos. */
  livePosition(): number | undefined
  /** Start of the playable range. */
  windowStart(): number
  /** Programme time of the current frame, by the server's clock; undefined when the playlist has none. */
  programTime(): Date | undefined
  qualities(): Quality[]
  quality(): Quality['id']
  choose(id: Quality['id']): void
  bitrateKbps(): number | undefined
  /** Name of the playing rendition; undefined where the engine does not know it. */
  rendition(): string | undefined
  /** Removes the source from the element. */
  close(): void
}

/** Callbacks of an engine. */
export type EngineEvents = {
  /** The engine gave up. `isGone`: the server refused the source. */
  onFailure(failure: { reason: string; isGone: boolean }): void
  /** The qualities are known. */
  onQualities(): void
  /** Offset of the element's time line in the media of the playlist. Apple's player does not report it. */
  onMediaStart(seconds: number): void
}

export type Source = {
  url: string
  isPlaylist: boolean
  latencyMode: Playback['latencyMode']
  startSeconds: number | null
}

/** Plays a source: playlists by hls.js, or by Apple's browsers themselves; plain files by the browser. */
export function openEngine(video: HTMLVideoElement, source: Source, events: EngineEvents): Engine {
  if (source.isPlaylist && !isNative(video)) return openHls(video, source, events)
  return openNative(video, source, events)
}

/** Whether the browser plays the playlist: Apple's browsers do, and on iPhones nothing else may. */
function isNative(video: HTMLVideoElement): boolean {
  const can = video.canPlayType('application/vnd.apple.mpegurl') !== ''
  return can && (navigator.vendor.startsWith('Apple') || !HlsPlayer.isSupported())
}

const failuresMax = 6
const failureWindowMs = 60_000

/** Options of hls.js: latency and catch-up rate. Above a rate of 1.25 audio and video visibly diverge. */
function configFor({ latencyMode, startSeconds }: Source): Partial<HlsConfig> {
  return {
    lowLatencyMode: latencyMode !== 'standard',
    maxLiveSyncPlaybackRate: latencyMode === 'standard' ? 1 : 1.2,
    backBufferLength: 30,
    startPosition: startSeconds ?? -1,
    // The worker would be a blob, which the page's policy forbids; fMP4 needs little work.
    enableWorker: false,
  }
}

/**
 * Parts in the buffer are marked as gaps, which hls.js 1.7 does not request. It counts the parts of a segment that it
 * loaded whole, as it does behind live, as missing: after a seek to live it would load nothing until they leave the
 * playlist, for 5 s.
 */
function skipBufferedParts(hls: HlsPlayer, video: HTMLVideoElement): void {
  hls.on(HlsPlayer.Events.LEVEL_UPDATED, (_name, { details }) => {
    for (const part of details.partList ?? []) part.gap ||= !part.loaded && isBuffered(video, part)
  })
}

/** Audio frames end up to this much before the parts that hold them. Seconds. */
const frameSecondsMax = 0.05

function isBuffered({ buffered }: HTMLVideoElement, { start, end }: { start: number; end: number }): boolean {
  for (let index = 0; index < buffered.length; index++) {
    const isFrom = buffered.start(index) - frameSecondsMax <= start
    if (isFrom && end <= buffered.end(index) + frameSecondsMax) return true
  }
  return false
}

function openHls(video: HTMLVideoElement, source: Source, events: EngineEvents): Engine {
  const hls = new HlsPlayer(configFor(source))
  skipBufferedParts(hls, video)
  let failedAt: number[] = []
  let retry: number | undefined
  hls.on(HlsPlayer.Events.MANIFEST_PARSED, () => events.onQualities())
  hls.on(HlsPlayer.Events.INIT_PTS_FOUND, (_name, { initPTS, timescale }) => events.onMediaStart(initPTS / timescale))
  hls.on(HlsPlayer.Events.ERROR, (_name, { fatal, type, details, response }) => {
    if (!fatal) return
    const now = Date.now()
    failedAt = [...failedAt.filter((at) => now - at < failureWindowMs), now]
    const status = response?.code ?? 0
    const isGone = status === 401 || status === 403 || status === 404 || status === 410
    if (isGone || failedAt.length > failuresMax) {
      events.onFailure({ reason: details, isGone })
      return
    }
    if (type === HlsPlayer.ErrorTypes.MEDIA_ERROR) hls.recoverMediaError()
    else retry = window.setTimeout(() => hls.startLoad(), 500 * 2 ** failedAt.length)
  })
  hls.loadSource(source.url)
  hls.attachMedia(video)
  const details = () => hls.latestLevelDetails
  return {
    protocol: 'hls',
    livePosition: () => (details()?.live === true ? (hls.liveSyncPosition ?? undefined) : undefined),
    windowStart: () => (details()?.live === true ? (details()?.fragmentStart ?? 0) : 0),
    programTime: () => hls.playingDate ?? undefined,
    qualities: () => (hls.levels.length < 2 ? [] : [{ id: 'auto', label: 'Auto' }, ...sizesOf(hls.levels)]),
    quality: () => (hls.autoLevelEnabled ? 'auto' : hls.nextLevel),
    choose: (id) => (hls.nextLevel = id === 'auto' ? -1 : id),
    bitrateKbps: () => kbps(hls.levels[hls.currentLevel]),
    rendition: () => renditionOf(hls),
    close() {
      window.clearTimeout(retry)
      hls.destroy()
    },
  }
}

/** The qualities, largest first. */
function sizesOf(levels: readonly Level[]): Quality[] {
  const sizes = levels.map((level, id) => ({ id, height: level.height, label: sizeText(level) }))
  return sizes.toSorted((left, right) => right.height - left.height).map(({ id, label }) => ({ id, label }))
}

function sizeText(level: Level): string {
  if (level.height === 0) return 'Audio only'
  return `${level.height}p${level.frameRate > 40 ? Math.round(level.frameRate) : ''}`
}

function kbps(level: Level | undefined): number | undefined {
  const bitrate = level?.realBitrate || level?.bitrate
  return bitrate === undefined || bitrate === 0 ? undefined : Math.round(bitrate / 1000)
}

/** Names of renditions by the names of their playlists: `720p-<session>.m3u8`, or `video.m3u8` of a recording. */
const renditionNames = new Map([
  ['video', 'source'],
  ['720p', '720p'],
  ['480p', '480p'],
  ['audio', 'audio'],
])

/** The name of the current rendition; a single one is the source. */
function renditionOf({ levels, currentLevel }: HlsPlayer): string | undefined {
  const address = levels[currentLevel]?.uri
  const playlist = address === undefined ? undefined : new URL(address).pathname.split('/').at(-1)
  return renditionNames.get(playlist?.split(/[-.]/)[0] ?? '') ?? (levels.length === 1 ? 'source' : undefined)
}

const reloadsMax = 4

function openNative(video: HTMLVideoElement, source: Source, events: EngineEvents): Engine {
  let reloads = 0
  let retry: number | undefined
  const onError = () => {
    reloads += 1
    if (reloads > reloadsMax) events.onFailure({ reason: video.error?.message ?? 'unknown', isGone: false })
    else retry = window.setTimeout(load, 1_000 * 2 ** reloads)
  }
  const onPlaying = () => (reloads = 0)
  const load = () => {
    const at = video.currentTime
    video.src = source.url
    video.load()
    if (at > 0 && Number.isFinite(video.duration)) video.currentTime = at
  }
  video.addEventListener('error', onError)
  video.addEventListener('playing', onPlaying)
  load()
  if (source.startSeconds !== null) {
    const start = source.startSeconds
    video.addEventListener('loadedmetadata', () => (video.currentTime = start), { once: true })
  }
  const isEndless = () => source.isPlaylist && video.duration === Number.POSITIVE_INFINITY
  // A TimeRanges object is a snapshot: it is read each time.
  const live = () => (isEndless() && video.seekable.length > 0 ? video.seekable : undefined)
  return {
    protocol: source.isPlaylist ? 'native' : 'mp4',
    livePosition: () => live()?.end(video.seekable.length - 1),
    windowStart: () => live()?.start(0) ?? 0,
    programTime: () => programTimeOf(video),
    qualities: () => [],
    quality: () => 'auto',
    choose: () => undefined,
    bitrateKbps: () => undefined,
    // Browsers do not report the rendition that they play of a playlist.
    rendition: () => (source.isPlaylist ? undefined : 'source'),
    close() {
      window.clearTimeout(retry)
      video.removeEventListener('error', onError)
      video.removeEventListener('playing', onPlaying)
      video.removeAttribute('src')
      video.load()
    },
  }
}

/** Programme time of the start of the time line, which only Safari reports (HTML Living Standard, getStartDate). */
function programTimeOf(video: HTMLVideoElement & { getStartDate?(): Date }): Date | undefined {
  const startMs = video.getStartDate?.().getTime() ?? Number.NaN
  return Number.isNaN(startMs) ? undefined : new Date(startMs + video.currentTime * 1000)
}
