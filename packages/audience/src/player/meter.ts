/** The state of a video at one time. */
export type Sample = {
  nowMs: number
  /** Position on the element's time line, in seconds. */
  position: number
  rate: number
  /** Neither paused nor ended. */
  isPlaying: boolean
  /** Playing without data for the next frame. */
  isStarved: boolean
  isSeeking: boolean
}

/** Sums since the last reading, in milliseconds. */
export type Reading = { playedMs: number; rebufferMs: number }

/** Tolerance of media time against the clock: both drift apart. */
const slackMs = 300

/** Sums up played media time, without stalls and seeks. */
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
    /** Returns the sums in whole milliseconds and resets them. Fractions stay for the next reading. */
    take(): Reading {
      const taken = { playedMs: Math.floor(reading.playedMs), rebufferMs: Math.floor(reading.rebufferMs) }
      reading = { playedMs: reading.playedMs - taken.playedMs, rebufferMs: reading.rebufferMs - taken.rebufferMs }
      return taken
    },
  }
}
