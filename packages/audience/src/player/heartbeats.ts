import { sendInBackground } from '#audience/api.ts'
import { randomId, viewerId } from '#audience/memory.ts'
import { makeMeter, type Sample } from './meter.ts'
import type { Engine } from './engine.ts'

/** Playback as heartbeats report it. */
export type Watched = {
  video: HTMLVideoElement
  playbackId: string
  isEmbedded: boolean
  /** Token of the viewer. */
  viewToken: string
  engine(): Engine | undefined
  token(): string | null
  /** Start of the live session, in ms since 1970; undefined for recorded videos. */
  startedAtMs(): number | undefined
  /** The server's clock, in ms since 1970. */
  serverNowMs(): number
}

/** Sends heartbeats at the first frame, when the rendition changes, and every 10 seconds at least. */
export type Heartbeats = {
  /** The viewer starts playback: the time to the first frame begins. */
  playRequested(): void
  failed(code: string): void
  /** Starts a new view, for a new session. */
  renew(): void
}

const path = '/public/video/heartbeat'
const everyMs = 10_000
const sampleEveryMs = 250
/** Longest time of one heartbeat: a page that was suspended must not report hours at once. */
const beatMsMax = 60_000
const latencyMsMax = 3_600_000

/** Starts measuring and reporting. */
export function openHeartbeats(watched: Watched): Heartbeats {
  const { video, playbackId, isEmbedded, viewToken } = watched
  const meter = makeMeter()
  const viewer = viewerId()
  const referrer = document.referrer.slice(0, 2048)
  let view = { id: randomId(), number: 0, beatenAtMs: 0, requestedAtMs: 0 }
  let startupMs: number | undefined
  let error: string | undefined
  /** The rendition since the last heartbeat. */
  let rendition: string | undefined

  const sample = () => meter.add(sampleOf(video))
  const playing = () => watched.engine()?.rendition()

  function beat() {
    sample()
    const { playedMs, rebufferMs } = meter.take()
    const next = playing()
    sendInBackground(path, {
      playbackId,
      token: watched.token() ?? undefined,
      viewToken,
      viewId: view.id,
      viewerId: viewer,
      number: view.number,
      playedMs: Math.min(playedMs, beatMsMax),
      rebufferMs: Math.min(rebufferMs, beatMsMax),
      ...positionOf(watched),
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
    if (view.requestedAtMs > 0) startupMs = Math.round(performance.now() - view.requestedAtMs)
    beat()
  })
  const last = () => void (view.number > 0 && beat())
  for (const type of ['pause', 'ended']) video.addEventListener(type, last)
  window.addEventListener('pagehide', last)
  return {
    playRequested: () => (view.requestedAtMs ||= performance.now()),
    failed(code) {
      error = code.replace(/[^A-Za-z0-9_.:-]/g, '_').slice(0, 40)
      beat()
    },
    renew() {
      last()
      view = { id: randomId(), number: 0, beatenAtMs: 0, requestedAtMs: performance.now() }
    },
  }
}

/** Whether the rendition changed. It is unknown while a player seeks, which is no change. */
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

/** The playhead in a recorded video, or since the start of a live session, there with the latency. */
function positionOf(watched: Watched): { positionSeconds: number; latencyMs?: number } {
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
