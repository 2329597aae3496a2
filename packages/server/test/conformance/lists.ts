import assert from 'node:assert/strict'
import { limits } from '#kit/call/limits.ts'
import { csvColumns, csvHeader, csvLine } from '#kit/values/csv.ts'
import type { TSchema } from '#kit/values/schema.ts'
import { isList, type Operation } from '#kit/nouns/operation.ts'
import { objectOf, type Json } from '#test/world/world.ts'
import { propertiesOf } from './schema.ts'
import { oncePerOperation, refusedExample } from './sharedScenes.ts'
import { happenings, nounOf, type Rule, type Scene, type Stage } from './stage.ts'

/** Rules for lists. */
export const listRules: Rule[] = [
  { name: 'a list pages to its end by offset and by cursor, in every order', applies: isList, check: paging },
  { name: 'a list has a total only with withTotal', applies: isList, check: totals },
  {
    name: 'a cursor is valid for one list, its filters and one order, and cannot be forged',
    applies: isList,
    check: cursors,
  },
  {
    name: 'an export as NDJSON or CSV has the rows of all pages',
    applies: (of) => isList(of) && of.credential !== 'none',
    check: exports,
  },
  { name: 'an unknown filter or order is refused with the known ones', applies: isList, check: unknowns },
]

const recordsMin = 5
const pageLimit = 2

type Listing = { scene: Scene; base: Json; ids: Set<string> }

/** A scene with enough records for several pages. The rules only read it. */
const filled = oncePerOperation(fill)

/** Creates the records of a list. Records of nouns without a create operation follow from the product's recipe. */
async function fill(stage: Stage, of: Operation): Promise<Listing> {
  const scene = await stage.scene()
  const base = await scene.example(of)
  const noun = nounOf(of)
  const still = stage.recipes.still[of.id] ?? {}
  const isMade = stage.operation(`${noun}.create`) !== undefined
  for (let made = 0; isMade && made < recordsMin; made++) await scene.make(noun)
  if (isMade) await stage.world.settle()
  else await happenings(scene, stage, { list: of, input: still, min: recordsMin })
  const { limit: _limit, ...rest } = base
  // The example's filters may match too few of the new records: then the whole list is read.
  for (const base of [{ ...rest, ...still }, still]) {
    const page = await read(scene, of, { ...base, limit: limits.pageLimitMax })
    if (page.items.length >= 3) return { scene, base, ids: new Set(page.items.map((item) => String(item['id']))) }
  }
  assert.fail('too few records to page through')
}

async function read(scene: Scene, of: Operation, input: Json) {
  const reply = await scene.send(of, input)
  assert.equal(reply.status, 200, `${JSON.stringify(input)}: ${reply.text}`)
  const data = objectOf(reply.body['data'])
  assert.ok(Array.isArray(data['items']))
  return { items: data['items'].map(objectOf), pagination: objectOf(data['pagination']) }
}

async function paging(stage: Stage, of: Operation): Promise<void> {
  const { scene, base, ids } = await filled(stage, of)
  for (const sort of [undefined, ...sortsOf(of)]) {
    if (sort !== undefined && (await isElsewhere(stage, of, { scene, base, sort }))) continue
    const ordered = sort === undefined ? base : { ...base, sort }
    const byOffset = await pages(scene, of, (_next, offset) => ({ ...ordered, limit: pageLimit, offset }))
    const byCursor = await pages(scene, of, (next) => ({
      ...ordered,
      limit: pageLimit,
      ...(next === null ? {} : { cursor: next }),
    }))
    for (const [way, seen] of Object.entries({ offset: byOffset, cursor: byCursor })) {
      assert.equal(new Set(seen).size, seen.length, `by ${way}, sort ${sort}: a record comes twice`)
      assert.deepEqual(new Set(seen), ids, `by ${way}, sort ${sort}: records are missing or new`)
    }
    assert.deepEqual(byCursor, byOffset, `sort ${sort}: cursor and offset disagree`)
  }
}

/** Whether an order without a field, such as nearest first, needs more input or runs one way only. */
async function isElsewhere(
  stage: Stage,
  of: Operation,
  { scene, base, sort }: { scene: Scene; base: Json; sort: string },
) {
  const fields = stage.resourceOf(of)?.fields
  const isField = fields === undefined || Object.hasOwn(fields, sort.replace('-', '')) || sort.endsWith('At')
  return !isField && (await scene.send(of, { ...base, sort })).status === 400
}

async function exports(stage: Stage, of: Operation): Promise<void> {
  const { scene, base } = await filled(stage, of)
  const rows: Json[] = []
  for (let cursor: unknown = null; rows.length === 0 || cursor !== null;) {
    const { items, pagination } = await read(scene, of, { ...base, ...(cursor === null ? {} : { cursor }) })
    rows.push(...items)
    cursor = pagination['nextCursor']
  }
  const exported = async (accept: string) => {
    const reply = await scene.send(of, base, { headers: { accept } })
    assert.equal(reply.status, 200, reply.text)
    return reply.text
  }
  const lines = (await exported('application/x-ndjson')).split('\n').filter((line) => line !== '')
  assert.deepEqual(
    lines.map((line) => objectOf(JSON.parse(line))),
    rows,
    'the NDJSON differs from the pages',
  )
  const columns = columnsOf(of, rows)
  const csv = [csvHeader(columns), ...rows.map((row) => csvLine(columns, row))].join('')
  assert.equal(await exported('text/csv'), csv, 'the CSV differs from the pages')
  const paged = await scene.send(of, { ...base, limit: pageLimit }, { headers: { accept: 'text/csv' } })
  assert.equal(paged.status, 400, 'an export takes a limit')
}

/** The columns of an export: those of the document, and members of a free object behind it. */
function columnsOf(of: Operation, rows: readonly Json[]) {
  const free = of.freeColumns?.of
  const declared = csvColumns(itemOf(of))
  if (free === undefined) return declared
  const names = new Set(rows.flatMap((row) => Object.keys(objectOf(row[free]))))
  const members = [...names].toSorted().map((name) => ({ name: `${free}.${name}`, path: [free, name] }))
  return declared.flatMap((column) => (column.name === free ? [column, ...members] : [column]))
}

/** The schema of an item of a list. */
function itemOf(of: Operation): TSchema {
  // cast: a list has this shape, as `isList` has seen.
  const { properties } = of.output as unknown as { properties: { items: { items: TSchema } } }
  return properties.items.items
}

/** The ids of all pages, in order. */
async function pages(
  scene: Scene,
  of: Operation,
  ask: (cursor: string | null, offset: number) => Json,
): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | null = null
  for (let turn = 0; turn < 100; turn++) {
    const page = await read(scene, of, ask(cursor, seen.length))
    const { hasMore, nextCursor, limit } = page.pagination
    assert.equal(limit, pageLimit)
    assert.equal(typeof hasMore, 'boolean')
    assert.equal(nextCursor !== null, hasMore, 'nextCursor and hasMore disagree')
    seen.push(...page.items.map((item) => String(item['id'])))
    if (hasMore !== true) return seen
    assert.equal(page.items.length, pageLimit, 'a page before the last is not full')
    cursor = String(nextCursor)
  }
  assert.fail('there is no end')
}

/** Both directions of every key that the sort parameter allows. */
function sortsOf(of: Operation): string[] {
  return sortNames(of).flatMap((name) => [name, `-${name}`])
}

/** The keys that the sort parameter of a list allows. */
export function sortNames(of: Operation): string[] {
  const pattern = String(propertiesOf(of.input)['sort']?.['pattern'] ?? '')
  return /\(([\w|]+)\)/.exec(pattern)?.[1]?.split('|') ?? []
}

async function totals(stage: Stage, of: Operation): Promise<void> {
  const { scene, base, ids } = await filled(stage, of)
  const plain = await read(scene, of, { ...base, limit: pageLimit })
  assert.equal(plain.pagination['total'], undefined, 'counts without being asked')
  for (const withTotal of ['true', 'exact']) {
    const { pagination } = await read(scene, of, { ...base, limit: pageLimit, withTotal })
    assert.deepEqual(
      [pagination['total'], pagination['totalIsCapped'] ?? false],
      [ids.size, false],
      `withTotal=${withTotal}`,
    )
    const next = await read(scene, of, { ...base, limit: pageLimit, withTotal, cursor: pagination['nextCursor'] })
    assert.equal(next.pagination['total'], undefined, 'counts on a later page')
  }
  const { pagination } = await read(scene, of, { ...base, limit: pageLimit, withTotal: 'false' })
  assert.equal(pagination['total'], undefined)
}

async function cursors(stage: Stage, of: Operation): Promise<void> {
  const { scene, base } = await filled(stage, of)
  const [sort, other] = sortsOf(of)
  const ordered = sort === undefined ? base : { ...base, sort }
  const { pagination } = await read(scene, of, { ...ordered, limit: pageLimit })
  const cursor = String(pagination['nextCursor'])
  const [body = '', signature = ''] = cursor.split('.')
  const forged = [
    `${flipped(body)}.${signature}`,
    `${body}.${flipped(signature)}`,
    body,
    'x',
    Buffer.from('{"sort":"x"}').toString('base64url'),
  ]
  for (const wrong of forged)
    await refusedAt(scene, of, { input: { ...ordered, limit: pageLimit, cursor: wrong }, at: '/cursor' })
  await refusedAt(scene, of, { input: { ...ordered, cursor, offset: 1 }, at: '/cursor' })
  for (const limit of ['0x2', '1e1', ' 5', '2.0', '+2'])
    await refusedAt(scene, of, { input: { ...base, limit }, at: '/limit' })
  if ('q' in propertiesOf(of.input)) {
    await refusedAt(scene, of, { input: { ...ordered, limit: pageLimit, cursor, q: 'zzOther' }, at: '/cursor' })
  }
  if (other === undefined) return
  await refusedAt(scene, of, { input: { ...base, sort: other, limit: pageLimit, cursor }, at: '/cursor' })
}

function flipped(text: string): string {
  return `${text.slice(0, 5)}${text[5] === 'A' ? 'B' : 'A'}${text.slice(6)}`
}

async function unknowns(stage: Stage, of: Operation): Promise<void> {
  const { scene, example: base } = await refusedExample(stage, of)
  const filter = await refusedAt(scene, of, { input: { ...base, zzUnknown: 'x' }, at: '/zzUnknown' })
  for (const name of Object.keys(propertiesOf(of.input)))
    assert.ok(filter.includes(name), `${name} is not told: ${filter}`)
  const order = await refusedAt(scene, of, { input: { ...base, sort: 'zzUnknown' }, at: '/sort' })
  for (const name of sortNames(of)) assert.ok(order.includes(name), `${name} is not told: ${order}`)
}

/** Sends an input that must be refused at a field; returns the message of the field. */
async function refusedAt(scene: Scene, of: Operation, { input, at }: { input: Json; at: string }): Promise<string> {
  const reply = await scene.send(of, input)
  assert.equal(reply.status, 400, `${JSON.stringify(input)}: ${reply.text}`)
  const fields: unknown = Object(reply.body['error'])['fields']
  const found = Array.isArray(fields) ? fields.map(objectOf).find((each) => each['path'] === at) : undefined
  assert.ok(found, `${at} is not named: ${reply.text}`)
  return String(found['message'])
}
