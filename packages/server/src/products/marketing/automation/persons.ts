import type { Ctx, RowOf } from '#kit/call/context.ts'
import type { Person } from './engine.ts'
import { loadConditions } from './conditions.ts'
import type { Filter } from '#kit/filter/filter.ts'
import { contactsOf } from './runRows.ts'

/** A contact of a run: as the rules see it, and its row. */
export type RunPerson = Person & { row: RowOf<typeof contactsOf> }

/** Row fields by the name that definitions use. */
const columns: Readonly<Record<string, keyof RowOf<typeof contactsOf>>> = {
  status: 'status',
  email: 'email',
  firstName: 'first_name',
  lastName: 'last_name',
  phone: 'phone',
  externalId: 'external_id',
  locale: 'locale',
  timezone: 'timezone',
  country: 'country',
  tags: 'tags',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
}

/** Reads contacts by row id, with what the filters need. A missing or deleted contact is left out. */
export async function loadPersons(
  ctx: Ctx,
  contactIds: readonly string[],
  filters: readonly Filter[],
): Promise<ReadonlyMap<string, RunPerson>> {
  const ids = [...new Set(contactIds)]
  if (ids.length === 0) return new Map()
  const rows = (await ctx.db.rows(contactsOf, [ctx.account.id, ids])).filter((row) => row.deleted_at === null)
  const conditions = await loadConditions(ctx, ids, filters)
  return new Map(
    rows.map((row): [string, RunPerson] => [
      row.id,
      {
        key: row.id,
        timezone: row.timezone,
        row,
        valueOf: (name) => valueOf(row, name),
        matches: (filter, at) => conditions.matches(filter, row.id, at),
        newestEvent: (condition, at) => conditions.newestEvent(condition, row.id, at),
        isTimeRelative: conditions.isTimeRelative,
      },
    ]),
  )
}

function valueOf(row: RowOf<typeof contactsOf>, name: string): unknown {
  const column = columns[name]
  if (column !== undefined) return row[column]
  if (!name.startsWith('attributes.')) return undefined
  let value: unknown = row.attributes
  for (const key of name.slice('attributes.'.length).split('.')) {
    const held = Object(value)
    value = Object.hasOwn(held, key) ? held[key] : undefined
  }
  return value
}
