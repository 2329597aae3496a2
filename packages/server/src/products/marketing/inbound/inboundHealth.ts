import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { closed } from '#kit/nouns/standard.ts'
import { dateTime, oneOf, whole } from '#kit/values/fields.ts'
import { Type } from '#kit/values/schema.ts'
import type { Integration } from '#products/marketing/integration/integrationFields.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { secondKey } from './inboundRows.ts'

const refusalsMax = 20
const count = (description: string) => whole(0, 2_147_483_647, { description })

/** Calls of others to an integration. */
export const inboundShape = closed(
  {
    applied: count('Calls of the last 24 hours that became events or contacts.'),
    ignored: count('Calls of the last 24 hours that named no person, or nothing that is read.'),
    failed: count('Calls of the last 24 hours that could not be applied.'),
    problems: Type.Array(
      closed({
        state: oneOf(['ignored', 'failed'], { description: 'Result of the call.' }),
        reason: Type.String({ description: 'Cause.' }),
        at: dateTime({ description: 'Time of the call.' }),
      }),
      { maxItems: refusalsMax, description: 'Newest of the ignored and failed calls.' },
    ),
  },
  { description: 'Calls of others to `inboundUrl`.' },
)

/** Calls of the last 24 hours to an integration: how many were applied, and causes of those that were not. */
export async function inboundHealth(ctx: Ctx, { id }: Integration) {
  const since = new Date(ctx.now().getTime() - 86_400_000).toISOString()
  const values = [ctx.account.id, rowId('int', id), since]
  const counts = new Map((await ctx.db.rows(countStates, values)).map(({ state, calls }) => [state, Number(calls)]))
  const problems = await ctx.db.rows(newestProblems, [...values, refusalsMax])
  return {
    applied: counts.get('applied') ?? 0,
    ignored: counts.get('ignored') ?? 0,
    failed: counts.get('failed') ?? 0,
    problems: problems.map(({ state, detail, received_at: at }) => ({
      state: state === 'failed' ? ('failed' as const) : ('ignored' as const),
      reason: detail ?? '',
      at,
    })),
  }
}

const countStates = statement(
  'marketing_inbound.countStates',
  'account',
  `select state, count(*) as calls from marketing_inbound
   where account_id = $1 and integration_id = $2 and received_at >= $3::timestamptz
     and detail is distinct from '${secondKey}' group by state`,
)

const newestProblems = statement(
  'marketing_inbound.newestProblems',
  'account',
  `select state, detail, received_at from marketing_inbound
   where account_id = $1 and integration_id = $2 and received_at >= $3::timestamptz and state in ('ignored', 'failed')
     and detail is distinct from '${secondKey}'
   order by received_at desc, id desc limit $4`,
)
