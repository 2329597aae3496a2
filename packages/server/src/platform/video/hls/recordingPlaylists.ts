import { LRUCache } from 'lru-cache'
import type { Files } from '#platform/files/files.ts'
import { openRecorded, type Recorded } from './recorded.ts'

/** Memory for recently played recordings: about two hundred hours of them. */
const memoryBytesMaxDefault = 64 * 1024 * 1024

/** Cache of opened recordings, bounded by memory; the least recently used one is evicted first. */
export type Recordings = {
  /** Finds a recording in memory. */
  find(prefix: string): Recorded | undefined
  /** Opens a recording; concurrent calls share one read. Rejects with FileMissing and IndexDamaged. */
  open(prefix: string): Promise<Recorded>
  /** Evicts a recording that has changed or was deleted. A read under way is not cached either. */
  evict(prefix: string): void
}

/** Opens an empty cache of recordings. */
export function openRecordings(files: Files, memoryBytesMax = memoryBytesMaxDefault): Recordings {
  const known = new LRUCache<string, Recorded>({
    maxSize: memoryBytesMax,
    // A recording larger than the whole cache counts as its full size and evicts all others.
    sizeCalculation: ({ memoryBytes }) => Math.max(1, Math.min(memoryBytes, memoryBytesMax)),
  })
  const opening = new Map<string, Promise<Recorded>>()

  function evict(prefix: string): void {
    known.delete(prefix)
    opening.delete(prefix)
  }

  async function openAndCache(prefix: string): Promise<Recorded> {
    const isCurrent = () => opening.get(prefix) === work
    const work = openRecorded(files, prefix)
    opening.set(prefix, work)
    try {
      const recorded = await work
      if (isCurrent()) known.set(prefix, recorded)
      return recorded
    } finally {
      if (isCurrent()) opening.delete(prefix)
    }
  }

  return {
    find: (prefix) => known.get(prefix),
    evict,
    open: async (prefix) => known.get(prefix) ?? opening.get(prefix) ?? openAndCache(prefix),
  }
}
