import type { Ctx } from '#kit/call/context.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { lockForLink } from '#platform/db/rowLocks.ts'

/** Ids among these of records that are not there, or not of the account. Scopes of the caller make no difference. */
export async function missingRecords(
  ctx: Ctx,
  records: readonly { of: Resource; id: string }[],
): Promise<ReadonlySet<string>> {
  const distinct = [...new Map(records.map((each) => [each.id, each])).values()]
  // The reads start together: outside of a transaction the read lane sends one statement for each noun.
  const found = await Promise.all(distinct.map(({ of, id }) => ctx.store.find(of, id)))
  return new Set(distinct.flatMap(({ id }, index) => (found[index] === undefined ? [id] : [])))
}

type Held = { of: Resource; id: string | null | undefined; path: string }

/**
 * Keeps records that another one names from being deleted until the transaction ends: their deletion then finds the
 * user. Throws invalid for those that are gone. Call inside `ctx.atomic`.
 */
export async function holdRecords(ctx: Ctx, records: readonly Held[]): Promise<void> {
  for (const { of, id, path } of records) {
    if (typeof id !== 'string' || (await lockForLink(ctx, of, id))) continue
    throw invalid(unknownReference(path))
  }
}
