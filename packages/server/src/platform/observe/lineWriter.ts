import type { Writable } from 'node:stream'
import { setTimeout as sleep } from 'node:timers/promises'

/** Writes lines to a stream without ever holding up the process. */
export type LineWriter = {
  /** Takes a line, without its line feed. Beyond the bound lines are dropped, and how many is written later. */
  write(line: string): void
  /** Lines dropped since the start. */
  droppedCount(): number
  /** Resolves when all taken lines are out, or after the time. */
  flush(timeoutMs?: number): Promise<void>
}

/** Characters that wait here, beside one write of at most as many that the stream is at. */
const waitingCharsMax = 1_048_576

/** Opens a writer on a stream such as `process.stdout`. The reader behind it may be slow, stuck or gone. */
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
