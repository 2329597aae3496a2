import type { Ctx } from '#kit/call/context.ts'
import { field, invalid, problem, reasons, unknownReference } from '#kit/call/problem.ts'
import type { Resource, Stored } from '#kit/nouns/resource.ts'
import { versionOf } from '#kit/nouns/standard.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import type { Move } from './links.ts'
import { usageOf, type LinkColumn } from './numbers.ts'
import { inUse, type TaxonomyNames } from './taxonomy.ts'

/** The removal of one kind of label: its resource, its links and its contents. */
export type Removal<R extends Resource> = {
  names: TaxonomyNames
  label: R
  /** Noun of the label in error messages, such as "category". */
  word: string
  /** Column of linked rows that names the label. */
  column: LinkColumn
  /** Input field that names the label to move its members to. */
  targetName: string
  moveMembers(move: Move<Stored<R>>): Promise<number>
  /** Removes the contents of the label. */
  clear?(id: string): Promise<void>
}

/** Removes a label. Throws conflict with the counts for a label in use, unless the input names a target. */
export async function removeLabel<R extends Resource>(
  ctx: Ctx,
  removal: Removal<R>,
  input: Record<string, unknown>,
): Promise<{ id: string; status: string; movedCount: number }> {
  const { names, label, column, targetName } = removal
  const id = String(input[label.idKey])
  if (!(await lockForUpdate(ctx, label, id))) throw problem(reasons.notFound)
  const record = await ctx.store.get(label, id)
  const target = await targetOf(ctx, removal, { from: id, to: input[targetName] })
  const usage = await usageOf(ctx, names, { column, record })
  const isInUse = Object.values(usage).some((count) => count > 0)
  if (isInUse && target === undefined) throw problem(inUse, { details: usage })
  const movedCount = target === undefined ? 0 : await removal.moveMembers({ from: record, to: target })
  await removal.clear?.(id)
  const gone = await ctx.store.remove(label, id, versionOf(input))
  return { id: gone.id, status: gone.status, movedCount }
}

type Ids = { from: string; to: unknown }

async function targetOf<R extends Resource>(
  ctx: Ctx,
  { label, word, targetName }: Removal<R>,
  { from, to }: Ids,
): Promise<Stored<R> | undefined> {
  if (typeof to !== 'string') return undefined
  if (to === from) throw invalid(field(targetName, 'reference', `must be another ${word}`))
  const isThere = await lockForUpdate(ctx, label, to)
  if (!isThere) throw invalid(unknownReference(targetName))
  return ctx.store.get(label, to)
}
