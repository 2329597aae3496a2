/**
 * One event of a stream, by the name that its operation declares. `id`: a reader that reconnects sends the last one as
 * `lastEventId`.
 */
export type ServerEvent = { event: string; data: unknown; id?: string }

/** A queue of events with one reader, which keeps the newest event of each name. */
export type LatestEvents<E extends ServerEvent> = AsyncIterable<E> & {
  push(event: E): void
  /** Ends the stream: the reader receives the queued events first. */
  end(): void
}

/**
 * Opens a stream of events that queues the newest event of each name: a slow reader misses older ones, and the names
 * bound the queue. `onEnd` is called once, when either side has ended the stream.
 */
export function latestEvents<E extends ServerEvent>(onEnd: () => void): LatestEvents<E> {
  const waiting = new Map<string, E>()
  let isOver = false
  let wake = () => {}
  const end = () => {
    if (isOver) return
    isOver = true
    onEnd()
    wake()
  }
  const take = (): IteratorResult<E> | undefined => {
    const [first] = waiting.values()
    if (first === undefined) return isOver ? { done: true, value: undefined } : undefined
    waiting.delete(first.event)
    return { done: false, value: first }
  }
  const next = async (): Promise<IteratorResult<E>> => {
    for (;;) {
      const taken = take()
      if (taken !== undefined) return taken
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  return {
    push(event) {
      if (isOver) return
      waiting.set(event.event, event)
      wake()
    },
    end,
    [Symbol.asyncIterator]: () => ({
      next,
      async return() {
        waiting.clear()
        end()
        return { done: true, value: undefined }
      },
    }),
  }
}
