import { sendOff } from '#audience/api.ts'
import { randomId, viewerId } from '#audience/memory.ts'
import { makeMeter, type Sample } from './meter.ts'
import type { Engine } from './engine.ts'

/** Playback as heartbeats report it. */
export type Watched = {
  video: HTMLVideoElement
  playbackId: string
  isEmbedded: boolean
  engine(): Engine | undefined
  token(): string | null
  /** When the live session began, in ms since 1970; undefined for what is recorded. */
  startedAtMs(): number | undefined
  /** The server's clock, in ms since 1970. */
  serverNowMs(): number
}

/** Sends heartbeats at the first frame, when the rendition changes, and every 10 seconds at least. */
export type Heartbeats = {
  /** The viewer starts playback: the time to the first frame begins. */
  wished(): void
  failed(code: string): void
  /** Another session begins: it is another view. */
  renew(): void
}

const path = '/public/video/heartbeat'
const everyMs = 10_000
const sampleEveryMs = 250
/** A page that slept must not report hours at once. */
const beatMsMax = 60_000
const latencyMsMax = 3_600_000

/** Begins to measure and to report. */
export function openHeartbeats(watched: Watched): Heartbeats {
  const { video, playbackId, isEmbedded } = watched
  const meter = makeMeter()
  const viewer = viewerId()
  const referrer = document.referrer.slice(0, 2048)
  let view = { id: randomId(), number: 0, beatenAtMs: 0, wishedAtMs: 0 }
  let startupMs: number | undefined
  let error: string | undefined
  /** Which one was played since the beat before. */
  let rendition: string | undefined

  const sample = () => meter.add(sampleOf(video))
  const playing = () => watched.engine()?.rendition()

  function beat() {
    sample()
    const { playedMs, rebufferMs } = meter.take()
    const next = playing()
    sendOff(path, {
      playbackId,
      token: watched.token() ?? undefined,
      viewId: view.id,
      viewerId: viewer,
      number: view.number,
      playedMs: Math.min(playedMs, beatMsMax),
      rebufferMs: Math.min(rebufferMs, beatMsMax),
      ...placeOf(watched),
      startupMs,
      bitrateKbps: watched.engine()?.bitrateKbps(),
      rendition: rendition ?? next,
      error,
      protocol: watched.engine()?.protocol,
      referrer,
      isEmbedded,
    })
    view.number += 1
    view.beatenAtMs = performance.now()
    startupMs = undefined
    error = undefined
    rendition = next
  }

  function tick() {
    if (video.paused || view.number === 0) return
    sample()
    if (isChange(rendition, playing()) || performance.now() - view.beatenAtMs >= everyMs) beat()
  }

  window.setInterval(tick, sampleEveryMs)
  for (const type of ['timeupdate', 'playing']) video.addEventListener(type, sample)
  video.addEventListener('playing', () => {
    if (view.number > 0) return
    if (view.wishedAtMs > 0) startupMs = Math.round(performance.now() - view.wishedAtMs)
    beat()
  })
  const last = () => void (view.number > 0 && beat())
  for (const type of ['pause', 'ended']) video.addEventListener(type, last)
  window.addEventListener('pagehide', last)
  return {
    wished: () => (view.wishedAtMs ||= performance.now()),
    failed(code) {
      error = code.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, 40)
      beat()
    },
    renew() {
      last()
      view = { id: randomId(), number: 0, beatenAtMs: 0, wishedAtMs: performance.now() }
    },
  }
}

/** From one rendition to another one; not where either is unknown, as it is while a player seeks. */
function isChange(before: string | undefined, after: string | undefined): boolean {
  return before !== undefined && after !== undefined && before !== after
}

function sampleOf(video: HTMLVideoElement): Sample {
  const isPlaying = !video.paused && !video.ended
  return {
    nowMs: performance.now(),
    position: video.currentTime,
    rate: video.playbackRate,
    isPlaying,
    isStarved: isPlaying && video.readyState < HTMLMediaElement.HAVE_FUTURE_DATA,
    isSeeking: video.seeking,
  }
}

/** Where the playhead is: in a recorded video, or since a live session began, and then how far behind the moment. */
function placeOf(watched: Watched): { positionSeconds: number; latencyMs?: number } {
  const { video } = watched
  const engine = watched.engine()
  const programMs = engine?.programTime()?.getTime()
  if (engine?.livePosition() === undefined) return { positionSeconds: video.currentTime }
  if (programMs === undefined) return { positionSeconds: 0 }
  const positionSeconds = Math.max(0, (programMs - (watched.startedAtMs() ?? programMs)) / 1000)
  const latencyMs = Math.round(watched.serverNowMs() - programMs)
  const isMeasured = !video.paused && latencyMs >= 0 && latencyMs <= latencyMsMax
  return isMeasured ? { positionSeconds, latencyMs } : { positionSeconds }
}
