import type { Ctx } from '#kit/call/context.ts'
import { invalid, unknownReference } from '#kit/call/problem.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { lockForLink } from '#platform/db/rowLocks.ts'

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
