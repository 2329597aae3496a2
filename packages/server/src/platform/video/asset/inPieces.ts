import { setImmediate as turn } from 'node:timers/promises'

/** Runs long work that yields after each piece; other work of the event loop runs in between. */
export async function inPieces<T>(work: Generator<void, T>): Promise<T> {
  for (;;) {
    const step = work.next()
    if (step.done === true) return step.value
    await turn()
  }
}
