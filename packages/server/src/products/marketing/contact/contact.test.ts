import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { messageRow, sentMessage } from '#test/mail/sentMessage.ts'
import { nameServer } from '#test/world/nameServer.ts'
import { objectOf, world } from '#test/world/world.ts'
import { attributeNames } from './attributeNames.ts'
import { contactReferences } from './contactReferences.ts'

const mira = { email: 'Mira.Sander@Example.COM', firstName: 'Mira', lastName: 'Sander' } as const

test('a contact is created, and found by its id, its address in any case, and an id of the account', async () => {
  await using w = await world()
  const sent = { ...mira, externalId: 'crm-1' }
  const { created, score, segments, ...made } = await w.call('marketing.contact.create', sent)
  assert.equal(created, true)
  const whole = await w.call('marketing.contact.get', { externalId: 'crm-1', include: ['score', 'segments'] })
  assert.deepEqual({ ...made, score, segments }, whole)
  assert.equal(made.email, 'Mira.Sander@example.com')
  assert.equal(made.status, 'subscribed')
  const id = String(made.id)
  for (const by of [{ contactId: id }, { email: 'mira.sander@example.com' }, { externalId: 'crm-1' }]) {
    assert.deepEqual(await w.call('marketing.contact.get', by), made)
  }
  const facts = await w.emitted('marketing.contact.created')
  assert.equal(facts.length, 1)
})

test('a second contact with the same address is refused with its id, merged or ignored', async () => {
  await using w = await world()
  const first = await w.call('marketing.contact.create', {
    ...mira,
    tags: ['beta'],
    attributes: { plan: 'free', a: 1 },
  })
  const again = {
    email: 'mira.sander@example.com',
    lastName: 'Meer',
    tags: ['vip'],
    attributes: { plan: 'pro' },
  } as const
  const error = await w.refused('marketing.contact.create', again, { code: 'conflict', mention: 'contact_exists' })
  assert.deepEqual(error['details'], { existingId: first.id })
  const ignored = await w.call('marketing.contact.create', { ...again, onConflict: 'ignore' })
  assert.equal(ignored.lastName, 'Sander')
  const merged = await w.call('marketing.contact.create', { ...again, onConflict: 'merge' })
  assert.equal(merged.created, false)
  assert.equal(merged.id, first.id)
  assert.equal(merged.lastName, 'Meer')
  assert.deepEqual(merged.tags, ['beta', 'vip'])
  assert.deepEqual(merged.attributes, { plan: 'pro', a: 1 })
})

test('twenty creates of one address at once make one contact', async () => {
  await using w = await world()
  const replies = await Promise.all(Array.from({ length: 20 }, () => w.send('marketing.contact.create', mira)))
  assert.deepEqual([...new Set(replies.map(({ status }) => status))].toSorted(), [200, 409])
  assert.equal(replies.filter(({ status }) => status === 200).length, 1)
  const { items } = await w.call('marketing.contact.all')
  assert.equal(items.length, 1)
})

test('wrong fields are all named, and nothing is written', async () => {
  await using w = await world()
  const refused = (input: object, mention: string) =>
    w.refused('marketing.contact.create', { ...mira, ...input }, { code: 'invalid_request', mention })
  await refused({ email: 'mira@@example.com' }, '/email')
  await refused({ email: 'mira@exa mple.com' }, '/email')
  await refused({ phone: '040 123' }, '/phone')
  await refused({ topics: ['nothing'] }, '/topics/0')
  await refused({ attributes: { a: { b: { c: { d: 1 } } } } }, '/attributes/a/b/c')
  await refused({ attributes: Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, n])) }, '/attributes')
  await refused(
    { attributes: { text: 'x'.repeat(3_999), more: Array.from({ length: 5 }, () => 'y'.repeat(3_000)) } },
    '/attributes',
  )
  await refused({ status: 'complained' }, '/status')
  await w.refused('marketing.contact.create', { firstName: 'Ada' }, { code: 'invalid_request', mention: '/email' })
  assert.deepEqual((await w.call('marketing.contact.all')).items, [])
})

test('an update changes what was sent: attributes merge, null removes, tags are added and removed', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', {
    ...mira,
    tags: ['a', 'b'],
    attributes: { plan: 'pro', n: 1 },
  })
  const changed = await w.call('marketing.contact.update', {
    email: 'mira.sander@example.com',
    lastName: null,
    attributes: { n: null, seats: 3 },
    addTags: ['c'],
    removeTags: ['a'],
  })
  assert.equal(changed.id, id)
  assert.deepEqual(changed.attributes, { plan: 'pro', seats: 3 })
  assert.deepEqual(changed.tags, ['b', 'c'])
  assert.deepEqual(changed.changed.toSorted(), ['attributes', 'attributes.n', 'attributes.seats', 'lastName', 'tags'])
})

test('only a fresh agreement subscribes a contact again that has unsubscribed', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', mira)
  const contactId = String(id)
  const gone = await w.call('marketing.contact.update', { contactId, action: 'unsubscribe' })
  assert.equal(gone.status, 'unsubscribed')
  const back = { contactId, action: 'subscribe' } as const
  await w.refused('marketing.contact.update', back, { code: 'invalid_request', mention: '/consent' })
  const consent = { source: 'Form', ip: '192.0.2.1' } as const
  const headers = { 'idempotency-key': 'back' }
  for (const replayed of [undefined, 'true']) {
    const again = await w.send('marketing.contact.update', { ...back, consent }, { headers })
    assert.equal(again.headers['idempotent-replayed'], replayed)
    assert.match(again.text, /"status":"subscribed"/)
  }
  assert.equal((await w.emitted('marketing.contact.unsubscribed')).length, 1)
  assert.equal((await w.emitted('marketing.contact.subscribed')).length, 1)
})

test('two contacts become one: the other one is gone, values fill gaps, and the more careful state stays', async () => {
  await using w = await world()
  const into = await w.call('marketing.contact.create', { ...mira, tags: ['a'] })
  const from = await w.call('marketing.contact.create', {
    email: 'other@example.com',
    externalId: 'crm-9',
    firstName: 'Mirabel',
    country: 'DE',
    tags: ['b'],
  })
  await w.call('marketing.contact.update', { contactId: String(from.id), action: 'unsubscribe' })
  const merged = await w.call('marketing.contact.update', { contactId: String(into.id), mergeFrom: String(from.id) })
  assert.equal(merged.firstName, 'Mira')
  assert.equal(merged.country, 'DE')
  assert.equal(merged.externalId, 'crm-9')
  assert.deepEqual(merged.tags, ['a', 'b'])
  assert.equal(merged.status, 'unsubscribed')
  await w.refused('marketing.contact.get', { contactId: String(from.id) }, 'not_found')
})

test('an archived contact leaves the list and comes back without mail', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', mira)
  const contactId = String(id)
  assert.equal((await w.call('marketing.contact.delete', { contactId })).status, 'archived')
  assert.deepEqual((await w.call('marketing.contact.all')).items, [])
  assert.equal((await w.call('marketing.contact.all', { status: ['archived'] })).items.length, 1)
  const back = await w.call('marketing.contact.update', { contactId, action: 'restore' })
  assert.equal(back.status, 'unsubscribed')
})

test('an erased contact leaves no personal data in the database, and its address stays suppressed', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  const secret = 'zxq-personal'
  const { id } = await w.call('marketing.contact.create', {
    email: `${secret}@example.com`,
    firstName: secret,
    externalId: secret,
    attributes: { note: secret },
    tags: [secret],
    topics: ['news'],
    metadata: { note: secret },
    clientReference: secret,
    status: 'pending',
    consent: { source: secret, text: secret, ip: '192.0.2.77' },
  })
  await w.settle()
  await w.call('marketing.contact.update', { contactId: String(id), lastName: secret })
  const erased = await w.call('marketing.contact.delete', { contactId: String(id), mode: 'erase' })
  assert.equal(erased.status, 'deleted')
  await w.settle()
  assert.deepEqual(await tablesWith(w, [secret, '192.0.2.77']), [])
  const again = await w.call('marketing.contact.create', { email: `${secret}@example.com` })
  assert.equal(again.status, 'suppressed')
  assert.equal(again.isSuppressed, true)
})

test('lists filter by first letters of name and address, tags and state', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { ...mira, tags: ['vip', 'beta'] })
  await w.call('marketing.contact.create', { email: 'ada@example.com', lastName: 'Löwe', tags: ['beta'] })
  const emails = async (input: object) =>
    (await w.call('marketing.contact.all', input)).items.map((each) => each.email).toSorted()
  assert.deepEqual(await emails({ query: 'lowe' }), ['ada@example.com'])
  assert.deepEqual(await emails({ query: 'MIRA.' }), ['Mira.Sander@example.com'])
  for (const query of ['Mira Sand', 'sander m', 'Sander Mira', 'míra  sander']) {
    assert.deepEqual(await emails({ query }), ['Mira.Sander@example.com'], query)
  }
  assert.deepEqual(await emails({ query: 'mira%' }), [])
  assert.deepEqual(await emails({ tags: ['beta'] }), ['Mira.Sander@example.com', 'ada@example.com'])
  assert.deepEqual(await emails({ tags: ['beta', 'vip'] }), ['Mira.Sander@example.com'])
  assert.deepEqual(await emails({ status: ['unsubscribed'] }), [])
})

/** Names of the tables with a row whose text holds one of these. */
async function tablesWith(w: Awaited<ReturnType<typeof world>>, texts: readonly string[]): Promise<string[]> {
  const pool = w.app.pools.work
  const { rows } = await pool.query(
    `select c.relname from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname = 'public'`,
  )
  const found: string[] = []
  for (const { relname } of rows) {
    const isIn = 'exists (select from unnest($1::text[]) s where strpos(t::text, s) > 0)'
    const holds = await pool.query(`select 1 from "${relname}" t where ${isIn} limit 1`, [texts])
    if (holds.rowCount !== 0) found.push(relname)
  }
  return found
}

test('every table with rows of contacts says what a merge and an erasure do with them', async () => {
  await using w = await world()
  const { rows } = await w.app.pools.work.query(
    `select table_name from information_schema.columns
     where column_name in ('contact_id', 'contact_ids') and table_schema = 'public'`,
  )
  const named = rows.map((row) => String(row.table_name)).toSorted()
  const own = named.filter((name) => name.startsWith('marketing_'))
  assert.deepEqual(own, contactReferences.map(({ table }) => table).toSorted())
  // Tables of other products follow by reactions; rows of tallies, which are kept for days, keep the former contact.
  const tallies = new Set(w.app.products.flatMap((each) => each.tallies.map(({ table }) => table)))
  const others = new Set(
    named.filter((name) => !own.includes(name) && !tallies.has(name)).map((name) => name.split('_')[0]),
  )
  for (const product of w.app.products.filter(({ name }) => others.delete(name))) {
    const facts = new Set(product.reactions.map(({ on }) => on.name))
    assert.ok(facts.has('marketing.contact.merged'), `${product.name} does not react to a merged contact`)
  }
  assert.deepEqual([...others], [])
})

test('contacts are listed and counted by a filter and a segment, as a tree or as text', async () => {
  await using w = await world()
  const plan = (name: string) => ({ attributes: { plan: name } })
  await w.call('marketing.contact.create', { email: 'ada@example.com', country: 'DE', ...plan('pro') })
  const bob = await w.call('marketing.contact.create', { email: 'bob@example.com', country: 'AT', ...plan('pro') })
  await w.call('marketing.contact.create', { email: 'cleo@example.com', country: 'DE' })
  await w.call('marketing.contact.update', { contactId: String(bob.id), action: 'unsubscribe' })
  const text = 'attributes.plan = "pro" and country in ("DE", "AT")'
  const counted = await w.call('marketing.contact.count', { text })
  assert.deepEqual([counted.count, counted.mailable, counted.text], [2, 1, text])
  const { filter } = counted
  assert.ok(filter)
  assert.deepEqual(await w.call('marketing.contact.count', { filter }), counted)
  const { items } = await w.call('marketing.contact.all', { filter, sort: 'createdAt' })
  assert.deepEqual(
    items.map(({ email }) => email),
    ['ada@example.com', 'bob@example.com'],
  )
  const germans = await w.call('marketing.segment.create', {
    name: 'DE',
    filter: { field: 'country', is: 'eq', value: 'DE' },
  })
  const segmentId = String(germans.id)
  const both = await w.call('marketing.contact.all', { filter, segmentId })
  assert.deepEqual(
    both.items.map(({ email }) => email),
    ['ada@example.com'],
  )
  assert.equal((await w.call('marketing.contact.count', { segmentId })).count, 2)
  assert.equal((await w.call('marketing.contact.count')).count, 3)
  await w.refused(
    'marketing.contact.count',
    { text: 'country =' },
    { code: 'invalid_request', mention: 'at character' },
  )
  await w.refused('marketing.contact.count', { text: 'planet = "x"' }, { code: 'invalid_request', mention: '"/text"' })
  await w.refused('marketing.contact.count', { text, filter }, { code: 'invalid_request', mention: '"/text"' })
  const { secretKey: key } = await w.another()
  const foreign = await w.send('marketing.contact.all', { segmentId }, { key })
  assert.deepEqual(objectOf(foreign.body['data'])['items'], [])
})

test('a list has the fields that its caller names, and an export their columns in this order', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', attributes: { plan: 'pro', seats: 3 } })
  for (let index = 0; index < 3; index++) {
    await w.call('marketing.contact.create', { email: `p${index}@example.com`, attributes: { [`key${index}`]: index } })
  }
  await w.settle()
  const query = 'ada'
  const { items } = await w.call('marketing.contact.all', { query, fields: ['email', 'attributes.plan'] })
  const [{ id } = { id: '' }] = items
  assert.deepEqual(items, [{ id, contactId: id, email: 'ada@example.com', attributes: { plan: 'pro' } }])
  await w.refused('marketing.contact.all', { fields: ['secret'] }, { code: 'invalid_request', mention: '/fields/0' })
  const headers = { 'x-service-api-key': w.account.secretKey, accept: 'text/csv' }
  const exported = async (payload: object) =>
    (await w.app.server.inject({ method: 'POST', url: '/api/marketing/contact/all', headers, payload })).body
  const fields = ['attributes.seats', 'email', 'attributes.none']
  assert.equal(await exported({ query, fields }), 'attributes.seats,email,attributes.none\r\n3,ada@example.com,\r\n')
  const [header = ''] = (await exported({ query })).split('\r\n')
  const columns = header.split(',').filter((name) => name.startsWith('attributes.'))
  assert.deepEqual(
    columns,
    ['key0', 'key1', 'key2', 'plan', 'seats'].map((name) => `attributes.${name}`),
  )
})

test('names of attributes have a bound, and the names of the oldest contacts count', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'first@example.com', attributes: { oldest: 1 } })
  await w.settle()
  const { id: account } = w.account.account
  const fill = 'insert into marketing_attribute select $1, $2 || n from generate_series(1, 998) n'
  await w.app.pools.work.query(fill, [account, 'name'])
  await w.call('marketing.contact.create', { email: 'next@example.com', attributes: { b: 1, a: 1, c: 1 } })
  await w.settle()
  const ctx = w.app.operatorCtx(w.account.account, 'export')
  const names = await attributeNames(ctx)
  assert.deepEqual(
    [names.length, names.includes('oldest'), names.includes('a'), names.includes('b')],
    [1_000, true, true, false],
  )
})

test('a create that checks the domain of an address refuses one that receives no mail', async () => {
  await using names = await nameServer()
  await using w = await world({ nameServers: [names.at] })
  names.mailHosts.set('post.example', ['mx.post.example'])
  names.mailHosts.set('silent.example', [''])
  names.answer = (name) => (name === 'address.example' ? [{ address: '192.0.2.7' }] : [])
  const make = (domain: string) => ({ email: `ada@${domain}`, checkDomain: true })
  await w.call('marketing.contact.create', make('POST.example'))
  await w.call('marketing.contact.create', make('address.example'))
  const refusal = { code: 'invalid_request', mention: '/email' } as const
  await w.refused('marketing.contact.create', make('silent.example'), refusal)
  await w.refused('marketing.contact.create', make('unknown.example'), refusal)
  await w.call('marketing.contact.create', { email: 'ada@unknown.example' })
  names.answer = () => new Promise(() => undefined)
  await w.call('marketing.contact.create', make('late.example'))
  // Also where one transaction commits the contact and the response.
  const sent = await w.send('marketing.contact.create', make('silent.example'), { headers: { 'idempotency-key': 'k' } })
  assert.equal(sent.status, 400, sent.text)
})

test('a name of an attribute that no column holds is refused, at each level', async () => {
  await using w = await world()
  for (const name of ['x\u0000', 'x\ud800']) {
    for (const attributes of [{ [name]: 1 }, { deep: { [name]: 1 } }, { deep: { deeper: { [name]: 1 } } }]) {
      await w.refused('marketing.contact.create', { externalId: 'ada', attributes }, 'invalid_request')
    }
  }
})

test('attributes with names of members of any object are as others', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', attributes: { constructor: 'own' } })
  await w.call('marketing.contact.create', { email: 'ben@example.com' })
  const fields = ['constructor', 'toString', '__proto__'].map((name) => `attributes.${name}`)
  const { items } = await w.call('marketing.contact.all', { fields })
  assert.deepEqual(
    items.map(({ attributes }) => JSON.stringify(attributes)),
    ['{}', '{"constructor":"own"}'],
  )
  const { text } = await w.send('marketing.contact.all', { fields }, { headers: { accept: 'text/csv' } })
  assert.equal(text, `${fields.join(',')}\r\n,,\r\nown,,\r\n`)
})

test('a mail that its server put off stays with the contact that its own is merged into', async () => {
  await using w = await world()
  const into = await w.call('marketing.contact.create', { externalId: 'ada', email: 'ada@example.com' })
  const draft = { name: 'News', audience: { tags: ['news'] }, subject: 'News', format: 'text', body: 'Hello' } as const
  const campaignId = parseId('cmp', String((await w.call('marketing.campaign.create', draft)).id))?.uuid ?? ''
  const skipped = { campaignId, state: 'skipped', contactId: String(into.id) }
  const left = await sentMessage(w, 'ada@example.com', skipped)
  await w.app.pools.work.query("update marketing_message set skip_reason = 'noAddress', sent_at = null")
  await w.call('marketing.contact.update', { contactId: String(into.id), email: null })
  const waiting = await sentMessage(w, 'lovelace@example.com', { campaignId, state: 'deferred' })
  await w.call('marketing.contact.update', { contactId: String(into.id), mergeFrom: waiting.contactId })
  const [mine, other] = [await messageRow(w, left.messageId), await messageRow(w, waiting.messageId)]
  assert.deepEqual([mine['state'], mine['address'], other['state']], ['deferred', 'lovelace@example.com', 'skipped'])
})
