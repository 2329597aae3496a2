import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** Writes lines to a stream without blocking the process. */
export type LineWriter = {
  /** Queues a line, without its line feed. Lines beyond the bound are dropped; their number is written later. */
  write(line: string): void
  /** Lines dropped since the start. */
  droppedCount(): number
  /** Resolves when all queued lines are written, or after the time. */
  flush(timeoutMs?: number): Promise<void>
}

/** Bound of queued characters, beside one write of at most as many in the stream. */
const waitingCharsMax = 1_048_576

/** Opens a writer on a stream such as `process.stdout`, whose reader may be slow, stuck or closed. */
export function openLineWriter(stream: Writable): LineWriter {
  const state = { chars: 0, dropped: 0, untold: 0, isWriting: false, isGone: false }
  let waiting: string[] = []
  stream.on('error', () => {
    state.isGone = true
    waiting = []
  })
  const next = () => {
    state.isWriting = false
    if (state.isGone || waiting.length === 0) return
    state.isWriting = true
    stream.write(taken(), next)
  }
  const taken = () => {
    if (state.untold > 0) waiting.push(`{"level":"warn","message":"${state.untold} lines of the log were dropped"}`)
    const text = `${waiting.join('\n')}\n`
    waiting = []
    state.chars = 0
    state.untold = 0
    return text
  }
  return {
    write(line) {
      if (state.isGone || state.chars + line.length > waitingCharsMax) {
        state.dropped += 1
        state.untold += 1
        return
      }
      state.chars += line.length
      waiting.push(line)
      if (!state.isWriting) next()
    },
    droppedCount: () => state.dropped,
    async flush(timeoutMs = 1_000) {
      const endsAt = Date.now() + timeoutMs
      while (state.isWriting && !state.isGone && Date.now() < endsAt) await sleep(2)
    },
  }
}
