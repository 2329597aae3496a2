import assert from 'node:assert/strict'
import { test } from 'node:test'
import { keepReturned } from '#products/marketing/bounce/returnedRows.ts'
import { applyReturned } from '#products/marketing/bounce/returnedApply.ts'
import { verpAddress } from '#products/marketing/bounce/returnAddress.ts'
import { returnedSamples } from '#test/mail/returnedSamples.ts'
import { sentMessage } from '#test/mail/sentMessage.ts'
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

const ctxOf = (w: World) => w.app.operatorCtx(w.account.account, 'test')

test('an erased contact stays erased when bounces of its mails come late', async () => {
  await using w = await world()
  const { messageId, contactId } = await sentMessage(w, traces.email)
  await w.call('marketing.contact.delete', { contactId, mode: 'erase' })
  const verp = verpAddress(ctxOf(w), messageId, 'bounces.test')
  const draft = { name: 'Postmark', type: 'postmark', secrets: { apiKey: 'x' } } as const
  const { id, signingSecret } = await w.call('marketing.integration.create', draft)
  const { statusCode } = await w.app.server.inject({
    method: 'POST',
    url: `/hooks/marketing/report/${id}?token=${signingSecret}`,
    headers: { 'content-type': 'application/json' },
    payload: JSON.stringify({
      ...{ RecordType: 'Bounce', Type: 'HardBounce', ID: 8, Email: traces.email },
      ...{ Description: `550 5.1.1 <${traces.email}> unknown`, Metadata: { fairground: verp } },
    }),
  })
  assert.equal(statusCode, 200)
  const sample = returnedSamples['postfix: unknown user']?.raw ?? ''
  const raw = Buffer.from(
    sample.replaceAll('b-token@bounce.news.example', verp).replaceAll('ada@shop.test', traces.email),
  )
  const byMailbox = { channel: 'mailbox', purpose: 'any', messageId: null } as const
  // The erasure came between the address and the text of the mail.
  const bySmtp = { channel: 'smtp', purpose: 'bounce', messageId } as const
  for (const mail of [byMailbox, bySmtp]) {
    await ctxOf(w).atomic(async (inner) => {
      const returnedId = await keepReturned(inner, { ...mail, raw, repeatKey: mail.channel })
      if (returnedId !== undefined) inner.later(applyReturned, { returnedId }, inner.now())
    })
  }
  await w.settle()
  const { rows } = await w.app.pools.work.query('select channel, state, kind from marketing_returned order by channel')
  assert.deepEqual(rows, [
    { channel: 'hook', state: 'applied', kind: 'hard' },
    { channel: 'mailbox', state: 'applied', kind: 'hard' },
  ])
  assert.deepEqual(await found(w), [])
})

test('an erased contact leaves no address of a link that names it, also when the link is visited later', async () => {
  await using w = await world()
  for (const email of [traces.email, 'ada@example.com']) {
    await w.call('marketing.contact.create', { email, tags: ['news'] })
  }
  const { id } = await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, status: 'sending', subject: 'News', format: 'markdown' },
    body: '[Read](https://example.com/a) [Account](https://example.com/b?mail={{ contact.email }})',
  })
  await w.settle()
  const visit = async (to: string) => {
    const caught = (await w.call('account.mail.all')).items.find((mail) => mail.to === to)
    const { html } = await w.call('account.mail.get', { mailId: String(caught?.id) })
    return [...String(html).matchAll(/href="http:\/\/fairground\.test(\/t\/c\/[^"]+)"/g)].map(([, url]) => url ?? '')
  }
  const headers = { 'user-agent': 'Mozilla/5.0 (Macintosh) Safari/605.1.15' }
  const follow = async (urls: readonly string[]) => {
    for (const url of urls) {
      w.clock.advance(60_000)
      assert.equal((await w.app.server.inject({ method: 'GET', url, headers })).statusCode, 302)
    }
  }
  const [own, other] = [await visit(traces.email), await visit('ada@example.com')]
  await follow([...own, ...other])
  const links = async () => {
    const campaign = await w.call('marketing.campaign.get', { campaignId: String(id), include: ['links'] })
    return campaign.links?.map(({ url, people }) => [url, people])
  }
  assert.equal((await links())?.length, 3)
  const { id: contactId } = await w.call('marketing.contact.get', { email: traces.email })
  await w.call('marketing.contact.delete', { contactId: String(contactId), mode: 'erase' })
  const left = [
    ['https://example.com/a', 2],
    ['https://example.com/b?mail=ada@example.com', 1],
  ]
  assert.deepEqual(await links(), left)
  await follow(own)
  assert.deepEqual(await links(), left)
  assert.deepEqual(await found(w), [])
})

test('an erasure removes caught mails to a former address of the contact', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', { email: traces.email, tags: ['news'] })
  await w.call('marketing.campaign.create', {
    ...{
      name: 'News',
      audience: { tags: ['news'] },
      status: 'sending',
      subject: 'News',
      format: 'markdown',
      body: 'Hi',
    },
  })
  await w.settle()
  assert.deepEqual(await found(w).then((all) => all.includes(`account_mail: ${traces.email}`)), true)
  await w.call('marketing.contact.update', { contactId: String(id), email: 'ada@example.com' })
  await w.call('marketing.contact.delete', { contactId: String(id), mode: 'erase' })
  await w.settle()
  assert.deepEqual(await found(w), [])
})

test('an erasure empties the audit rows of a contact, however many there are', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', { externalId: 'crm-1' })
  await w.app.pools.work.query(
    `insert into account_audit (account_id, id, at, request_id, actor, action, target, changes)
     select a.account_id, gen_random_uuid(), a.at, a.request_id, a.actor, a.action, a.target, $2
     from account_audit a, generate_series(1, 10010) where a.target = $1`,
    [id, JSON.stringify({ firstName: traces.first })],
  )
  await w.call('marketing.contact.delete', { contactId: String(id), mode: 'erase' })
  assert.deepEqual(await found(w), [])
})

test('the repeat of a keyed request says that its contact was erased, returns none of it and makes none', async () => {
  await using w = await world()
  const person = { email: 'zebrafink@example.com', phone: '+4915112345678', firstName: 'Zebrafirst' }
  const send = (operation: string, key: string, input: object) =>
    w.send(`marketing.contact.${operation}`, { ...input }, { headers: { 'idempotency-key': key } })
  const made = await send('create', 'create', person)
  const contactId = objectOf(made.body['data'])['id']
  const change = { contactId, lastName: 'Zebralast' }
  const known = { ...person, onConflict: 'ignore' }
  assert.equal((await send('update', 'update', change)).status, 200)
  assert.equal((await send('create', 'known', known)).status, 200)
  const erase = { contactId, mode: 'erase' }
  assert.equal((await send('delete', 'erase', erase)).status, 200)
  const repeats = [
    await send('create', 'create', person),
    await send('update', 'update', change),
    await send('create', 'known', known),
  ]
  for (const { status, text, body } of repeats) {
    assert.equal(status, 409, text)
    assert.doesNotMatch(text, /zebra|4915112345678/i)
    const { reason, details } = objectOf(body['error'])
    assert.deepEqual([reason, details], ['idempotency_erased', { recordId: contactId }])
  }
  const { text } = await send('delete', 'erase', erase)
  assert.match(text, /"deleted"/)
  assert.equal((await w.call('marketing.contact.count', {})).count, 0)
  const { rows } = await w.app.pools.work.query(
    'select key, octet_length(request_hash) as bytes from account_idempotency where answer is null order by key',
  )
  assert.deepEqual(
    rows,
    ['create', 'known', 'update'].map((key) => ({ key, bytes: 0 })),
  )
})
