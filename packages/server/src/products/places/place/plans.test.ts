import assert from 'node:assert/strict'
import { test } from 'node:test'
import { seedPlaces } from '#test/seedPlaces.ts'
import { world, type World } from '#test/world.ts'

const count = 50_000
/** Rows that a list may look at for a page of 25: a scan of the account would look at all. */
const touchedMax = 6_000

type Plan = { 'Node Type': string; 'Relation Name'?: string; Plans?: Plan[] } & Record<string, number | string>

const near = { near: '8.9533,-12.5163' }
const lists: [string, object][] = [
  ['newest', {}],
  ['oldest', { sort: 'createdAt' }],
  ['by name', { sort: 'name' }],
  ['by name, falling', { sort: '-name' }],
  ['a common type', { type: 'venue' }],
  ['a rare type', { type: 'outdoor' }],
  ['a rare type by name', { type: 'outdoor', sort: 'name' }],
  ['a common state', { status: 'active' }],
  ['a rare state', { status: 'archived' }],
  ['a rare state by name', { status: 'archived', sort: 'name' }],
  ['a country', { countryCode: 'JP' }],
  ['a large city', { city: 'city 0' }],
  ['a small city by name', { city: 'city 199', sort: 'name' }],
  ['a common tag', { tag: 'label 1' }],
  ['a rare tag', { tag: 'tag 299' }],
  ['a category', { category: 'category 29' }],
  ['private', { visibility: 'private' }],
  ['public', { visibility: 'public' }],
  ['large', { minCapacity: 4900 }],
  ['open', { openAt: '2026-11-23T10:00:00Z' }],
  ['a rare word', { q: 'harbour arena 777', sort: 'name' }],
  ['words by relevance', { q: 'harbour arena 777' }],
  ['a small box', { bbox: '-13,8.8,-12.5,9' }],
  ['the whole earth', { bbox: '-180,-90,180,90' }],
  ['the whole earth by name', { bbox: '-180,-90,180,90', sort: 'name' }],
]

test('every list is served by an index', async () => {
  await using w = await world()
  const { account } = w.account
  const client = await w.app.pools.work.connect()
  try {
    await seedPlaces(client, { accountId: account.id, count, isRebuilding: true })
    const { rows } = await client.query<{ at: string }>(
      `select location_latitude || ',' || location_longitude as at from places_place
       where account_id = $1 and city_key = 'city 0' limit 1`,
      [account.id],
    )
    near.near = (rows[0]?.at ?? '').replace(/(\.\d{6})\d+/g, '$1')
  } finally {
    client.release()
  }
  const nearby: [string, object][] = [
    ['nearest', near],
    ['nearest within 100 km', { ...near, radiusM: 100_000 }],
    ['nearest of a rare type', { ...near, radiusM: 100_000, type: 'studio' }],
    ['within 100 km by name', { ...near, radiusM: 100_000, sort: 'name' }],
    ['within 500 m, newest', { ...near, radiusM: 500, sort: '-createdAt' }],
  ]
  for (const [name, query] of [...lists, ...nearby]) await checkPlan(w, name, query)
})

async function checkPlan(w: World, name: string, query: object): Promise<void> {
  const [text, values] = await listStatementOf(w, query)
  const explained = `explain (analyze, timing off, format json) ${text}`
  const result = await w.app.pools.work.query<{ 'QUERY PLAN': { Plan: Plan }[] }>({ text: explained, values })
  const plan = result.rows[0]?.['QUERY PLAN'][0]?.Plan
  assert.ok(plan, name)
  const nodes = flat(plan)
  if (process.env['TEST_PLANS'] !== undefined) console.log(name, shapeOf(plan), touched(nodes))
  const scans = nodes.filter((node) => node['Node Type'] === 'Seq Scan' && isOurs(node))
  assert.deepEqual(scans, [], `${name} reads the table from end to end`)
  assert.ok(touched(nodes) <= touchedMax, `${name} touches ${touched(nodes)} rows: ${shapeOf(plan)}`)
}

/** The statement that a list sends, overheard on its way to the database. */
async function listStatementOf(w: World, query: object): Promise<[string, unknown[]]> {
  const { work } = w.app.pools
  const heard: [string, unknown[]][] = []
  const original = work.query
  Object.assign(work, {
    query: (config: { text?: string; values?: unknown[] }, ...rest: unknown[]) => {
      if (/ from places_place t where .* limit /s.test(config.text ?? ''))
        heard.push([config.text ?? '', config.values ?? []])
      return Reflect.apply(original, work, [config, ...rest])
    },
  })
  try {
    await w.call('places.place.all', { ...query })
  } finally {
    Object.assign(work, { query: original })
  }
  const last = heard.at(-1)
  assert.ok(last)
  return last
}

function flat(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(flat)]
}

/** Rows that came out of scans of places, those thrown away by filters included. */
function touched(nodes: Plan[]): number {
  return nodes
    .filter((node) => /Scan/.test(node['Node Type']) && node['Relation Name'] === 'places_place')
    .map(
      (node) =>
        (Number(node['Actual Rows']) + Number(node['Rows Removed by Filter'] ?? 0)) * Number(node['Actual Loops']),
    )
    .reduce((sum, each) => sum + each, 0)
}

function shapeOf(plan: Plan): string {
  const inner = (plan.Plans ?? []).filter((each) => each['Parent Relationship'] !== 'SubPlan').map(shapeOf)
  const index = plan['Index Name'] === undefined ? '' : ` ${plan['Index Name']}`
  return `${plan['Node Type']}${index}${inner.length === 0 ? '' : ` < ${inner.join(' + ')}`}`
}

function isOurs(node: Plan): boolean {
  return (node['Relation Name'] ?? '').startsWith('places_')
}
