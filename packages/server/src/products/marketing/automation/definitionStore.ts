import { LRUCache } from 'lru-cache'
import type { Ctx } from '#kit/call/context.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import type { Definition } from './definitionFields.ts'
import { insertVersion, readVersionRow } from './automationRows.ts'

/** A version of a definition: the automation's row id and the number. */
export type VersionKey = { automationId: string; version: number }

/** A stored version. `source`: the sequence that it was compiled from. */
export type StoredVersion = { definition: Definition; source: unknown; createdAt: string }

/** Characters of definitions that one process keeps. */
const keptCharactersMax = 16_000_000

/** Committed versions never change, so a process keeps those it used last. */
function keptVersions(ctx: Ctx): LRUCache<string, StoredVersion> {
  return ctx.memory(
    'marketing.automationVersions',
    () =>
      new LRUCache<string, StoredVersion>({
        maxSize: keptCharactersMax,
        sizeCalculation: ({ definition }) => JSON.stringify(definition).length + 1,
      }),
  )
}

/** Reads a version; undefined for a missing one. */
export async function findVersion(ctx: Ctx, key: VersionKey): Promise<StoredVersion | undefined> {
  const kept = keptVersions(ctx)
  const name = `${ctx.account.id} ${key.automationId} ${key.version}`
  const known = kept.get(name)
  if (known !== undefined) return known
  const [row] = await ctx.db.rows(readVersionRow, [ctx.account.id, key.automationId, key.version])
  if (row === undefined) return undefined
  // cast: the column holds what a create or an update has checked.
  const read = { definition: row.definition as unknown as Definition, source: row.source, createdAt: row.created_at }
  // A version that this transaction has written may be rolled back, and another one gets its number.
  if (!row.is_uncommitted) kept.set(name, read)
  return read
}

/** Reads a version. Throws not_found. */
export async function getVersion(ctx: Ctx, key: VersionKey): Promise<StoredVersion> {
  const found = await findVersion(ctx, key)
  if (found === undefined) throw problem(reasons.notFound)
  return found
}

/** Writes a new version. Call inside the transaction of its automation. */
export async function keepVersion(
  ctx: Ctx,
  { automationId, version }: VersionKey,
  { definition, source }: { definition: Definition; source?: unknown },
): Promise<void> {
  const values = [automationId, version, ctx.now().toISOString(), JSON.stringify(definition)]
  await ctx.db.rows(insertVersion, [ctx.account.id, ...values, source === undefined ? null : JSON.stringify(source)])
}
