import type { Playback } from '#audience/playback.ts'

/** Keeps playback at live. */
export type Following = {
  /** Sets whether the viewer wants to be at live. */
  want(isWanted: boolean): void
  /** Seeks to live when the network, and not the viewer, left it behind. Called at short intervals. */
  keepUp(live: number | undefined, latencyMode: Playback['latencyMode']): void
}

/** Distance behind live beyond which hls.js no longer catches up by a higher rate. */
const leftBehindSeconds = { ultraLow: 2, low: 2, standard: 6 }
const leftBehindMs = 3_000

/** Follows live in a video element until the viewer pauses or seeks back. */
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
      // A seek to a position that is not loaded would stall again.
      if (isLong && live !== undefined && bufferedEnd(video) >= live) video.currentTime = live
    },
  }
}

/** End of the loaded range around the current position. */
export function bufferedEnd({ buffered, currentTime }: HTMLVideoElement): number {
  for (let index = 0; index < buffered.length; index++) {
    if (buffered.start(index) <= currentTime + 0.1 && buffered.end(index) >= currentTime) return buffered.end(index)
  }
  return currentTime
}
