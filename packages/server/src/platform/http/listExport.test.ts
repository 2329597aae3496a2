import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { after, before, describe, test } from 'node:test'
import type { ListPage } from '#kit/call/context.ts'
import { idOf } from '#kit/values/fields.ts'
import { operation } from '#kit/nouns/operation.ts'
import { pagingInput } from '#kit/call/paging.ts'
import { product } from '#kit/nouns/product.ts'
import { closed, listPageOf } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'
import { tenantProducts } from '#test/world/tenants.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'

const name = '=x, "y"'
const padding = 'p'.repeat(20_000)

/** A list of numbered rows. `failsAt`: the page that fails. `pages`: pages read so far. */
function shelf() {
  const state = { pages: 0, rows: 250, failsAt: Infinity }
  const row = closed({
    id: idOf('bok'),
    number: Type.Integer(),
    name: Type.String(),
    size: closed({ text: Type.String() }),
  })
  const list = operation('plant.book.all', {
    route: 'GET /api/plant/book/all',
    title: 'Books - Get All',
    scope: 'plant.book:read',
    input: closed({ ...pagingInput(['number']), long: Type.Optional(Type.String()) }),
    output: listPageOf(row),
    example: {},
    async handle(_ctx, { limit = 25, cursor = '0', long }) {
      const page = state.pages++
      if (page === state.failsAt) throw new Error('the shelf broke')
      const from = Number(cursor)
      const count = Math.max(0, Math.min(limit, state.rows - from))
      const items = Array.from({ length: count }, (_, index) => ({
        id: `bok_${'0'.repeat(34)}`,
        number: from + index,
        name,
        size: { text: long === undefined ? '' : padding },
      }))
      const hasMore = from + count < state.rows
      const nextCursor = hasMore ? String(from + count) : null
      const made: ListPage<(typeof items)[number]> = { items, pagination: { limit, offset: 0, hasMore, nextCursor } }
      return made
    },
  })
  const plant = product({ name: 'plant', title: 'Plant', description: 'Lists.', operations: [list] })
  return { state, product: plant }
}

describe('exports of lists', () => {
  const { state, product: plant } = shelf()
  let w: World
  let url = ''
  before(async () => {
    w = await world({ products: [...tenantProducts, plant] })
    url = `${await w.app.server.listen({ port: 0, host: '127.0.0.1' })}/api/plant/book/all`
  })
  after(() => w[Symbol.asyncDispose]())

  const headers = (accept: string, key = w.account.secretKey) => ({ accept, 'x-service-api-key': key })

  test('CSV has a header and every row, with formulas guarded; an empty list has the header alone', async () => {
    const response = await fetch(url, { headers: headers('text/csv') })
    assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
    const [header, ...lines] = (await response.text()).split('\r\n')
    assert.equal(header, 'id,number,name,size.text')
    assert.equal(lines.pop(), '')
    assert.equal(lines.length, 250)
    assert.equal(lines[249], `bok_${'0'.repeat(34)},249,"'=x, ""y""",""`)
    state.rows = 0
    assert.equal(await (await fetch(url, { headers: headers('text/csv') })).text(), 'id,number,name,size.text\r\n')
    state.rows = 250
  })

  test('NDJSON has a line for each row', async () => {
    const response = await fetch(url, { headers: headers('application/x-ndjson, */*') })
    assert.equal(response.headers.get('content-type'), 'application/x-ndjson')
    const rows = (await response.text())
      .trimEnd()
      .split('\n')
      .map((line) => Object(JSON.parse(line)).number)
    assert.deepEqual(
      rows,
      Array.from({ length: 250 }, (_, index) => index),
    )
  })

  test('a request that also accepts JSON gets a page, and HEAD the headers of the export', async () => {
    const json = await fetch(url, { headers: headers('application/json, text/csv') })
    assert.equal(Object(await json.json()).data.items.length, 25)
    const head = await fetch(url, { method: 'HEAD', headers: headers('text/csv') })
    assert.equal(head.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  })

  test('a parameter that chooses a page is refused beside an export', async () => {
    const response = await fetch(`${url}?limit=5&offset=1&withTotal=true`, { headers: headers('text/csv') })
    assert.equal(response.status, 400)
    const { error } = Object(await response.json())
    assert.deepEqual(
      error.fields.map(({ path }: { path: string }) => path),
      ['/limit', '/offset', '/withTotal'],
    )
  })

  test('a failure of the first page is an ordinary refusal, one of a later page breaks the connection', async () => {
    state.failsAt = state.pages
    assert.equal((await fetch(url, { headers: headers('text/csv') })).status, 500)
    state.failsAt = state.pages + 2
    const broken = await fetch(url, { headers: headers('text/csv') })
    assert.equal(broken.status, 200)
    await assert.rejects(broken.text())
    state.failsAt = Infinity
  })

  test('pages are read as the reader takes them, and no longer when it disconnects', async () => {
    state.rows = 100_000
    state.pages = 0
    const request = get(`${url}?long=yes`, { headers: headers('application/x-ndjson') })
    // cast: the event has the response as its one argument.
    const [response] = (await once(request, 'response')) as [IncomingMessage]
    response.on('error', () => undefined)
    let readPages = -1
    await until(() => {
      const isStill = state.pages === readPages
      readPages = state.pages
      return isStill
    })
    // A page has 2 MB. The buffers of the sockets take a few pages of the thousand.
    assert.ok(readPages < 100, `${readPages} pages were read for a reader that takes none`)
    const closed = new Promise((resolve) => response.on('close', resolve))
    request.destroy()
    await closed
    // The next request of the world follows the end of the export.
    await fetch(url, { method: 'HEAD', headers: headers('text/csv') })
    assert.ok(state.pages < readPages + 10, `${state.pages} pages were read after the reader left`)
    state.rows = 250
  })

  test('an export ends with the process, visibly unfinished', async () => {
    const { state: other, product: shelved } = shelf()
    other.rows = 1_000_000
    const own = await world({ products: [...tenantProducts, shelved] })
    const address = `${await own.app.server.listen({ port: 0, host: '127.0.0.1' })}/api/plant/book/all?long=yes`
    const response = await fetch(address, { headers: headers('text/csv', own.account.secretKey) })
    await Promise.all([assert.rejects(response.text()), own[Symbol.asyncDispose]()])
  })
})
