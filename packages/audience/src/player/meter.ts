/** How a video stands at one moment. */
export type Sample = {
  nowMs: number
  /** On the element's time line, in seconds. */
  position: number
  rate: number
  /** Wanted to play: neither paused nor ended. */
  isPlaying: boolean
  /** Wanted to play, and has nothing to show. */
  isStarved: boolean
  isSeeking: boolean
}

/** Sums since the last reading, in milliseconds. */
export type Reading = { playedMs: number; rebufferMs: number }

/** How much faster than the clock media may seem to run: clocks of media and computer tick apart. */
const slackMs = 300

/** Adds up what was really played: media that went by, not time that passed, and no leaps. */
export function makeMeter() {
  let last: Sample | undefined
  let reading: Reading = { playedMs: 0, rebufferMs: 0 }
  let hasPlayed = false
  return {
    add(sample: Sample): void {
      const before = last
      last = sample
      if (before === undefined || !before.isPlaying || sample.isSeeking || before.isSeeking) return
      const passedMs = sample.nowMs - before.nowMs
      const movedMs = (sample.position - before.position) * 1000
      const isLeap = movedMs < 0 || movedMs > passedMs * Math.max(sample.rate, before.rate) + slackMs
      if (movedMs > 0 && !isLeap) {
        reading.playedMs += movedMs
        hasPlayed = true
      }
      if (hasPlayed && before.isStarved) reading.rebufferMs += passedMs
    },
    /** Reads and begins anew; whole milliseconds, what is left of one stays. */
    take(): Reading {
      const taken = { playedMs: Math.floor(reading.playedMs), rebufferMs: Math.floor(reading.rebufferMs) }
      reading = { playedMs: reading.playedMs - taken.playedMs, rebufferMs: reading.rebufferMs - taken.rebufferMs }
      return taken
    },
  }
}
