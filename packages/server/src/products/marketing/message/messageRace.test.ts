import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { suppress } from '#products/marketing/contact/suppression.ts'
import { sentMessage } from '#test/mail/sentMessage.ts'
import { mailServer } from '#test/world/mailServer.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { attemptCommits } from './attemptCommits.ts'
import { settleLost } from './messageRows.ts'
import { tellAll } from './messageTold.ts'

const mail = { name: 'News', audience: { tags: ['news'] }, topic: 'news', subject: 'News', format: 'text' } as const
/** Mails that leave concurrently. */
const lanes = 8
const count = 12

type Stage = World & { ids: string[] }

/**
 * Sends a campaign to some contacts. `act` runs once: after the messages were read, before the mail server replies to
 * the first recipient. `reply`: the code by which it refuses them all.
 */
async function sendWhile(act: (w: Stage) => Promise<void>, people = count, reply?: number): Promise<Ended> {
  let acting: Promise<void> | undefined
  let begin = async () => {}
  await using server = await mailServer({
    onRcptTo({ address }, _session, done) {
      acting ??= begin()
      const refusal = Object.assign(new Error(`<${address}> refused`), { responseCode: reply })
      acting.then(() => done(reply === undefined ? undefined : refusal), done)
    },
  })
  const from = { name: 'Fair', address: 'news@fair.example' }
  await using w = await world({ smtp: { url: `smtp://127.0.0.1:${server.port}`, from } })
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  const ids: string[] = []
  for (let index = 0; index < people; index++) {
    const draft = { email: `p${index}@example.com`, tags: ['news'], topics: ['news'] }
    ids.push(String((await w.call('marketing.contact.create', draft)).id))
  }
  begin = () => act({ ...w, ids })
  await w.call('marketing.campaign.create', { ...mail, body: 'Hello', status: 'sending' })
  await w.settle()
  await acting
  const { rows } = await w.app.pools.work.query(
    'select id, state, skip_reason, address, reply, attempts from marketing_message order by state',
  )
  return { taken: server.taken.flatMap(({ to }) => to), rows }
}

type Ended = { taken: string[]; rows: Record<string, unknown>[] }

/** Contacts whose mails wait until those that are on their way have left. */
async function waitingOf(w: Stage): Promise<string[]> {
  const begun = "select from marketing_message where state = 'attempting'"
  await until(async () => (await w.app.pools.work.query(begun)).rows.length === lanes)
  const { rows } = await w.app.pools.work.query(
    `select c.email from marketing_message m join marketing_contact c on c.id = m.contact_id
     where m.state = 'queued'`,
  )
  const emails = new Set(rows.map(({ email }) => String(email)))
  return w.ids.filter((_, index) => emails.has(`p${index}@example.com`))
}

const departures: Record<string, (w: Stage, contactId: string) => Promise<unknown>> = {
  unsubscribed: (w, contactId) => w.call('marketing.contact.update', { contactId, action: 'unsubscribe' }),
  erased: (w, contactId) => w.call('marketing.contact.delete', { contactId, mode: 'erase' }),
  topic: (w, contactId) => w.call('marketing.contact.update', { contactId, topics: [] }),
  suppressed: (w, contactId) => {
    const address = `p${w.ids.indexOf(contactId)}@example.com`
    const ctx = w.app.operatorCtx(w.account.account, 'race')
    return ctx.atomic((inner) => suppress(inner, { kind: 'email', address, reason: 'complaint' }))
  },
}

for (const [reason, leave] of Object.entries(departures)) {
  test(`a person who leaves after its message was read gets no mail: ${reason}`, async () => {
    const { taken, rows } = await sendWhile(async (w) => {
      for (const contactId of await waitingOf(w)) await leave(w, contactId)
    })
    assert.equal(taken.length, lanes)
    const skipped = rows.filter(({ state }) => state === 'skipped')
    assert.deepEqual([...new Set(skipped.map((row) => row['skip_reason']))], [reason])
    assert.equal(skipped.length, count - lanes)
  })
}

test('a mail goes to the address that a contact has when it leaves, also after a merge', async () => {
  const { taken, rows } = await sendWhile(async (w) => {
    const [changed = '', ...merged] = await waitingOf(w)
    await w.call('marketing.contact.update', { contactId: changed, email: 'new@example.com' })
    for (const [index, mergeFrom] of merged.entries()) {
      const into = await w.call('marketing.contact.create', { email: `into${index}@example.com`, topics: ['news'] })
      await w.call('marketing.contact.update', { contactId: String(into.id), mergeFrom })
    }
  })
  const isNew = (address: string) => !/^p\d/.test(address)
  assert.deepEqual([taken.length, new Set(taken).size, taken.filter(isNew).length], [count, count, count - lanes])
  assert.ok(rows.every(({ state }) => state === 'sent'))
})

test('a reply that comes after an erasure is not kept: it names the address', async () => {
  const { rows } = await sendWhile(
    async (w) => void (await w.call('marketing.contact.delete', { contactId: String(w.ids[0]), mode: 'erase' })),
    1,
    550,
  )
  const [row] = rows
  assert.deepEqual([row?.['state'], row?.['reply'], row?.['address']], ['bounced', null, null])
})

test('a mail that counts as lost during its attempt is sent once its fate is known', async () => {
  const { rows } = await sendWhile(async (w) => {
    await w.app.pools.work.query("update marketing_message set state = 'uncertain', leased_until = null")
  }, 1)
  assert.deepEqual([rows[0]?.['state'], rows[0]?.['attempts']], ['sent', 1])
})

test('an attempt that counts as lost while its campaign is cancelled is not sent again', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const { topic: _topic, ...plain } = mail
  const input = { ...plain, body: 'Hello', onUncertain: 'resend', status: 'sending' } as const
  const { id } = await w.call('marketing.campaign.create', input)
  await w.call('marketing.campaign.update', { campaignId: String(id), action: 'pause' })
  await w.settle()
  const past = new Date(w.clock.now().getTime() - 1_000).toISOString()
  await w.app.pools.work.query(`update marketing_message set state = 'attempting', attempts = 1, leased_until = $1`, [
    past,
  ])
  const client = await w.app.pools.work.connect()
  try {
    await client.query('begin')
    await client.query(`update marketing_campaign set status = 'cancelled'`)
    const ctx = w.app.operatorCtx(w.account.account, 'race')
    const settling = ctx.db.rows(settleLost, [ctx.account.id, ctx.now().toISOString(), 5])
    const isWaiting = async () => (await client.query('select from pg_locks where not granted')).rows.length > 0
    await Promise.race([settling, until(isWaiting)])
    await client.query('commit')
    await settling
  } finally {
    client.release()
  }
  const { rows } = await w.app.pools.work.query('select state, leased_until from marketing_message')
  assert.deepEqual(rows, [{ state: 'uncertain', leased_until: null }])
})

test('a fate belongs to its attempt: that of an earlier one leaves a later one as it is', async () => {
  const { rows } = await sendWhile(
    async (w) => void (await w.app.pools.work.query('update marketing_message set attempts = attempts + 1')),
    1,
    450,
  )
  assert.deepEqual([rows[0]?.['state'], rows[0]?.['attempts']], ['attempting', 2])
})

test('words and an id of a service that PostgreSQL stores as no text leave a mail its fate', async () => {
  await using w = await world()
  const { messageId: id } = await sentMessage(w, 'ada@example.com', { state: 'attempting' })
  const commits = attemptCommits(w.app.operatorCtx(w.account.account, 'race'), 1_000)
  const fate = { id, attempts: 0, state: 'sent', dueAt: null, isFree: false }
  await commits.end({ ...fate, reply: '250 \u0000ok \ud83d', providerRef: 'id\udc00\u0000' })
  const { rows } = await w.app.pools.work.query('select state, reply, provider_ref from marketing_message')
  assert.deepEqual(rows, [{ state: 'sent', reply: '250 ok \ufffd', provider_ref: 'id\ufffd' }])
})

test('a mail does not begin where the fate of the one before it in its lane was not committed', async () => {
  await using w = await world()
  const [first, second] = [
    await sentMessage(w, 'ada@example.com', { state: 'attempting' }),
    await sentMessage(w, 'bob@example.com', { state: 'queued' }),
  ]
  const commits = attemptCommits(w.app.operatorCtx(w.account.account, 'race'), 1_000)
  const fate = { id: first.messageId, attempts: 0, reply: '', dueAt: null, providerRef: null, isFree: false }
  const to = { address: null, addressKey: null, addressHash: null, variant: null, leftBy: null, personVersion: 1 }
  const personId = parseId('con', second.contactId)?.uuid ?? ''
  const intent = { ...to, id: second.messageId, ref: '<2@fair.example>', attempts: 1, personId }
  const results = await Promise.allSettled([
    commits.end({ ...fate, state: 'no state of a message' }),
    commits.begin({ ...intent, follows: first.messageId }),
  ])
  assert.deepEqual([results[0].status, results[1].status], ['rejected', 'rejected'])
  await assert.rejects(commits.begin({ ...intent, follows: first.messageId }))
  assert.equal(await commits.begin({ ...intent, follows: null }), true)
})

test('a message that two processes report as sent has one event', async () => {
  await using w = await world()
  const other = await w.beside()
  await sentMessage(w, 'ada@example.com')
  const client = await w.app.pools.work.connect()
  try {
    await client.query('begin')
    await client.query('select id from marketing_message for update')
    const both = [w, other].map((each) => tellAll(each.app.operatorCtx(w.account.account, 'race')))
    await until(async () => (await client.query('select from pg_locks where not granted')).rows.length >= 2)
    await client.query('commit')
    await Promise.all(both)
  } finally {
    client.release()
  }
  const { rows } = await w.app.pools.work.query(`select id from marketing_event where name = 'marketing.message.sent'`)
  assert.equal(rows.length, 1)
})
