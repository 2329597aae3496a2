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
  const known = new Map<string, Recorded>()
  const opening = new Map<string, Promise<Recorded>>()
  let memoryBytes = 0

  function find(prefix: string): Recorded | undefined {
    const recorded = known.get(prefix)
    if (recorded === undefined) return undefined
    // The one that was asked for last stands last.
    known.delete(prefix)
    known.set(prefix, recorded)
    return recorded
  }

  function forget(prefix: string): void {
    memoryBytes -= known.get(prefix)?.memoryBytes ?? 0
    known.delete(prefix)
    opening.delete(prefix)
  }

  async function openAndKeep(prefix: string): Promise<Recorded> {
    const isWanted = () => opening.get(prefix) === work
    const work = openRecorded(files, prefix)
    opening.set(prefix, work)
    try {
      const recorded = await work
      if (isWanted()) keep(prefix, recorded)
      return recorded
    } finally {
      if (isWanted()) opening.delete(prefix)
    }
  }

  function keep(prefix: string, recorded: Recorded): void {
    known.set(prefix, recorded)
    memoryBytes += recorded.memoryBytes
    for (const oldest of known.keys()) {
      if (memoryBytes <= memoryBytesMax || oldest === prefix) return
      forget(oldest)
    }
  }

  return { find, forget, open: async (prefix) => find(prefix) ?? opening.get(prefix) ?? openAndKeep(prefix) }
}
