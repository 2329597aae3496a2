import type { Ctx } from '#kit/call/context.ts'
import { compileFilter } from '#kit/filter/compileFilter.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { placed } from '#platform/db/listPage.ts'
import { namedShape } from '#platform/db/shapes.ts'
import { contactVocabulary as vocabulary } from './contactVocabulary.ts'

/** Filters of one statement: each has at most 2,500 values, and a statement 65,535. */
const filtersPerStatementMax = 20

/**
 * Contacts that satisfy each filter, among those given by row id. The database evaluates them, as it does for all
 * contacts of the account: with every event and mail, however many a contact has, and without reading them into memory.
 */
export async function matchingContacts(
  ctx: Ctx,
  contactIds: readonly string[],
  filters: readonly Filter[],
): Promise<ReadonlySet<string>[]> {
  const found: ReadonlySet<string>[] = []
  for (let from = 0; from < filters.length; from += filtersPerStatementMax) {
    found.push(...(await evaluateSome(ctx, contactIds, filters.slice(from, from + filtersPerStatementMax))))
  }
  return found
}

async function evaluateSome(
  ctx: Ctx,
  contactIds: readonly string[],
  filters: readonly Filter[],
): Promise<ReadonlySet<string>[]> {
  const values: unknown[] = [ctx.account.id, contactIds]
  const on = { accountId: ctx.account.id, vocabulary, at: ctx.now(), isForFew: true }
  const results = filters.map((filter) => placed(compileFilter(filter, on), values))
  const text = `select t.id, array[${results.join(', ')}] as results from marketing_contact t
    where t.account_id = $1 and t.id = any($2::uuid[]) and t.deleted_at is null`
  const shape = namedShape<{ id: string; results: boolean[] }>('marketing_contact.matching', 'account', text)
  const rows = await ctx.db.rows(shape, values)
  return filters.map((_, index) => new Set(rows.filter(({ results: all }) => all[index]).map(({ id }) => id)))
}
