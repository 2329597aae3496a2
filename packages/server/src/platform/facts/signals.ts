import type { FactSignals } from './factSignalsPort.ts'

/** Waits for facts of accounts, with the function that wakes them. */
export type Signals = FactSignals & {
  /** Ends waits for one of these accounts; all waits when undefined. */
  wake(accountIds: readonly number[] | undefined): void
  /** Ends all waits and refuses further ones. */
  close(): void
}

const watchesMax = 20_000
const watchesPerAccountMax = 50

type Watch = { hasFacts: boolean; wake: (() => void) | undefined }

/** Opens the signals. A wait costs a timer and no connection. */
export function openSignals(): Signals {
  const watches = new Map<number, Set<Watch>>()
  let count = 0
  let isClosed = false
  const wakeAll = (accountIds: Iterable<number>) => {
    for (const accountId of accountIds) {
      for (const watch of watches.get(accountId) ?? []) {
        watch.hasFacts = true
        watch.wake?.()
      }
    }
  }
  return {
    watch(accountId) {
      const own = watches.get(accountId) ?? new Set()
      const isRefused = isClosed || count >= watchesMax || own.size >= watchesPerAccountMax
      if (isRefused) return { next: () => Promise.resolve('refused'), close() {} }
      const watch: Watch = { hasFacts: false, wake: undefined }
      watches.set(accountId, own.add(watch))
      count += 1
      return {
        async next(timeoutMs) {
          if (!watch.hasFacts && !isClosed) await woken(watch, timeoutMs)
          const hadFacts = watch.hasFacts
          watch.hasFacts = false
          if (isClosed) return 'refused'
          return hadFacts ? 'facts' : 'over'
        },
        close() {
          if (!own.delete(watch)) return
          watch.wake?.()
          count -= 1
          if (own.size === 0) watches.delete(accountId)
        },
      }
    },
    wake: (accountIds) => wakeAll(accountIds ?? [...watches.keys()]),
    close() {
      isClosed = true
      wakeAll([...watches.keys()])
    },
  }
}

function woken(watch: Watch, timeoutMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      watch.wake = undefined
      resolve()
    }
    const timer = setTimeout(done, timeoutMs)
    watch.wake = done
  })
}
