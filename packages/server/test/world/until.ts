import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time-out far beyond any condition on a busy machine: only one that never holds reaches it. */
const timeoutMs = 30_000
/** Bounds of the pause between two polls: a tenth of the time waited so far, so that long waits take little CPU. */
const pauseMs = { min: 10, max: 100 }

/** Polls until the value is accepted (by default: truthy) and returns it. Fails after 30 s. */
export async function until<T>(read: () => Promise<T> | T, isRight: (value: T) => boolean = Boolean): Promise<T> {
  const startedAtMs = performance.now()
  for (;;) {
    const value = await read()
    if (isRight(value)) return value
    const waitedMs = performance.now() - startedAtMs
    assert.ok(waitedMs < timeoutMs, `this never came to be: ${read}, but ${JSON.stringify(value)}`)
    await sleep(Math.min(Math.max(waitedMs / 10, pauseMs.min), pauseMs.max))
  }
}
