import type { Playback } from '#audience/playback.ts'

/** Keeps who watches live at live. */
export type Following = {
  /** The viewer wants to be at live, or somewhere else. */
  want(isWanted: boolean): void
  /** Leaps to live where the line, and not the viewer, has left it behind. Called now and then. */
  keepUp(live: number | undefined, latencyMode: Playback['latencyMode']): void
}

/** Further behind than this, hls.js no longer catches up by playing faster. */
const leftBehindSeconds = { ultraLow: 2, low: 2, standard: 6 }
const leftBehindMs = 3_000

/** Follows live in a video element until the viewer pauses or goes back, who is then left where they are. */
export function makeFollowing(video: HTMLVideoElement): Following {
  let isWanted = true
  let behindSinceMs: number | undefined
  video.addEventListener('pause', () => (isWanted = false))
  return {
    want: (wanted) => (isWanted = wanted),
    keepUp(live, latencyMode) {
      const isBehind = live !== undefined && live - video.currentTime > leftBehindSeconds[latencyMode]
      behindSinceMs = isBehind && isWanted && !video.seeking ? (behindSinceMs ?? performance.now()) : undefined
      const isLong = behindSinceMs !== undefined && performance.now() - behindSinceMs > leftBehindMs
      // A leap to what is not loaded yet would only be the next stop.
      if (isLong && live !== undefined && bufferedEnd(video) >= live) video.currentTime = live
    },
  }
}

/** How far what is loaded reaches without a gap from where it plays. */
export function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime) return buffered.end(index)
  }
  return currentTime
}
