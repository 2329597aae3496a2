/** A lock among the tabs of this browser, until `release` or the end of the tab. */
export type TabLock = { release(): void }

/** Acquires a lock by its name; undefined while another tab holds it. Without locks in the browser every tab has it. */
export function acquireTabLock(name: string): Promise<TabLock | undefined> {
  return request(name, { ifAvailable: true })
}

/** Waits until no other tab holds a lock, as when that tab is closed, and acquires it. */
export function awaitTabLock(name: string): Promise<TabLock | undefined> {
  return request(name, {})
}

function request(name: string, options: LockOptions): Promise<TabLock | undefined> {
  return new Promise((resolve) => {
    if (navigator.locks === undefined) return resolve({ release: () => undefined })
    void navigator.locks.request(name, options, (lock) => {
      if (lock === null) return resolve(undefined)
      return new Promise<void>((end) => resolve({ release: end }))
    })
  })
}
