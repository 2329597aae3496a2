import { Type } from '#kit/values/schema.ts'
import type { Condition, Ctx, Statement } from '#kit/call/context.ts'
import { encodeId, parseId } from '#kit/values/ids.ts'
import type { Audience } from '#kit/nouns/resource.ts'
import { builtStatement } from '#kit/call/statement.ts'
import type { TaxonomyNames, TaxonomySum } from './taxonomy.ts'

type Labelled = { id: string }
type Within = Labelled & { categoryId: string }
type CountRow = { kind: string; id: string; found: number }

/** The numbers in a category: counted for a whole list page in one statement, never stored. */
export function categoryNumbers(names: TaxonomyNames) {
  const fields = {
    subCategoryCount: Type.Integer({
      minimum: 0,
      description: 'Number of its sub-categories; for the public, of active ones.',
    }),
    ...countFields(names),
  }
  return {
    fields,
    publicFields: fields,
    of: async (ctx: Ctx, records: readonly Labelled[], audience: Audience) => {
      const found = await countsOf(ctx, names, { column: 'category_id', records, audience })
      return records.map((record) => numbersOf(names, ['subCategoryCount'], found.get(record.id)))
    },
  }
}

/** The numbers in a sub-category, and the name of its category. */
export function subCategoryNumbers(names: TaxonomyNames) {
  const fields = {
    categoryName: Type.String({ description: 'Name of its category.' }),
    ...countFields(names),
  }
  return {
    fields,
    publicFields: fields,
    of: async (ctx: Ctx, records: readonly Within[], audience: Audience) => {
      const found = await countsOf(ctx, names, { column: 'sub_category_id', records, audience })
      const parents = await namesOf(ctx, names, records)
      return records.map((record) => ({
        categoryName: parents.get(record.categoryId) ?? '',
        ...numbersOf(names, [], found.get(record.id)),
      }))
    },
  }
}

/** The number of rows of each link that belong to one category or sub-category. */
export async function usageOf(ctx: Ctx, names: TaxonomyNames, of: { column: LinkColumn; record: Labelled }) {
  const { column, record } = of
  const found = await countsOf(ctx, names, { column, records: [record], audience: 'owner' })
  const counts = found.get(record.id) ?? {}
  return Object.fromEntries(names.links.map(({ countName }) => [countName, counts[countName] ?? 0]))
}

export type LinkColumn = 'category_id' | 'sub_category_id'

function countFields(names: TaxonomyNames) {
  return Object.fromEntries(
    counters(names).map(({ countName, countText }) => [
      countName,
      Type.Integer({ minimum: 0, description: countText }),
    ]),
  )
}

/** All counters of a label: links and sums. */
function counters({ links, sums }: TaxonomyNames): (Omit<TaxonomySum, 'sql'> & { sql?: string })[] {
  return [...links, ...sums]
}

function numbersOf(names: TaxonomyNames, more: string[], counts: Record<string, number> = {}): Record<string, number> {
  const all = [...more, ...counters(names).map(({ countName }) => countName)]
  return Object.fromEntries(all.map((name) => [name, counts[name] ?? 0]))
}

type Counted = { column: LinkColumn; records: readonly Labelled[]; audience: Audience }

async function countsOf(ctx: Ctx, names: TaxonomyNames, what: Counted) {
  const noun = what.column === 'category_id' ? names.category : names.subCategory
  const ids = what.records.flatMap((record) => parseId(noun.prefix, record.id)?.uuid ?? [])
  const counts = new Map<string, Record<string, number>>()
  if (ids.length === 0) return counts
  const rows = await ctx.db.rows(countStatement(names, what), [ctx.account.id, ids])
  for (const row of rows) {
    const id = encodeId(noun.prefix, ctx.account.id, row.id)
    counts.set(id, { ...counts.get(id), [row.kind]: row.found })
  }
  return counts
}

function countStatement(names: TaxonomyNames, { column, audience }: Counted): Statement<CountRow> {
  const isPublic = audience === 'public'
  const parts = counters(names).map(({ countName: kind, table, sql = '', publicSql }) =>
    counting({ kind, table, column, tests: [sql, isPublic ? publicSql : ''] }),
  )
  if (column === 'category_id') {
    const tests = isPublic ? ["l.status = 'active'"] : []
    parts.push(counting({ kind: 'subCategoryCount', table: names.subCategory.table, column, tests }))
  }
  const noun = column === 'category_id' ? names.category : names.subCategory
  return builtStatement<CountRow>(`${noun.table}.counts.${audience}`, 'account', parts.join(' union all '))
}

type Counting = { kind: string; table: string; column: LinkColumn; tests: readonly string[] }

function counting({ kind, table, column, tests }: Counting): string {
  const ours = `l.account_id = $1 and l.${column} = any($2::uuid[]) and l.deleted_at is null`
  const where = [ours, ...tests.filter((test) => test !== '')].join(' and ')
  return (
    `select '${kind}' as kind, l.${column} as id, count(*)::integer as found from ${table} l ` +
    `where ${where} group by l.${column}`
  )
}

async function namesOf(ctx: Ctx, names: TaxonomyNames, records: readonly Within[]): Promise<Map<string, string>> {
  const { prefix, table } = names.category
  const ids = new Set(records.flatMap((record) => parseId(prefix, record.categoryId)?.uuid ?? []))
  if (ids.size === 0) return new Map()
  const named = builtStatement<{ id: string; name: string }>(
    `${table}.names`,
    'account',
    `select id, name from ${table} where account_id = $1 and id = any($2::uuid[])`,
  )
  const rows = await ctx.db.rows(named, [ctx.account.id, [...ids]])
  return new Map(rows.map((row) => [encodeId(prefix, ctx.account.id, row.id), row.name]))
}

/** The condition of sub-categories whose category is public as well. */
export function withinActive(names: TaxonomyNames): Condition {
  const category = names.category.table
  return {
    sql:
      `exists (select 1 from ${category} c where c.account_id = t.account_id and c.id = t.category_id ` +
      `and c.status = 'active' and c.deleted_at is null)`,
    values: [],
  }
}
