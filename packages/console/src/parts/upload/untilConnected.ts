import { isWorthRetry, sentenceOf } from '#console/app/failures.ts'
import { connectionPause } from '#console/parts/connectionPause.ts'

/** Wait before another attempt; a connection that returns ends it. */
const pauseMs = 5_000

type Waiting = { signal: AbortSignal; onBroken(sentence: string): void }

/** Runs a call, again and again while the connection is lost or the server busy. Throws other errors, and an abort. */
export async function untilConnected<T>(call: () => Promise<T>, { signal, onBroken }: Waiting): Promise<T> {
  for (;;) {
    try {
      return await call()
    } catch (error) {
      if (signal.aborted || !isWorthRetry(error)) throw error
      onBroken(sentenceOf(error))
      await connectionPause(pauseMs, signal)
    }
  }
}
