import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { test } from 'node:test'
import { Readable } from 'node:stream'
import { contactImport } from './contactImport.ts'
import { fetchFile } from './importFile.ts'
import { batchesOf } from './importRun.ts'
import { preferencesUrl } from '#products/marketing/contact/contactToken.ts'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

const importOf = 'marketing.contact.import'
const consent = { source: 'Form at the till' }

/** Imports a file, whole, and returns the import after all work. */
async function imported(w: World, file: string | Buffer, input: Json = {}): Promise<Json> {
  const made = await w.call(importOf, input)
  assert.equal(await put(w, made, { payload: file }), 200)
  await w.settle()
  return w.call('marketing.contactImport.get', { contactImportId: String(made.id) })
}

async function put(w: World, made: Json, { payload, range }: { payload: string | Buffer; range?: string }) {
  const headers = range === undefined ? {} : { 'content-range': range }
  const { pathname, search } = new URL(String(objectOf(made['upload'])['url']))
  const reply = await w.app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload, headers })
  return reply.statusCode
}

const counts = (of: Json) =>
  ['status', 'rowCount', 'createdCount', 'updatedCount', 'unchangedCount', 'skippedCount', 'errorCount'].map(
    (name) => of[name],
  )

async function errorsOf(w: World, of: Json): Promise<string[]> {
  const { items } = await w.call('marketing.contactImportError.all', { contactImportId: String(of['id']), limit: 100 })
  return items.map(({ row, column, reason }) => `${row} ${column}: ${reason}`)
}

const contactOf = (w: World, email: string) => w.call('marketing.contact.get', { email })
const byHand = (input: Json) => ({
  ...input,
  mapping: [{ columnName: 'email', field: 'email' }, ...asList(input['mapping'])],
})
const asList = (value: unknown) => (Array.isArray(value) ? value : [])

test('a file without a mapping is read, and waits with its columns and a guess; a check writes nothing', async () => {
  await using w = await world()
  const file =
    '\ufeffE-Mail;Vorname;Nachname;Plätze;Newsletter seit;PLZ\r\n' +
    'Ada@Example.com;Ada;Lovelace;3,5;21.11.2026;01234\r\nbob@example.com;Bob;"O""Hara; jr";2;2026-01-02;20095\r\n'
  const read = await imported(w, file, { consent, tags: ['may'] })
  assert.deepEqual(
    [read['status'], read['delimiter'], read['encoding'], read['hasHeader']],
    ['ready', 'semicolon', 'utf-8', true],
  )
  assert.deepEqual(read['mapping'], [
    { columnName: 'E-Mail', field: 'email' },
    { columnName: 'Vorname', field: 'firstName' },
    { columnName: 'Nachname', field: 'lastName' },
    { columnName: 'Plätze', attribute: 'platze', type: 'number' },
    { columnName: 'Newsletter seit', attribute: 'newsletterSeit', type: 'moment' },
    { columnName: 'PLZ', attribute: 'plz', type: 'text' },
  ])
  const contactImportId = String(read['id'])
  await w.call('marketing.contactImport.update', { contactImportId, action: 'check' })
  await w.settle()
  const checked = await w.call('marketing.contactImport.get', { contactImportId })
  assert.deepEqual(counts(checked), ['ready', 2, 2, 0, 0, 0, 0])
  await w.refused('marketing.contact.get', { email: 'ada@example.com' }, 'not_found')
  await w.call('marketing.contactImport.update', { contactImportId, action: 'start' })
  await w.settle()
  assert.deepEqual(counts(await w.call('marketing.contactImport.get', { contactImportId })), ['done', 2, 2, 0, 0, 0, 0])
  const ada = await contactOf(w, 'ada@example.com')
  assert.deepEqual([ada.status, ada.email, ada.tags], ['subscribed', 'Ada@example.com', ['may']])
  const attributes = { plz: '01234', platze: 3.5, newsletterSeit: '2026-11-21T00:00:00.000Z' }
  assert.deepEqual(ada.attributes, attributes)
  assert.equal((await contactOf(w, 'bob@example.com')).lastName, 'O"Hara; jr')
  assert.equal((await w.emitted('marketing.import.completed')).length, 1)
  assert.equal((await w.emitted('marketing.contact.created')).length, 0)
  assert.deepEqual(await w.app.live.files.list('upload/', 10), [])
})

test('hard texts arrive as they are, in new contacts and in changed ones', async () => {
  await using w = await world()
  const texts = ['NULL', 'null', '"', '\\', '\\N', "'", '{a,b}', '{}', 'a b', 'Zoë 🎪', '\\"', '%s $1']
  const line = (text: string, index: number) => {
    const cell = `"${text.replaceAll('"', '""')}"`
    return `p${index}@example.com,${cell},${cell},${cell}\n`
  }
  const mapping = [
    { columnName: 'last', field: 'lastName' },
    { columnName: 'tag', field: 'tags' },
    { columnName: 'seat', attribute: 'seat', type: 'text' },
  ]
  const readAll = () => Promise.all(texts.map((_, index) => contactOf(w, `p${index}@example.com`)))
  for (const round of [texts, texts.toReversed()]) {
    const file = `email,last,tag,seat\n${round.map(line).join('')}`
    const input = byHand({ mapping, consent, onConflict: 'overwrite' })
    assert.equal((await imported(w, file, input))['errorCount'], 0)
    const read = await readAll()
    assert.deepEqual(
      read.map((each) => each.lastName),
      round,
    )
    assert.deepEqual(
      read.map((each) => objectOf(each.attributes)['seat']),
      round,
    )
    assert.deepEqual(
      read.map((each) => each.tags.join()),
      round,
    )
  }
})

test('contacts that exist are skipped, merged or overwritten, and no file begins an agreement again', async () => {
  await using w = await world()
  const one = { email: 'ada@example.com', firstName: 'Ada', tags: ['old'], attributes: { plan: 'pro', seats: 1 } }
  await w.call('marketing.contact.create', one)
  const left = await w.call('marketing.contact.create', { email: 'gone@example.com' })
  await w.call('marketing.contact.update', { contactId: String(left.id), action: 'unsubscribe' })
  const file = 'email,name,tags,plan,seats\nADA@example.com,,new,,2\ngone@example.com,Gone,,,\n'
  const mapping = [
    { columnName: 'name', field: 'firstName' },
    { columnName: 'tags', field: 'tags' },
    { columnName: 'plan', attribute: 'plan' },
    { columnName: 'seats', attribute: 'seats', type: 'number' },
  ]
  const run = (onConflict: string) => imported(w, file, byHand({ onConflict, consent, mapping }))
  assert.deepEqual(counts(await run('skip')), ['done', 2, 0, 0, 0, 2, 0])
  assert.deepEqual(counts(await run('merge')), ['done', 2, 0, 2, 0, 0, 0])
  const merged = await contactOf(w, 'ada@example.com')
  assert.deepEqual(
    [merged.firstName, merged.tags, merged.attributes],
    ['Ada', ['old', 'new'], { plan: 'pro', seats: 2 }],
  )
  assert.deepEqual(counts(await run('merge')), ['done', 2, 0, 0, 2, 0, 0])
  assert.deepEqual(counts(await run('overwrite')), ['done', 2, 0, 1, 1, 0, 0])
  const replaced = await contactOf(w, 'ada@example.com')
  assert.deepEqual([replaced.firstName, replaced.tags, replaced.attributes], [null, ['new'], { seats: 2 }])
  assert.equal((await contactOf(w, 'gone@example.com')).status, 'unsubscribed')
})

test('new contacts get no mail without evidence, suppressed ones stay so, and a column ends an agreement', async () => {
  await using w = await world()
  for (const name of ['erased', 'gone']) {
    const erased = await w.call('marketing.contact.create', { email: `${name}@example.com` })
    await w.call('marketing.contact.delete', { contactId: String(erased.id), mode: 'erase' })
  }
  await w.call('marketing.contact.create', { email: 'ada@example.com' })
  const file = 'email,status\nerased@example.com,active\nnew@example.com,subscribed\nada@example.com,unsubscribed\n'
  const mapping = [{ columnName: 'status', field: 'status' }]
  const without = await imported(w, file, byHand({ mapping }))
  assert.deepEqual([without['createdCount'], without['suppressedCount']], [2, 1])
  const states = async () =>
    Promise.all(['erased', 'new', 'ada'].map(async (name) => (await contactOf(w, `${name}@example.com`)).status))
  assert.deepEqual(await states(), ['unsubscribed', 'unsubscribed', 'unsubscribed'])
  const { id } = await contactOf(w, 'erased@example.com')
  await w.call('marketing.contact.update', { contactId: String(id), email: 'other@example.com' })
  assert.equal((await contactOf(w, 'other@example.com')).status, 'unsubscribed')
  await imported(w, 'email,status\nadded@example.com,yes\ngone@example.com,yes\n', byHand({ mapping, consent }))
  assert.equal((await contactOf(w, 'added@example.com')).status, 'subscribed')
  assert.equal((await contactOf(w, 'gone@example.com')).status, 'suppressed')
  await w.refused(importOf, { contactStatus: 'subscribed' }, { code: 'invalid_request', mention: '/consent' })
})

test('a row without an address and one with a wrong country have one reason, at the column of the field', async () => {
  await using w = await world()
  const file = 'Plan,email,country\nfree,,DE\npro,a@example.com,Germania\n'
  const mapping = [
    { columnName: 'Plan', attribute: 'plan', type: 'text' },
    { columnName: 'country', field: 'country' },
  ]
  const done = await imported(w, file, byHand({ mapping }))
  assert.deepEqual(await errorsOf(w, done), [
    '2 email: one of email, phone, externalId, viewerId is needed',
    '3 country: must have at most 2 characters',
  ])
})

test('wrong rows are listed with row, column and reason, as JSON and as CSV, and the others are imported', async () => {
  await using w = await world()
  const file = Buffer.concat([
    Buffer.from('email,phone,seats,email\na@example.com,+49 40 123456,1,x\nno address,+49 40 123456,2,\n'),
    Buffer.from('b@example.com,12,many,\n"c"@example.com,,,\nd@example.com,,\ne@example.com,,,,extra\n\n'),
    Buffer.from('f\0@example.com,,,\ng@example.com,+4940123,,\ng@example.com,,7,\n'),
  ])
  const mapping = [
    { columnName: 'phone', field: 'phone' },
    { columnName: 'seats', attribute: 'seats', type: 'number' },
    { columnName: 'email (2)', attribute: 'second' },
  ]
  const done = await imported(w, file, byHand({ mapping }))
  assert.deepEqual(counts(done), ['done', 9, 2, 1, 0, 0, 6])
  assert.deepEqual(await errorsOf(w, done), [
    '3 email: must be a mail address such as mira@example.com',
    '4 seats: must be a number such as 12.5',
    '5 null: has a quotation mark that does not end where its cell ends',
    '6 null: has 3 cells and not 4',
    '7 null: has 5 cells and not 4',
    '9 email: has a character that is not of the encoding of the file, or a zero byte',
  ])
  const url = '/api/marketing/contactImportError/all'
  const payload = { contactImportId: done['id'] }
  const headers = { 'x-service-api-key': w.account.secretKey, accept: 'text/csv' }
  const csv = await w.app.server.inject({ method: 'POST', url, headers, payload })
  assert.match(
    csv.body,
    /^id,contactImportId,row,column,field,value,reason\r\nimp_[\w-]+,imp_\w+,3,email,email,no address,must be/,
  )
})

test('a wrong row names its refused value, shortened; secrets and an erased contact have none', async () => {
  await using w = await world()
  const long = 'x'.repeat(150)
  const lines = [',1,', 'a@example.com,many,', `b@example.com,${long},`, 'c@example.com,,wrong', 'd@,a@example.com,']
  const file = ['email,seats,API key', ...lines, ''].join('\n')
  const mapping = [
    { columnName: 'seats', attribute: 'seats', type: 'number' },
    { columnName: 'API key', attribute: 'key', type: 'number' },
  ]
  const done = await imported(w, file, byHand({ mapping }))
  const cells = async () => {
    const { items } = await w.call('marketing.contactImportError.all', { contactImportId: String(done['id']) })
    return items.map(({ row, column, value }) => [row, column, value])
  }
  assert.deepEqual(await cells(), [
    [2, 'email', null],
    [3, 'seats', 'many'],
    [4, 'seats', long.slice(0, 100)],
    [5, 'API key', null],
    [6, 'seats', 'a@example.com'],
  ])
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'a@example.com' })
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  assert.deepEqual((await cells()).at(-1), [6, 'seats', null])
})

test('rows that repeat a contact are applied in order, and a check counts them as the import does', async () => {
  await using w = await world()
  const people = Array.from({ length: 3_000 }, (_, n) => `p${n % 2_900}@example.com,${n % 2_900}\n`)
  const ones = Array.from({ length: 3_000 }, (_, n) => `one@example.com,${n}\n`)
  const mapping = [{ columnName: 'seats', attribute: 'seats', type: 'number' }]
  const file = `email,seats\n${people.join('')}${ones.join('')}`
  const checked = await imported(w, file, byHand({ mapping, dryRun: true }))
  // A check of the 100 people who come again knows that they are there, and not what they hold.
  assert.deepEqual(counts(checked), ['ready', 6_000, 2_901, 3_099, 0, 0, 0])
  const done = await imported(w, file, byHand({ mapping }))
  assert.deepEqual(counts(done), ['done', 6_000, 2_901, 2_999, 100, 0, 0])
  assert.deepEqual((await contactOf(w, 'one@example.com')).attributes, { seats: 2_999 })
  const moved = 'email,id\na@example.com,1\nb@example.com,1\na@example.com,2\nb@example.com,2\n'
  const ids = [{ columnName: 'id', field: 'externalId' }]
  assert.deepEqual(counts(await imported(w, moved, byHand({ mapping: ids }))), ['done', 4, 2, 1, 0, 0, 1])
  assert.equal((await w.call('marketing.contact.get', { externalId: '1' })).email, 'b@example.com')
})

/** Has writes of rows of a table that satisfy a condition fail, as those of a process that dies there. */
async function failing(w: World, table: string, condition: string): Promise<AsyncDisposable> {
  const { work } = w.app.pools
  await work.query(`create function fail_here() returns trigger language plpgsql as $$
    begin raise exception 'this process ends here'; end $$`)
  await work.query(`create trigger fail_here before insert or update on ${table}
    for each row when (${condition}) execute function fail_here()`)
  return {
    async [Symbol.asyncDispose]() {
      await work.query('drop function fail_here cascade')
      // The job runs again.
      w.clock.advance(60_000)
      await w.settle()
    },
  }
}

test('a check that was interrupted begins with the first row, and counts rows as the import does', async () => {
  await using w = await world()
  const rows = Array.from({ length: 6_000 }, (_, n) => `p${n % 2_000}@example.com\n${n % 2_000 === 7 ? 'x\n' : ''}`)
  let read: Json
  {
    await using _ = await failing(w, 'marketing_contact_import', 'new.row_position > 3000')
    read = await imported(w, `email\n${rows.join('')}`, byHand({ dryRun: true }))
    assert.deepEqual([read['status'], read['rowCount'], read['errorCount']], ['checking', 2_500, 2])
  }
  const checked = await w.call('marketing.contactImport.get', { contactImportId: String(read['id']) })
  assert.deepEqual(
    [checked.status, checked.rowCount, checked.createdCount, checked.errorCount],
    ['ready', 6_003, 2_000, 3],
  )
  assert.equal((await errorsOf(w, checked)).length, 3)
})

/** A server with one file. `before`: what happens before it sends the file. */
async function fileServer(file: string, before: () => Promise<unknown> = async () => undefined) {
  const server = createServer((_request, response) => void before().then(() => response.end(file)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  assert.ok(typeof address === 'object' && address !== null)
  const close = async () => void server.close()
  return { url: `http://127.0.0.1:${address.port}/contacts.csv`, [Symbol.asyncDispose]: close }
}

test('the file of an import goes after a crash between the last row and the removal of the file', async () => {
  await using w = await world()
  const stored = () => w.app.live.files.list('upload/', 10)
  {
    await using _ = await failing(w, 'account_outbox', "new.name = 'marketing.contactImport.removeFile'")
    assert.equal((await imported(w, 'email\na@example.com\n', byHand({})))['status'], 'done')
    assert.equal((await stored()).length, 1)
  }
  assert.deepEqual(await stored(), [])
})

test('a download that was interrupted leaves no file in the store, nor does one of an import that ended', async () => {
  await using w = await world()
  const stored = () => w.app.live.files.list('upload/', 10)
  await using plain = await fileServer('email\na@example.com\n')
  const { id } = await w.call(importOf, byHand({ url: plain.url }))
  {
    await using _ = await failing(w, 'marketing_contact_import_part', 'true')
    await w.settle()
    assert.equal((await stored()).length, 1)
  }
  const done = await w.call('marketing.contactImport.get', { contactImportId: id })
  assert.deepEqual(counts(done), ['done', 1, 1, 0, 0, 0, 0])
  assert.deepEqual(await stored(), [])
  for (const end of [
    (contactImportId: string) => w.call('marketing.contactImport.update', { contactImportId, action: 'cancel' }),
    (contactImportId: string) => w.call('marketing.contactImport.delete', { contactImportId }),
  ]) {
    let ending: () => Promise<unknown> = async () => undefined
    await using slow = await fileServer('email\nb@example.com\n', () => ending())
    const { id: contactImportId } = await w.call(importOf, byHand({ url: slow.url }))
    ending = () => end(contactImportId)
    await w.settle()
    assert.deepEqual(await stored(), [])
  }
  await w.refused('marketing.contact.get', { email: 'b@example.com' }, 'not_found')
})

test('a download that another run of its job overtakes leaves the file to the import', async () => {
  await using w = await world()
  let overtake: () => Promise<unknown> = async () => undefined
  await using slow = await fileServer('email\nb@example.com\n', () => {
    const step = overtake
    overtake = async () => undefined
    return step()
  })
  const { id } = await w.call(importOf, byHand({ url: slow.url }))
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  overtake = async () => fetchFile(ctx, await ctx.store.get(contactImport, String(id)))
  await w.settle()
  const done = await w.call('marketing.contactImport.get', { contactImportId: id })
  assert.deepEqual(counts(done), ['done', 1, 1, 0, 0, 0, 0])
  assert.deepEqual(await w.app.live.files.list('upload/', 10), [])
})

test('encodings are detected, and JSON lines keep their types', async () => {
  await using w = await world()
  const text = 'email\tVorname\nzoe@example.com\tZoë\n'
  const utf16 = await imported(w, Buffer.from(`\ufeff${text}`, 'utf16le'), { tags: ['a'] })
  assert.deepEqual([utf16['encoding'], utf16['delimiter'], utf16['status']], ['utf-16le', 'tab', 'ready'])
  const latin = await imported(
    w,
    Buffer.from(text, 'latin1'),
    byHand({ mapping: [{ columnName: 'Vorname', field: 'firstName' }] }),
  )
  assert.deepEqual([latin['encoding'], (await contactOf(w, 'zoe@example.com')).firstName], ['windows-1252', 'Zoë'])
  const lines = '{"email":"j@example.com","address":{"city":"Bonn"},"seats":3,"tags":["x","y"]}\n{"email":\n[1]\n'
  const read = await imported(w, lines)
  const contactImportId = String(read['id'])
  await w.call('marketing.contactImport.update', { contactImportId, action: 'start' })
  await w.settle()
  const done = await w.call('marketing.contactImport.get', { contactImportId })
  assert.deepEqual(counts(done), ['done', 3, 1, 0, 0, 0, 2])
  const { attributes, tags } = await contactOf(w, 'j@example.com')
  assert.deepEqual([attributes, tags], [{ addressCity: 'Bonn', seats: 3 }, ['x', 'y']])
})

test('files that hold no contacts fail with a sentence', async () => {
  await using w = await world()
  const long = 'x'.repeat(600_000)
  const cases: [Buffer | string, RegExp][] = [
    [Buffer.from('504b0304140006000800000021', 'hex'), /spreadsheet or an archive/],
    [Buffer.from([...Array(500).keys()].map((each) => each % 7)), /no text/],
    ['\n\n', /no rows/],
    ['[{"email":"a@example.com"}]', /list in JSON/],
    [long, /no row that can be read/],
    [`${Array.from({ length: 10_000 }, (_, n) => `c${n}`).join(',')}\n1,2\n`, /10000 columns/],
    ['mail\na@example.com\n', /no column “email”/],
  ]
  for (const [file, failure] of cases) {
    const { status, failure: why } = await imported(w, file, byHand({}))
    assert.equal(status, 'failed')
    assert.match(String(why), failure)
  }
})

test('an upload continues in parts, two imports of one file make each contact once, a cancel ends one', async () => {
  await using w = await world()
  const file = `email\n${Array.from({ length: 500 }, (_, n) => `p${n}@example.com`).join('\n')}\n`
  const made = await w.call(importOf, byHand({}))
  const total = file.length
  assert.equal(await put(w, made, { payload: file.slice(0, 100), range: `bytes 0-99/${total}` }), 308)
  assert.equal(await put(w, made, { payload: file.slice(200), range: `bytes 200-${total - 1}/${total}` }), 409)
  assert.equal(await put(w, made, { payload: file.slice(50), range: `bytes 50-${total - 1}/${total}` }), 200)
  const other = await w.call(importOf, byHand({}))
  assert.equal(await put(w, other, { payload: file }), 200)
  await w.settle()
  const ids = [made, other].map(({ id }) => String(id))
  const both = await Promise.all(
    ids.map((contactImportId) => w.call('marketing.contactImport.get', { contactImportId })),
  )
  assert.equal(
    both.reduce((sum, each) => sum + each.createdCount, 0),
    500,
  )
  assert.equal(
    both.reduce((sum, each) => sum + each.unchangedCount, 0),
    500,
  )
  const waiting = await w.call(importOf, {})
  await w.call('marketing.contactImport.update', { contactImportId: String(waiting.id), action: 'cancel' })
  assert.equal(await put(w, waiting, { payload: file }), 409)
})

test('an address is downloaded behind the guard, and contacts of a file join segments', async () => {
  await using w = await world({ outboundAllowPrivate: false })
  const refusal = { code: 'invalid_request', mention: '/url' }
  await w.refused(importOf, { url: 'http://127.0.0.1:9/contacts.csv' }, refusal)
  const segment = await w.call('marketing.segment.create', { name: 'Guests', kind: 'static' })
  const filter = { field: 'attributes.plan', is: 'eq', value: 'pro' } as const
  const pro = await w.call('marketing.segment.create', { name: 'Pro', filter })
  const mapping = [{ columnName: 'plan', attribute: 'plan' }]
  await imported(w, 'email,plan\na@example.com,pro\nb@example.com,free\n', byHand({ mapping, segmentId: segment.id }))
  const sizes = await Promise.all(
    [segment.id, pro.id].map(async (id) => (await w.call('marketing.segment.get', { segmentId: String(id) })).count),
  )
  assert.deepEqual(sizes, [2, 1])
})

test('a row takes the address that a row before it gives up, in the same batch', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { externalId: 'first', email: 'old@example.com' })
  const mapping = ['externalId', 'email'].map((field) => ({ columnName: field, field }))
  const file = 'externalId,email\nfirst,new@example.com\nsecond,old@example.com\n'
  const done = await imported(w, file, { mapping })
  assert.deepEqual(counts(done), ['done', 2, 1, 1, 0, 0, 0])
  assert.equal((await contactOf(w, 'old@example.com')).externalId, 'second')
  assert.equal((await contactOf(w, 'new@example.com')).externalId, 'first')
})

test('an export as CSV has a column for each attribute, and its import changes nothing', async () => {
  await using w = await world()
  const ada = { email: 'ada@example.com', tags: ['vip'], attributes: { postalCode: '01234', seats: 3 }, consent }
  await w.call('marketing.contact.create', ada)
  await w.call('marketing.contact.create', { email: 'bob@example.com', attributes: { plan: 'pro' } })
  await w.settle()
  const headers = { 'x-service-api-key': w.account.secretKey, accept: 'text/csv' }
  const reply = await w.app.server.inject({ method: 'POST', url: '/api/marketing/contact/all', headers, payload: {} })
  const [header = '', bob = ''] = reply.body.split('\r\n')
  const [names, cells] = [header.split(','), bob.split(/,(?![^{]*})/)]
  const of = (name: string) => cells[names.indexOf(name)]
  const [plan, ...others] = ['plan', 'postalCode', 'seats'].map((name) => of(`attributes.${name}`))
  assert.deepEqual([of('attributes'), plan, others], ['"{""plan"":""pro""}"', 'pro', ['', '']])
  const read = await imported(w, reply.body)
  const contactImportId = String(read['id'])
  assert.deepEqual(
    asList(read['mapping']).filter(({ attribute }) => attribute !== undefined),
    [],
  )
  await w.call('marketing.contactImport.update', { contactImportId, action: 'start' })
  await w.settle()
  assert.deepEqual(counts(await w.call('marketing.contactImport.get', { contactImportId })), ['done', 2, 0, 0, 2, 0, 0])
})

test('a character that a sample cuts is replaced, and a row with half of one is refused alone', async () => {
  await using w = await world()
  const long = `${'x'.repeat(99)}\u{1F600}`
  const cells = await imported(w, `email,note,${'n'.repeat(119)}\u{1F600}\nada@example.com,${long},1\n`, { consent })
  assert.equal(cells['status'], 'ready')
  const lines = '{"email":"bob@example.com","firstName":"\\ud83d","note":"a\\u0000b"}\n{"email":"eve@example.com"}\n'
  const read = await imported(w, lines, { consent })
  const contactImportId = String(read['id'])
  await w.call('marketing.contactImport.update', { contactImportId, action: 'start' })
  await w.settle()
  const done = await w.call('marketing.contactImport.get', { contactImportId })
  assert.deepEqual(counts(done), ['done', 2, 1, 0, 0, 0, 1])
  assert.match((await errorsOf(w, done)).join(), /^1 /)
})

test('a file brings no topic back that a contact left by its preferences', async () => {
  await using w = await world()
  for (const key of ['news', 'offers']) await w.call('marketing.topic.create', { key, name: key })
  const { id, email } = await w.call('marketing.contact.create', { email: 'ada@example.com', topics: ['news'] })
  w.clock.advance(60_000)
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const { pathname: url } = new URL(preferencesUrl(ctx, { id: String(id), email }))
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await w.app.server.inject({ method: 'POST', url, headers, payload: 'isSubscribed=yes' })
  for (const onConflict of ['merge', 'overwrite']) {
    await imported(
      w,
      'email\nada@example.com\n',
      byHand({ onConflict, consent, topics: ['news', 'offers'], mapping: [] }),
    )
    assert.deepEqual((await contactOf(w, 'ada@example.com')).topics, ['offers'])
  }
})

test('a row with evidence of a moment to come, or of no device, is refused at its column', async () => {
  await using w = await world()
  const mapping = [
    { columnName: 'email', field: 'email' },
    { columnName: 'since', field: 'consentAt' },
    { columnName: 'device', field: 'consentIp' },
  ]
  const rows = ['a@example.com,2126-01-01,', 'b@example.com,,999.1.1.1', 'c@example.com,2026-01-01,192.0.2.7']
  const done = await imported(w, `email,since,device\n${rows.join('\n')}\n`, { mapping, consent })
  assert.deepEqual(counts(done), ['done', 3, 1, 0, 0, 0, 2])
  assert.deepEqual(await errorsOf(w, done), ['2 since: must not lie in the future', '3 device: must be an IP address'])
  const future = { consent: { ...consent, at: '2126-01-01T00:00:00Z' } }
  await w.refused(importOf, future, { code: 'invalid_request', mention: '/consent/at' })
})

test('an erasure removes refused values that name its person in another form', async () => {
  await using w = await world()
  const values = [
    'Greta@Müller.example',
    '0170 123 45 67',
    '+49 (170) 1234567',
    'Sander, Greta',
    'guest 7',
    'Greta',
    'Sander',
  ]
  const kept = ['someone@müller.example', '0171 1234567', 'Gretas']
  const lines = [...values, ...kept].map((value, index) => `p${index}@example.com,"${value}"`)
  const mapping = [{ columnName: 'seats', attribute: 'seats', type: 'number' }]
  const done = await imported(w, ['email,seats', ...lines, ''].join('\n'), byHand({ mapping }))
  const person = { email: 'greta@müller.example', phone: '+491701234567', externalId: 'guest 7', firstName: 'Greta' }
  const { id: contactId } = await w.call('marketing.contact.create', { ...person, lastName: 'Sander' })
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  const { items } = await w.call('marketing.contactImportError.all', { contactImportId: String(done['id']) })
  assert.deepEqual(
    items.flatMap(({ value }) => value ?? []),
    kept,
  )
})

test('a batch has a bounded number of characters, also in JSON lines', async () => {
  const lines = Array.from({ length: 20 }, (_, index) =>
    JSON.stringify({ email: `p${index}@example.com`, note: 'x'.repeat(250_000) }),
  )
  const form = { format: 'jsonl', encoding: 'utf-8', delimiter: 'comma', hasHeader: false } as const
  const sizes: number[] = []
  for await (const { rows } of batchesOf(Readable.from([Buffer.from(lines.join('\n'))]), form, 0)) {
    sizes.push(rows.length)
  }
  assert.deepEqual(sizes, [8, 8, 4])
})

test('a row of JSON that nests without end is refused alone', async () => {
  await using w = await world()
  const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`
  const file = `{"email":"ada@example.com","deep":${deep}}\n{"email":"bob@example.com"}\n`
  const done = await imported(w, file, byHand({ consent }))
  assert.deepEqual(counts(done), ['done', 2, 1, 0, 0, 0, 1])
  assert.deepEqual(await errorsOf(w, done), ['1 null: nests deeper than 20 levels'])
})

test('a list whose parts stand in quotation marks, as in exports of Mailchimp, loses the marks', async () => {
  await using w = await world()
  const file =
    'Email Address,TAGS\nada@example.com,"""VIP"",""Berlin, Mitte"""\n' +
    'bob@example.com,"""say """"hi"""""",new"\ncy@example.com,"7"" single; b"\n'
  const mapping = [
    { columnName: 'Email Address', field: 'email' },
    { columnName: 'TAGS', field: 'tags' },
  ]
  await imported(w, file, { mapping, consent })
  const tags = ['ada', 'bob', 'cy'].map(async (name) => (await contactOf(w, `${name}@example.com`)).tags)
  assert.deepEqual(await Promise.all(tags), [
    ['VIP', 'Berlin, Mitte'],
    ['say "hi"', 'new'],
    ['7" single', 'b'],
  ])
})

test('a row that is refused at its writing has its value, and gives no contact more than 100 tags', async () => {
  await using w = await world()
  const tags = Array.from({ length: 95 }, (_, index) => `t${index}`)
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags })
  await w.call('marketing.contact.create', { externalId: 'x1' })
  const more = Array.from({ length: 6 }, (_, index) => `u${index}`).join(',')
  const file = `email,id,tags\nada@example.com,,"${more}"\nAda@Example.com,x1,\nbob@example.com,x2,"${more}"\n`
  const mapping = [
    { columnName: 'email', field: 'email' },
    { columnName: 'id', field: 'externalId' },
    { columnName: 'tags', field: 'tags' },
  ]
  const read = await imported(w, file, { mapping, onConflict: 'merge' })
  const { items } = await w.call('marketing.contactImportError.all', { contactImportId: String(read['id']) })
  const found = items.map(({ row, column, field, value }) => [row, column, field, value])
  assert.deepEqual(found.toSorted(), [
    [2, 'tags', 'tags', 'u0, u1, u2, u3, u4, u5'],
    [3, 'email', 'email', 'Ada@example.com'],
  ])
  assert.equal((await contactOf(w, 'ada@example.com')).tags.length, 95)
  assert.equal((await contactOf(w, 'bob@example.com')).tags.length, 6)
})
