import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeInitLine, encodeSegmentLine } from '#platform/video/asset/assetIndex.ts'
import { indexName } from '#platform/video/asset/assetNames.ts'
import type { AssetIndex } from '#platform/video/mediaTypes.ts'
import { errnoOf } from '#platform/startProblem.ts'

/** The index file of a spool on the local disk; empty when it is missing. */
export async function readLocalIndex(folder: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, indexName))
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Replaces the index file of a spool on the local disk. Returns its length in bytes. */
export async function writeLocalIndex(folder: string, { inits, segments }: AssetIndex): Promise<number> {
  const text = [...inits.map(encodeInitLine), ...segments.map(encodeSegmentLine)].join('')
  const draft = join(folder, `${indexName}~`)
  await writeFile(draft, text)
  await rename(draft, join(folder, indexName))
  return Buffer.byteLength(text)
}
