import type { Ctx } from '#kit/call/context.ts'
import { statement } from '#kit/call/statement.ts'
import { pruneSchedule } from '#kit/nouns/pruneSchedule.ts'
import { uuidv7 } from '#kit/values/ids.ts'
import type { Json } from '#platform/net/foreignJson.ts'
import { digestUuid } from '#platform/secrets/digestUuid.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { applyInbound } from './inboundApply.ts'

/** A call to keep. `repeatKey`: text that is the same for a repeat; `otherKey`: a second one by which it may come. */
export type InboundCall = { kind: 'event' | 'segment' | 'sms'; repeatKey: string; otherKey?: string; payload: Json }

const keptDays = 30

/** Keeps calls and queues their application; a repeat counts once. Call inside `ctx.atomic`. */
export async function keepInbound(ctx: Ctx, integrationId: string, calls: readonly InboundCall[]): Promise<void> {
  const now = ctx.now()
  const rowOf = (key: string) => ({ id: uuidv7(now.getTime()), key: digestUuid(key).replaceAll('-', '') })
  const rows = calls.flatMap(({ kind, repeatKey, otherKey, payload }) => [
    // A text: JSON of others may hold escapes that jsonb refuses.
    { ...rowOf(repeatKey), kind, payload: JSON.stringify(payload) },
    ...(otherKey === undefined ? [] : [{ ...rowOf(otherKey), kind, payload: null }]),
  ])
  const values = [ctx.account.id, rowId('int', integrationId), now.toISOString(), JSON.stringify(rows)]
  const kept = await ctx.db.rows(insertInbound, values)
  for (const { id, state } of kept) if (state === 'pending') ctx.later(applyInbound, { inboundId: id }, now)
}

/** Detail of a row that is the second key of a call, and no call by itself. */
export const secondKey = 'the body of the call before it, by which a repeat is known'

const insertInbound = statement(
  'marketing_inbound.insert',
  'account',
  `insert into marketing_inbound (account_id, id, integration_id, repeat_key, kind, payload, received_at, state, detail)
   select $1, t.id, $2, decode(t.key, 'hex'), t.kind, t.payload, $3,
     case when t.payload is null then 'ignored' else 'pending' end,
     case when t.payload is null then '${secondKey}' end
   from json_to_recordset($4::json) as t (id uuid, key text, kind text, payload text)
   on conflict (account_id, integration_id, repeat_key) do nothing returning id, state`,
)

const deleteOld = statement(
  'marketing_inbound.deleteOld',
  'offline',
  `delete from marketing_inbound t using (
     select account_id, id from marketing_inbound where received_at < $1::timestamptz order by received_at limit $2) old
   where t.account_id = old.account_id and t.id = old.id returning t.id`,
)

/** Removes calls after 30 days; their events stay, and a repeat is still known by its event. */
export const pruneInbound = pruneSchedule(
  'marketing.inbound.prune',
  `Removes calls of others to integrations after ${keptDays} days.`,
  [{ days: keptDays, remove: deleteOld }],
)
