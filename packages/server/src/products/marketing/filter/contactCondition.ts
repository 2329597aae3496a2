import type { Condition, Ctx } from '#kit/call/context.ts'
import { compileFilter } from '#kit/filter/compileFilter.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { contactVocabulary } from './contactVocabulary.ts'

/** The condition on the row `t` of contacts that satisfy a checked filter now. */
export function satisfies(ctx: Ctx, filter: Filter): Condition {
  return compileFilter(filter, { accountId: ctx.account.id, vocabulary: contactVocabulary, at: ctx.now() })
}

/** The condition on the row `t` of contacts that are members of any of some segments. */
export function memberOfAny(ctx: Ctx, segmentIds: readonly string[]): Condition {
  const sql =
    't.id in (select s.contact_id from marketing_segment_member s ' +
    'where s.account_id = $1::bigint and s.segment_id = any($2::uuid[]))'
  return { sql, values: [ctx.account.id, segmentIds.map((id) => rowId('seg', id))] }
}
