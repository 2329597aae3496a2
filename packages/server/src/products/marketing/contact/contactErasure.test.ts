import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'
import { objectOf, world, type World } from '#test/world/world.ts'

/** Each stands in one field of the person, so that a finding names where it comes from. */
const traces = {
  email: 'zebrafink@example.com',
  first: 'Zebrafirst',
  last: 'Zebralast',
  phone: '+4915112345678',
  external: 'zebra-external',
  attribute: 'zebraattribute',
  evidence: 'zebraevidence',
  address: '203.0.113.77',
  property: 'zebraproperty',
  reference: 'zebrareference',
}

/** Tables of the database with a row whose text holds a trace of the person. */
async function found(w: World): Promise<string[]> {
  const { rows: tables } = await w.app.pools.work.query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition`,
  )
  const places: string[] = []
  for (const { relname: table } of tables) {
    const { rows } = await w.app.pools.work.query(
      `select trace from unnest($1::text[]) trace
       where exists (select from "${table}" t where position(lower(trace) in lower(t::text)) > 0)`,
      [Object.values(traces)],
    )
    places.push(...rows.map(({ trace }) => `${table}: ${trace}`))
  }
  return places.toSorted()
}

/** A person with everything that the product can hold of one. */
async function fill(w: World): Promise<string> {
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  const mapping = [
    { columnName: 'email', field: 'email' },
    { columnName: 'first', field: 'firstName' },
    { columnName: 'plan', attribute: 'plan', type: 'text' },
  ] as const
  const made = await w.call('marketing.contact.import', { mapping, consent: { source: 'Form' }, tags: ['news'] })
  const { pathname, search } = new URL(String(objectOf(made['upload'])['url']))
  const payload = `email,first,plan\n${traces.email},${traces.first},${traces.attribute}\nbad,${traces.first},x\n`
  await w.app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
  await w.settle()
  const { id } = await w.call('marketing.contact.get', { email: traces.email })
  const contactId = String(id)
  const consent = { source: 'Till', text: traces.evidence, ip: traces.address }
  const more = { lastName: traces.last, phone: traces.phone, externalId: traces.external, topics: ['news'] }
  await w.call('marketing.contact.update', { contactId, ...more, metadata: { note: traces.reference }, consent })
  await w.call('marketing.automation.create', {
    name: 'Orders',
    status: 'active',
    trigger: { type: 'event', event: 'order_placed' },
    nodes: [
      {
        ...{ nodeId: 'mail', type: 'sendEmail', next: 'wait' },
        inline: { subject: '{{ contact.firstName }}', format: 'text', body: '{{ event.properties.item }}' },
      },
      { nodeId: 'wait', type: 'delay', for: 'P3D' },
    ],
  })
  const properties = { item: traces.property }
  await w.call('marketing.event.track', { events: [{ contactId, name: 'order_placed', properties }] })
  await w.settle()
  await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, status: 'sending', format: 'markdown' },
    ...{ subject: 'For {{ contact.firstName }}', body: 'Hello {{ contact.lastName }} {{ unsubscribeUrl }}' },
  })
  await w.settle()
  return contactId
}

test('an erased contact leaves no trace in any table: import, mails, runs, events, evidence, audit, jobs', async () => {
  await using w = await world()
  const contactId = await fill(w)
  const before = await found(w)
  for (const table of [
    'marketing_contact',
    'marketing_consent',
    'marketing_event',
    'marketing_message',
    'account_mail',
  ]) {
    assert.ok(
      before.some((each) => each.startsWith(`${table}:`)),
      `nothing in ${table}: ${before.join(' ')}`,
    )
  }
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  await w.settle()
  assert.deepEqual(await found(w), [])
  assert.equal((await w.call('marketing.contact.count', {})).count, 0)
})

test('an erasure takes along the contacts that were merged into the erased one, and their addresses', async () => {
  await using w = await world()
  const { id: into } = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const { id: between } = await w.call('marketing.contact.create', { externalId: 'visitor' })
  const from = await fill(w)
  await w.call('marketing.contact.update', { contactId: String(between), mergeFrom: from })
  await w.call('marketing.contact.update', { contactId: String(into), mergeFrom: String(between) })
  await w.call('marketing.contact.delete', { contactId: String(into), mode: 'erase' })
  await w.settle()
  assert.deepEqual(await found(w), [])
  const again = await w.call('marketing.contact.create', { email: traces.email })
  assert.equal(again.isSuppressed, true)
})

test('an erasure waits for a change of the address, and suppresses the new one', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', { email: 'old@example.com' })
  const client = await w.app.pools.work.connect()
  try {
    await client.query('begin')
    await client.query(
      "update marketing_contact set email = 'new@example.com', email_key = 'new@example.com', version = version + 1",
    )
    const erasure = w.call('marketing.contact.delete', { contactId: String(id), mode: 'erase' })
    await until(async () => (await client.query('select from pg_locks where not granted')).rows.length > 0)
    await client.query('commit')
    await erasure
  } finally {
    client.release()
  }
  assert.equal((await w.call('marketing.contact.create', { email: 'new@example.com' })).status, 'suppressed')
})
