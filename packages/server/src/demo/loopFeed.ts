import type { MediaTag } from '#platform/video/mediaTypes.ts'
import type { Loop } from './demoLoop.ts'

export type FeedOptions = {
  send(tag: MediaTag): void
  /** Monotonic clock, in ms. */
  nowMs(): number
}

/** Interval of sending, about one frame. */
const tickMs = 33
/** Delay after which the feed continues without catching up, as after a suspended machine. */
const behindMsMax = 1_000

/** Sends a loop at its pace, round after round with increasing timestamps. Returns a function that stops it. */
export function feedLoop({ headers, media, durationMs }: Loop, { send, nowMs }: FeedOptions): () => void {
  let begunAtMs = nowMs()
  let sentCount = 0

  function next(): MediaTag {
    const round = Math.floor(sentCount / media.length)
    const tag = media[sentCount % media.length]
    if (tag === undefined) throw new RangeError('a loop of nothing has no next message')
    return { ...tag, timestampMs: tag.timestampMs + round * durationMs }
  }

  function sendDue(): void {
    const lateMs = nowMs() - begunAtMs - next().timestampMs
    if (lateMs > behindMsMax) begunAtMs += lateMs
    const dueMs = nowMs() - begunAtMs
    for (let tag = next(); tag.timestampMs <= dueMs; tag = next()) {
      sentCount += 1
      // Timestamps have 32 bits and wrap after 49 days.
      send({ ...tag, timestampMs: tag.timestampMs % 2 ** 32 })
    }
  }

  for (const header of headers) send(header)
  sendDue()
  const timer = setInterval(sendDue, tickMs)
  return () => clearInterval(timer)
}
