import type { Ctx } from '#kit/call/context.ts'
import { operatorOf } from '#kit/filter/comparison.ts'
import { memberOf } from '#kit/filter/eventCondition.ts'
import { statement } from '#kit/call/statement.ts'
import { uuidOf } from '#platform/db/columns.ts'
import { entriesOf } from './automationRows.ts'
import type { Where } from './definitionFields.ts'
import type { RunEvent } from './runEvent.ts'

/** An event as the fact of its contacts names it. */
type NamedEvent = { eventId: string; contactId: string; name: string; at: string }

/** An event with its properties. Ids are row ids. */
export type TriggeringEvent = RunEvent & { eventId: string; contactId: string }

/** Events that begin runs of an active automation, with their properties; most events begin none and are not read. */
export async function triggeringEvents(ctx: Ctx, events: readonly NamedEvent[]): Promise<TriggeringEvent[]> {
  const names = [...new Set(events.map(({ name }) => name))]
  const entries = await ctx.db.rows(entriesOf, [ctx.account.id, names.map(() => 'event'), names])
  const heard = new Set(entries.map(({ key }) => key))
  const wanted = events.filter(({ name }) => heard.has(name))
  if (wanted.length === 0) return []
  const rows = await ctx.db.rows(propertiesOf, [
    ctx.account.id,
    wanted.map(({ contactId }) => uuidOf('con', contactId)),
    wanted.map(({ at }) => at),
    wanted.map(({ eventId }) => eventId),
  ])
  return rows.map((row) => ({
    eventId: row.id,
    contactId: row.contact_id,
    name: row.name,
    at: row.at,
    properties: Object(row.properties),
  }))
}

/** Parameters: account, contacts, moments, ids. */
const propertiesOf = statement(
  'marketing_event.propertiesForRuns',
  'account',
  `select e.id, e.contact_id, e.name, e.at, e.properties
   from unnest($2::uuid[], $3::timestamptz[], $4::uuid[]) as k (contact_id, at, id)
   join marketing_event e on e.account_id = $1 and e.contact_id = k.contact_id and e.at = k.at and e.id = k.id
   order by e.at, e.id`,
)

/** Whether comparisons of properties hold. */
export function whereHolds(where: Where | undefined, properties: Readonly<Record<string, unknown>>, at: Date): boolean {
  return (where ?? []).every(({ prop, is, value }) => operatorOf(is).holds(memberOf(properties, prop), value, at))
}
