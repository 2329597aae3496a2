import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ctx, Db, Paging } from '#kit/call/context.ts'
import { Problem } from '#kit/call/problem.ts'
import { world, type World } from '#test/world/world.ts'
import { countRows, ofAccount, orderBy, readListPage, sentConditions, type RowList } from './listPage.ts'

/** A context whose account has audit rows 0 to 6, oldest first; odd ones belong to `odd`. */
async function sevenRows(w: World): Promise<Ctx> {
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  for (let n = 0; n < 7; n++)
    await ctx.audit({ action: 'test.row.made', target: n % 2 ? 'odd' : 'even', changes: { n } })
  return ctx
}

type Row = { id: string; changes: string }
type Sent = { text: string; values: readonly unknown[] }

/** The database of a context, with the statements that it was sent. */
function traced(ctx: Ctx): { db: Db; sent: Sent[] } {
  const sent: Sent[] = []
  const db: Db = {
    rows(statement, values) {
      sent.push({ text: statement.text, values })
      return ctx.db.rows(statement, values)
    },
  }
  return { db, sent }
}

function listOf(ctx: Ctx, more: Partial<RowList> = {}): RowList {
  return {
    table: 'account_audit',
    columns: 't.id, t.changes, t.target',
    scope: 'account',
    owned: [ofAccount(ctx.account.id), { sql: "t.action = 'test.row.made'", values: [] }],
    ...orderBy(['id'], false),
    ...more,
  }
}

const numbersOf = (rows: readonly Row[]) => rows.map(({ changes }) => Number(JSON.parse(changes).n))

/** The numbers of all pages, read to the end by cursors. */
async function readAll(ctx: Ctx, list: RowList, limit: number): Promise<number[][]> {
  const pages: number[][] = []
  let paging: Paging = { limit }
  for (;;) {
    const { items, pagination } = await readListPage<Row>(ctx, list, paging)
    pages.push(numbersOf(items))
    assert.equal(pagination.hasMore, pagination.nextCursor !== null)
    if (pagination.nextCursor === null) return pages
    paging = { limit, cursor: pagination.nextCursor }
  }
}

test('a list is read to its end by cursors, in either direction and by keys that run both ways', async () => {
  await using w = await world()
  const ctx = await sevenRows(w)
  assert.deepEqual(await readAll(ctx, listOf(ctx), 3), [[0, 1, 2], [3, 4, 5], [6]])
  assert.deepEqual(await readAll(ctx, listOf(ctx, orderBy(['id'], true)), 7), [[6, 5, 4, 3, 2, 1, 0]])
  const keys = [
    { column: 'target', isFalling: true },
    { column: 'id', isFalling: false },
  ]
  const mixed = await readAll(ctx, listOf(ctx, { keys, order: '-target,id' }), 2)
  assert.deepEqual(mixed, [[1, 3], [5, 0], [2, 4], [6]])
  const byChance = { sql: '- length(t.target)', values: [], as: 'rank' }
  assert.deepEqual(await readAll(ctx, listOf(ctx, { rank: byChance, order: 'rank' }), 3), [[0, 2, 4], [6, 1, 3], [5]])
})

test('a page with its total is one statement, and two behind the last row', async () => {
  await using w = await world()
  const ctx = await sevenRows(w)
  const { db, sent } = traced(ctx)
  const from = { db, cursors: ctx.cursors }
  const where = sentConditions({ 't.target = $1': 'even', 't.request_id = $1': undefined })
  const first = await readListPage<Row>(from, listOf(ctx, { where }), { limit: 2, withTotal: 'true' })
  assert.deepEqual(numbersOf(first.items), [0, 2])
  const { nextCursor, ...pagination } = first.pagination
  assert.deepEqual(pagination, { limit: 2, offset: 0, hasMore: true, total: 4, totalIsCapped: false })
  assert.ok(nextCursor !== null)
  assert.equal(sent.length, 1)
  const behind = await readListPage<Row>(from, listOf(ctx, { where }), { offset: 9, withTotal: 'exact' })
  assert.deepEqual(behind, {
    items: [],
    pagination: { limit: 25, offset: 9, hasMore: false, nextCursor: null, total: 4, totalIsCapped: false },
  })
  assert.equal(sent.length, 3)
  assert.equal(await countRows(db, listOf(ctx), 5), 5)
})

test('the statement of a page is the one that the head of the engine shows', async () => {
  await using w = await world()
  const ctx = await sevenRows(w)
  const { db, sent } = traced(ctx)
  const list = listOf(ctx, { owned: [ofAccount(ctx.account.id)], where: sentConditions({ 't.target = $1': 'odd' }) })
  const { pagination } = await readListPage<Row>({ db, cursors: ctx.cursors }, list, { limit: 1 })
  await readListPage<Row>({ db, cursors: ctx.cursors }, list, { limit: 25, cursor: pagination.nextCursor ?? '' })
  assert.equal(
    sent[1]?.text,
    'select * from (select t.id, t.changes, t.target from account_audit t ' +
      'where t.account_id = $1 and t.target = $2 and (t.id) > ($3) order by t.id limit 26) page limit $4',
  )
})

test('a cursor of another order is refused', async () => {
  await using w = await world()
  const ctx = await sevenRows(w)
  const { pagination } = await readListPage<Row>(ctx, listOf(ctx), { limit: 1 })
  const other = readListPage<Row>(ctx, listOf(ctx, orderBy(['id'], true)), { cursor: pagination.nextCursor ?? '' })
  await assert.rejects(other, (error) => error instanceof Problem && error.code === 'invalid_request')
})
