import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'

/** Time-out far beyond any condition on a busy machine: only one that never holds reaches it. */
const timeoutMs = 30_000
const pauseMs = 10

/** Polls until the value is accepted (by default: truthy) and returns it. Fails after 30 s. */
export async function until<T>(read: () => Promise<T> | T, isRight: (value: T) => boolean = Boolean): Promise<T> {
  const endsAtMs = performance.now() + timeoutMs
  for (;;) {
    const value = await read()
    if (isRight(value)) return value
    assert.ok(performance.now() < endsAtMs, `this never came to be: ${read}, but ${JSON.stringify(value)}`)
    await sleep(pauseMs)
  }
}
