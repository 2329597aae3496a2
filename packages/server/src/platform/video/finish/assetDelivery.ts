import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Files } from '#platform/files/files.ts'
import { assetKey, indexName } from '#platform/video/asset/assetNames.ts'

/** Concurrent files: a disk and a network store are both faster with a few at once. */
const atOnceMax = 4

/**
 * Stores the files of a folder, the index last, which makes the asset complete. Returns the number of stored bytes.
 * Stored files are removed after a failure.
 */
export async function deliver(files: Files, folder: string, prefix: string): Promise<number> {
  const names = await readdir(folder)
  const [media, index] = [names.filter((name) => name !== indexName), names.filter((name) => name === indexName)]
  const brought: string[] = []
  const bring = async (name: string) => {
    const path = join(folder, name)
    const { size } = await stat(path)
    brought.push(name)
    await files.adopt(assetKey(prefix, name), path, typeOf(name))
    return size
  }
  try {
    let byteCount = 0
    for (let at = 0; at < media.length; at += atOnceMax) {
      const done = await settled(media.slice(at, at + atOnceMax).map(bring))
      byteCount += done.reduce((sum, size) => sum + size, 0)
    }
    for (const name of index) byteCount += await bring(name)
    return byteCount
  } catch (error) {
    for (const name of brought) await files.remove(assetKey(prefix, name)).catch(() => undefined)
    throw error
  }
}

/** Waits for all writes, so that no file arrives after the removal of the stored ones. */
async function settled<T>(work: Promise<T>[]): Promise<T[]> {
  await Promise.allSettled(work)
  return Promise.all(work)
}

function typeOf(name: string): string {
  return name === indexName ? 'application/jsonl' : 'video/mp4'
}
