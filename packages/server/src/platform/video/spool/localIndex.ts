import { readFile, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { encodeInitLine, encodeSegmentLine } from '#platform/video/asset/assetIndex.ts'
import { indexName } from '#platform/video/asset/assetNames.ts'
import type { AssetIndex } from '#platform/video/mediaTypes.ts'
import { errnoOf } from '#platform/startProblem.ts'

/** The index of a spool as it lies on the local disk; empty where there is none. */
export async function readLocalIndex(folder: string): Promise<Buffer> {
  try {
    return await readFile(join(folder, indexName))
  } catch (error) {
    if (errnoOf(error) === 'ENOENT') return Buffer.alloc(0)
    throw error
  }
}

/** Puts an index in place of the one that a spool has on the local disk. Answers how many bytes it has. */
export async function writeLocalIndex(folder: string, { inits, segments }: AssetIndex): Promise<number> {
  const text = [...inits.map(encodeInitLine), ...segments.map(encodeSegmentLine)].join('')
  const draft = join(folder, `${indexName}~`)
  await writeFile(draft, text)
  await rename(draft, join(folder, indexName))
  return Buffer.byteLength(text)
}
