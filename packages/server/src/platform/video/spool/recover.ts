import { readdir, rm, stat, truncate } from 'node:fs/promises'
import { join } from 'node:path'
import { salvageIndex } from '#platform/video/asset/assetIndex.ts'
import { assetKey, indexName, initName, reelName } from '#platform/video/asset/assetNames.ts'
import type { AssetIndex, AssetSegment, InitSection } from '#platform/video/mediaTypes.ts'
import { targetSecondsOf } from '#platform/video/targetSeconds.ts'
import { readLocalIndex, writeLocalIndex } from './localIndex.ts'
import { Spool, type SpoolOptions } from './spool.ts'

/** A recovered spool, and the position at which its session continues. */
export type RecoveredSpool = {
  spool: Spool
  /** The segments of the window, and the inits that they need. */
  segments: AssetSegment[]
  inits: InitSection[]
  /** Number of discontinuities before the window. */
  discontinuitiesBefore: number
  /** Position behind the recorded media, at which the packager continues. */
  position: { nextNumber: number; initCount: number; mediaSeconds: number; targetSeconds: number }
}

/**
 * Recovers a spool that was parked, or whose process was killed: all whole segments on the disk are kept, an incomplete
 * one is cut off. Undefined when there is no whole segment; the folder is then removed.
 */
export async function recoverSpool(options: SpoolOptions): Promise<RecoveredSpool | undefined> {
  const { folder, log, prefix } = options
  const { index: found, length, damage } = salvageIndex(await readLocalIndex(folder))
  if (damage !== undefined) log.error('the index of a recording is damaged', { prefix, damage: damage.message })
  const index = await withoutLostInits(options, found)
  const reels = await localReels(folder)
  const isCut = await cutToReels(folder, index, reels)
  const isShorter = isCut || index.inits.length < found.inits.length
  const last = index.segments.at(-1)
  if (last === undefined) {
    await rm(folder, { recursive: true, force: true })
    return undefined
  }
  const indexBytes = isShorter ? await writeLocalIndex(folder, index) : length
  await truncate(join(folder, indexName), indexBytes)
  const spool = new Spool(options, { index, indexBytes, waitingReels: reels.filter((reel) => reel <= last.reel) })
  const source = spool.source()
  const { segments, inits } = source.index
  const firstNumber = segments[0]?.number ?? 0
  return {
    spool,
    segments,
    inits: await Promise.all(
      inits.map(async ({ id, video, audio }) => ({ id, video, audio, data: await source.init(id) })),
    ),
    discontinuitiesBefore: index.segments.filter((each) => each.isDiscontinuous && each.number < firstNumber).length,
    position: {
      nextNumber: last.number + 1,
      initCount: Math.max(...index.inits.map(({ id }) => id)) + 1,
      mediaSeconds: last.mediaSeconds + last.durationSeconds,
      targetSeconds: targetSecondsOf(index.segments[0] ?? last),
    },
  }
}

/** An index without the inits that neither disk nor store has, and without their segments, which nothing decodes. */
async function withoutLostInits({ folder, files, prefix, log }: SpoolOptions, index: AssetIndex): Promise<AssetIndex> {
  const lost = new Set<number>()
  for (const { id } of index.inits) {
    const isHere = await stat(join(folder, initName(id))).catch(() => undefined)
    if (isHere === undefined && (await files.size(assetKey(prefix, initName(id)))) === undefined) lost.add(id)
  }
  if (lost.size === 0) return index
  log.error('a part of a recording is lost', { prefix, inits: [...lost] })
  return {
    inits: index.inits.filter(({ id }) => !lost.has(id)),
    segments: index.segments.filter(({ initId }) => !lost.has(initId)),
  }
}

/** The numbers of the reels on the local disk, ascending. */
async function localReels(folder: string): Promise<number[]> {
  const names = await readdir(folder).catch(() => [])
  return names
    .flatMap((name) => (/^\d{5,}\.m4s$/.test(name) ? Number.parseInt(name, 10) : []))
    .toSorted((a, b) => a - b)
}

/** Cuts index and reels behind the last whole segment. Returns whether segments were cut off. */
async function cutToReels(folder: string, { segments }: AssetIndex, reels: readonly number[]): Promise<boolean> {
  const count = segments.length
  for (let last = segments.at(-1); last !== undefined; last = segments.at(-1)) {
    // A segment whose reel is not on this disk is in the store, which holds whole reels only.
    if (!reels.includes(last.reel)) break
    const path = join(folder, reelName(last.reel))
    const end = last.offset + last.byteCount
    const { size } = await stat(path)
    if (size > end) await truncate(path, end)
    if (size >= end) break
    segments.pop()
  }
  const lastReel = segments.at(-1)?.reel ?? -1
  for (const reel of reels) if (reel > lastReel) await rm(join(folder, reelName(reel)))
  return segments.length < count
}
