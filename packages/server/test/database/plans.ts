import assert from 'node:assert/strict'
import type { ClientBase } from 'pg'
import type { World } from '#test/world/world.ts'

/** A node of `explain (analyze, format json)`. */
type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] } & Record<string, number | string>

export type PlanCheck = {
  name: string
  /** Requests the list. */
  ask(): Promise<unknown>
  /** The table whose rows the list shows. */
  table: string
  /** Rows that the list may read: a full scan would read all. */
  touchedMax: number
}

/** Checks the plan of a list on the existing rows: no full scan, and few rows read. */
export async function checkPlan(w: World, { name, ask, table, touchedMax }: PlanCheck): Promise<void> {
  const [text, values] = await listStatementOf(w, table, ask)
  const explained = `explain (analyze, timing off, format json) ${text}`
  const result = await w.app.pools.work.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({ text: explained, values })
  const plan = result.rows[0]?.['QUERY PLAN'][0]?.Plan
  assert.ok(plan, name)
  const run = flat(plan).filter((node) => Number(node['Actual Loops']) > 0)
  const scans = run.filter((node) => /Scan/.test(node['Node Type']) && node['Relation Name'] === table)
  const touched = scans.reduce((sum, node) => sum + rowsOf(node), 0)
  if (process.env['TEST_PLANS'] !== undefined) console.log(name, shapeOf(plan), touched)
  const wholes = scans.filter((node) => node['Node Type'] === 'Seq Scan')
  assert.deepEqual(wholes, [], `${name} reads the table from end to end`)
  assert.ok(touched <= touchedMax, `${name} touches ${touched} rows: ${shapeOf(plan)}`)
}

/** Rows that a statement reads in all tables, those that filters remove included. */
export async function rowsRead(on: Pick<ClientBase, 'query'>, text: string, values: unknown[] = []): Promise<number> {
  const explained = `explain (analyze, timing off, format json) ${text}`
  const result = await on.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({ text: explained, values })
  const plan = result.rows[0]?.['QUERY PLAN'][0]?.Plan
  assert.ok(plan)
  const scans = flat(plan).filter((node) => node['Node Type'].endsWith(' Scan') && Number(node['Actual Loops']) > 0)
  return scans.reduce((sum, node) => sum + rowsOf(node), 0)
}

/** Copies the rows of a table, row n with other values in some of its columns. */
export function copies(table: string, changes: string, rows: number): string {
  return `insert into ${table} select r.* from ${table} t, generate_series(1, ${rows}) n,
    lateral jsonb_populate_record(t, jsonb_build_object('id', gen_random_uuid(),
      'created_at', t.created_at - n * interval '1 minute', ${changes})) r`
}

/** Words of row n in many scripts: common ones, one of every 3,000 rows, and one that 1,000 old rows share. */
export const wordsOfRow = `md5(n::text) || ' word' || n % 3000 || ' концерт слово' || n % 3000
  || ' 音 音楽 楽 ' || substr('東西南北中上下', 1 + n % 7, 1) || ' ' || substr('東西南北中上下', 1 + n % 7, 1) || '京 京'
  || case when n between 8001 and 9000 then ' founder' else '' end`

/** Searches in such rows. */
export const wordSearches: [name: string, input: Record<string, unknown>][] = [
  ['a common word', { q: 'word' }],
  ['a rare word', { q: 'word2345' }],
  ['a common word of old rows', { q: 'founder' }],
  ['a short word', { q: 'zz' }],
  ['a common Cyrillic word', { q: 'концерт' }],
  ['a rare Cyrillic word', { q: 'СЛОВО2345' }],
  ['a Cyrillic word that is nowhere', { q: 'щщщ' }],
  ['a short Cyrillic word that is nowhere', { q: 'щу' }],
  ['a common Han word', { q: '音楽' }],
  ['Han letters in an order that is nowhere', { q: '楽音' }],
  ['a Han letter that is nowhere', { q: '劇' }],
]

/** The statement of a list, recorded on its way to the database. */
async function listStatementOf(w: World, table: string, ask: () => Promise<unknown>): Promise<[string, unknown[]]> {
  const { reads } = w.app.pools
  const list = new RegExp(` from ${table} t where .* limit `, 's')
  const heard: [string, unknown[]][] = []
  const original = reads.query
  Object.assign(reads, {
    query: (config: { text?: string; values?: unknown[] }, ...rest: unknown[]) => {
      if (list.test(config.text ?? '')) heard.push([config.text ?? '', config.values ?? []])
      return Reflect.apply(original, reads, [config, ...rest])
    },
  })
  try {
    await ask()
  } finally {
    Object.assign(reads, { query: original })
  }
  const last = heard.at(-1)
  assert.ok(last)
  return last
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

/** Rows of a scan, including those that its filter removed. */
function rowsOf(node: Plan): number {
  return (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)) * Number(node['Actual Loops'])
}

function shapeOf(plan: Plan): string {
  const inner = (plan.Plans ?? []).filter((each) => each['Parent Relationship'] !== 'SubPlan').map(shapeOf)
  const index = plan['Index Name'] === undefined ? '' : ` ${plan['Index Name']}`
  return `${plan['Node Type']}${index}${inner.length === 0 ? '' : ` < ${inner.join(' + ')}`}`
}
