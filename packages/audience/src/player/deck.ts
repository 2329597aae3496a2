import { keep, recall } from '#audience/memory.ts'
import type { Playback } from '#audience/playback.ts'
import type { Engine } from './engine.ts'
import { makeFollowing } from './following.ts'

/** The playable range, in seconds on the element's time line. */
export type Range = { start: number; end: number; position: number; isLive: boolean }

/** A video with its actions. Buttons, keys and media keys of the system act through it. */
export type Deck = {
  video: HTMLVideoElement
  engine(): Engine | undefined
  setEngine(engine: Engine | undefined): void
  range(): Range
  /** Whether playback is within the latency that counts as live. */
  isAtLive(): boolean
  /** Plays; muted where the browser allows nothing else. False where it allows no playback. */
  play(): Promise<boolean>
  toggle(): void
  seekTo(position: number): void
  seekBy(seconds: number): void
  goLive(): void
  /** Returns to live when the network, and not the viewer, left it behind. Called at short intervals. */
  followLive(): void
  setVolume(volume: number): void
  toggleMute(): void
  setRate(rate: number): void
}

/** Latency up to which playback counts as live, in seconds. */
const liveToleranceSeconds = { ultraLow: 3, low: 4, standard: 9 }
/** Distance to the end of a live window within which a seek means live. */
const snapSeconds = 1.5

/** Makes the deck of a video element. Volume and muting are the viewer's last choice. */
export function makeDeck(video: HTMLVideoElement, latencyMode: () => Playback['latencyMode']): Deck {
  let engine: Engine | undefined
  const following = makeFollowing(video)
  const volume = Number(recall('volume') ?? 1)
  video.volume = volume >= 0 && volume <= 1 ? volume : 1
  const deck: Deck = {
    video,
    engine: () => engine,
    setEngine(made) {
      engine = made
      following.want(true)
    },
    range() {
      const position = video.currentTime
      const live = engine?.livePosition()
      if (live !== undefined) {
        return { start: engine?.windowStart() ?? 0, end: Math.max(live, position), position, isLive: true }
      }
      return { start: 0, end: Number.isFinite(video.duration) ? video.duration : 0, position, isLive: false }
    },
    isAtLive() {
      const live = engine?.livePosition()
      return live !== undefined && live - video.currentTime < liveToleranceSeconds[latencyMode()]
    },
    async play() {
      try {
        await video.play()
        return true
      } catch (error) {
        if (!isRefusal(error)) return true
        if (video.muted) return false
        video.muted = true
        return deck.play()
      }
    },
    toggle() {
      if (!video.paused && !video.ended) video.pause()
      else void deck.play()
    },
    seekTo(position) {
      const { start, end, isLive } = deck.range()
      if (isLive && position >= end - snapSeconds) return deck.goLive()
      following.want(false)
      video.currentTime = Math.min(Math.max(position, start), Math.max(start, end - 0.05))
    },
    seekBy: (seconds) => deck.seekTo(video.currentTime + seconds),
    goLive() {
      const live = engine?.livePosition()
      if (live === undefined) return
      video.currentTime = live
      following.want(true)
      void deck.play()
    },
    followLive: () => following.keepUp(engine?.livePosition(), latencyMode()),
    setVolume(level) {
      video.volume = Math.min(1, Math.max(0, level))
      video.muted = video.volume === 0
      keep('volume', String(video.volume))
    },
    toggleMute() {
      video.muted = !video.muted
      if (!video.muted && video.volume === 0) deck.setVolume(0.5)
    },
    setRate(rate) {
      video.playbackRate = rate
      video.defaultPlaybackRate = rate
    },
  }
  return deck
}

/** Whether the browser refused autoplay with audio; other errors of `play` have other causes. */
function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'NotAllowedError'
}
