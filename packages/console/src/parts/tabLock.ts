/** A lock among the tabs of this browser, until `release` or the end of the tab. */
export type TabLock = { release(): void }

/** Acquires a lock by its name; undefined while another tab holds it. Without locks in the browser every tab has it. */
export function acquireTabLock(name: string): Promise<TabLock | undefined> {
  return new Promise((resolve) => {
    if (navigator.locks === undefined) return resolve({ release: () => undefined })
    void navigator.locks.request(name, { ifAvailable: true }, (lock) => {
      if (lock === null) return resolve(undefined)
      return new Promise<void>((end) => resolve({ release: end }))
    })
  })
}
