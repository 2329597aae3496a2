type Waiting<T> = { item: T; done: () => void; failed: (error: unknown) => void }

/** Writes items in batches: items that arrive during a write form the next one. A call resolves with its own write. */
export function batching<T>(mostAtOnce: number, write: (items: T[]) => Promise<void>): (item: T) => Promise<void> {
  const waiting: Waiting<T>[] = []
  let isWriting = false
  const next = async (): Promise<void> => {
    const batch = waiting.splice(0, mostAtOnce)
    try {
      await write(batch.map(({ item }) => item))
      for (const { done } of batch) done()
    } catch (error) {
      for (const { failed } of batch) failed(error)
    }
    if (waiting.length > 0) return next()
    isWriting = false
  }
  return (item) =>
    new Promise((done, failed) => {
      waiting.push({ item, done, failed })
      if (isWriting) return
      isWriting = true
      setImmediate(() => void next())
    })
}

/** Runs at most `most` works at a time, the rest in order of arrival. */
export function slots(most: number): <T>(work: () => Promise<T>) => Promise<T> {
  const waiting: (() => void)[] = []
  let taken = 0
  return async (work) => {
    if (taken >= most) await new Promise<void>((resolve) => waiting.push(resolve))
    else taken += 1
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next === undefined) taken -= 1
      else next()
    }
  }
}

/** Waits for work to end, up to a time: a hung job must not keep a process from stopping. */
export async function endOf(work: Promise<unknown>, timeoutMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, timeoutMs)
  })
  await Promise.race([work, over])
  clearTimeout(timer)
}

/** Waits for all entries, including later ones. Resolves to whether there was any. */
export async function ended(running: ReadonlyMap<unknown, Promise<void>>): Promise<boolean> {
  const wasRunning = running.size > 0
  while (running.size > 0) await Promise.all(running.values())
  return wasRunning
}
