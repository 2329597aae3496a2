import { LRUCache } from 'lru-cache'
import type { Files } from '#platform/files/files.ts'
import { openRecorded, type Recorded } from './recorded.ts'

/** Memory for recordings that were asked for lately: some two hundred hours of them. */
const memoryBytesMaxDefault = 64 * 1024 * 1024

/** The recordings that an audience asks for, opened once and kept in memory while there is room. */
export type Recordings = {
  /** One that is in memory. */
  find(prefix: string): Recorded | undefined
  /** Opens one; those who ask at the same time share it. Rejects with FileMissing and IndexDamaged. */
  open(prefix: string): Promise<Recorded>
  /** Forgets one that has changed, or was deleted. */
  forget(prefix: string): void
}

/** Opens the memory of recordings. */
export function openRecordings(files: Files, memoryBytesMax = memoryBytesMaxDefault): Recordings {
  const known = new LRUCache<string, Recorded>({
    maxSize: memoryBytesMax,
    // A recording that is larger than all the memory is kept alone.
    sizeCalculation: ({ memoryBytes }) => Math.max(1, Math.min(memoryBytes, memoryBytesMax)),
  })
  const opening = new Map<string, Promise<Recorded>>()

  function forget(prefix: string): void {
    known.delete(prefix)
    opening.delete(prefix)
  }

  async function openAndKeep(prefix: string): Promise<Recorded> {
    const isWanted = () => opening.get(prefix) === work
    const work = openRecorded(files, prefix)
    opening.set(prefix, work)
    try {
      const recorded = await work
      if (isWanted()) known.set(prefix, recorded)
      return recorded
    } finally {
      if (isWanted()) opening.delete(prefix)
    }
  }

  return {
    find: (prefix) => known.get(prefix),
    forget,
    open: async (prefix) => known.get(prefix) ?? opening.get(prefix) ?? openAndKeep(prefix),
  }
}
