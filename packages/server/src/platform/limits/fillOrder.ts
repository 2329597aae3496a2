/** A token bucket as the moment at which it is full again (GCRA): tokens are missing until then, by the time left. */
export type Bucket = {
  id: string
  fullAtMs: number
  /** Position in the heap. */
  index: number
}

/** Buckets in the order in which they become full: a binary heap, so that a move costs log n steps. */
export type FillOrder = {
  /** The bucket that is full first. */
  first(): Bucket | undefined
  add(bucket: Bucket): void
  /** Gives a bucket another moment. */
  move(bucket: Bucket, fullAtMs: number): void
  remove(bucket: Bucket): void
}

/** Opens an empty order. */
export function openFillOrder(): FillOrder {
  const heap: Bucket[] = []
  const put = (bucket: Bucket, index: number) => {
    heap[index] = bucket
    bucket.index = index
  }
  const rise = (bucket: Bucket) => {
    let { index } = bucket
    while (index > 0) {
      const above = (index - 1) >> 1
      const parent = heap[above]
      if (parent === undefined || parent.fullAtMs <= bucket.fullAtMs) break
      put(parent, index)
      index = above
    }
    put(bucket, index)
  }
  const sink = (bucket: Bucket) => {
    let { index } = bucket
    for (;;) {
      const left = heap[2 * index + 1]
      const right = heap[2 * index + 2]
      if (left === undefined) break
      const child = right !== undefined && right.fullAtMs < left.fullAtMs ? right : left
      if (child.fullAtMs >= bucket.fullAtMs) break
      const below = child.index
      put(child, index)
      index = below
    }
    put(bucket, index)
  }
  const move = (bucket: Bucket, fullAtMs: number) => {
    const isLater = fullAtMs > bucket.fullAtMs
    bucket.fullAtMs = fullAtMs
    if (isLater) sink(bucket)
    else rise(bucket)
  }
  return {
    first: () => heap[0],
    move,
    add(bucket) {
      bucket.index = heap.push(bucket) - 1
      rise(bucket)
    },
    remove(bucket) {
      const last = heap.pop()
      if (last === undefined || last === bucket) return
      const { index, fullAtMs } = bucket
      const movedTo = last.fullAtMs
      put(last, index)
      last.fullAtMs = fullAtMs
      move(last, movedTo)
    },
  }
}
