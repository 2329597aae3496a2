import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { returnedSamples } from '#test/mail/returnedSamples.ts'
import { messageRow, sentMessage } from '#test/mail/sentMessage.ts'
import { world, type World } from '#test/world/world.ts'
import { rates } from './campaignRates.ts'
import { applyOutcome } from './messageOutcome.ts'
import { readReturnAddress, returnAddress, type ReturnPurpose, verpAddress } from './returnAddress.ts'
import { pruneReturned } from './returnedRetention.ts'

const domain = 'bounces.example.test'
const settings = readSettings(productSettings, { INBOUND_SMTP_PORT: '0', INBOUND_MAIL_DOMAIN: domain })
const ctxOf = (w: World) => w.app.operatorCtx(w.account.account, 'test')
const rawOf = (name: string) => returnedSamples[name]?.raw ?? assert.fail(name)

type Envelope = { from?: string; to: string; raw: string }

/** Delivers a mail as another mail server does. Returns the reply code. */
async function deliver(port: number, { from = '', to, raw }: Envelope): Promise<number> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  try {
    await transport.sendMail({ envelope: { from, to }, raw })
    return 250
  } catch (error) {
    return Number(Object(error)['responseCode'])
  } finally {
    transport.close()
  }
}

async function listening(): Promise<{ w: World; port: number; [Symbol.asyncDispose](): Promise<void> }> {
  const w = await world({ settings })
  const port = await w.app.inbound.start()
  assert.ok(port !== undefined)
  return { w, port, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
}

const statusOf = async (w: World, contactId: string) => (await w.call('marketing.contact.get', { contactId })).status
const isSuppressed = async (w: World, contactId: string) =>
  (await w.call('marketing.contact.get', { contactId })).isSuppressed
const addressOf = (w: World, messageId: string, purpose: ReturnPurpose = 'bounce') =>
  returnAddress(ctxOf(w), purpose, { messageId, domain })

test('a return address names its message, survives other letter cases and cannot be forged', async () => {
  await using w = await world()
  const messageId = randomUUID()
  const hash = w.app.keyring.hash
  const accountId = w.account.account.id
  for (const purpose of ['bounce', 'unsubscribe', 'reply'] as const) {
    const address = addressOf(w, messageId, purpose)
    assert.ok(address.indexOf('@') <= 64)
    const expected = { purpose, accountId, messageId }
    assert.deepEqual(readReturnAddress(hash, address), expected)
    assert.deepEqual(readReturnAddress(hash, address.toUpperCase()), expected)
  }
  const address = verpAddress(ctxOf(w), messageId, domain)
  const other = verpAddress(ctxOf(w), randomUUID(), domain)
  const forged = [
    `u${address.slice(1)}`,
    other.slice(0, 37) + address.slice(37),
    address.replace(/.@/, (end) => (end === '0@' ? '1@' : '0@')),
    address.replace('@', 'a@'),
    address.replace('@', ''),
    `b-@${domain}`,
    `"${address}`,
    '',
    '@',
  ]
  for (const each of forged) assert.equal(readReturnAddress(hash, each), undefined, each)
})

test('a hard bounce over SMTP suppresses the address at once and bounces the contact', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const sent = await sentMessage(w, 'ada@shop.test')
  const raw = rawOf('postfix: unknown user')
  const to = addressOf(w, sent.messageId)
  assert.equal(await deliver(port, { to, raw }), 250)
  await w.settle()
  const row = await messageRow(w, sent.messageId)
  assert.deepEqual([row['state'], row['bounce_kind']], ['bounced', 'hard'])
  assert.match(String(row['reply']), /^5\.1\.1 unknown user/)
  assert.equal(await statusOf(w, sent.contactId), 'bounced')
  assert.equal(await isSuppressed(w, sent.contactId), true)
  assert.equal((await w.emitted('marketing.contact.statusChanged')).length, 1)
  // A repeat by the sending server is the same mail.
  assert.equal(await deliver(port, { to, raw }), 250)
  await w.settle()
  const { rows } = await w.app.pools.work.query('select state, kind, raw is null as gone from marketing_returned')
  assert.deepEqual(rows, [{ state: 'applied', kind: 'hard', gone: false }])
  assert.equal((await w.emitted('marketing.contact.occurred')).length, 1)
})

test('each sample of a server that comes to the address of its message moves that message alone', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const untouched = await sentMessage(w, 'eve@shop.test')
  const samples = Object.entries(returnedSamples).filter(([, { kind }]) => kind in fates)
  const sent = new Map<string, string>()
  for (const [index, [name, { raw }]] of samples.entries()) {
    const { messageId } = await sentMessage(w, `p${index}@shop.test`)
    sent.set(name, messageId)
    assert.equal(await deliver(port, { to: addressOf(w, messageId), raw }), 250, name)
  }
  await w.settle()
  for (const [name, { kind }] of samples) {
    const row = await messageRow(w, sent.get(name) ?? '')
    const fate = [row['state'], row['bounce_kind'], row['complained_at'] !== null]
    assert.deepEqual(fate, fates[kind], name)
  }
  assert.equal((await messageRow(w, untouched.messageId))['state'], 'sent')
})

/** State, kind of bounce and complaint of a message by the mail that came back. */
const fates: Record<string, unknown[]> = {
  hard: ['bounced', 'hard', false],
  soft: ['bounced', 'soft', false],
  complaint: ['sent', null, true],
  delayed: ['sent', null, false],
  unknown: ['sent', null, false],
}

test('a complaint suppresses the address, also of a contact that had unsubscribed', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const sent = await sentMessage(w, 'ada@shop.test')
  await w.call('marketing.contact.update', { contactId: sent.contactId, action: 'unsubscribe' })
  const raw = rawOf('a complaint by a feedback loop')
  assert.equal(await deliver(port, { from: 'fbl@mailer.test', to: addressOf(w, sent.messageId), raw }), 250)
  await w.settle()
  assert.notEqual((await messageRow(w, sent.messageId))['complained_at'], null)
  assert.equal(await statusOf(w, sent.contactId), 'complained')
  assert.equal(await isSuppressed(w, sent.contactId), true)
})

test('the third message with a soft bounce within 14 days suppresses the address, repeats do not count', async () => {
  await using w = await world()
  const first = await sentMessage(w, 'ada@shop.test')
  const bounce = (messageId: string) =>
    ctxOf(w).atomic((inner) =>
      applyOutcome(inner, { messageId, kind: 'soft', status: '4.2.2', diagnostic: 'full', at: w.clock.now() }),
    )
  const again = () => sentMessage(w, first.email, { contactId: first.contactId })
  for (let repeat = 0; repeat < 4; repeat += 1) assert.equal(await bounce(first.messageId), true)
  // The first bounce is older than 14 days when the third one comes.
  w.clock.advance(15 * 86_400_000)
  await bounce((await again()).messageId)
  await bounce((await again()).messageId)
  assert.equal(await isSuppressed(w, first.contactId), false)
  assert.equal(await statusOf(w, first.contactId), 'subscribed')
  await bounce((await again()).messageId)
  assert.equal(await isSuppressed(w, first.contactId), true)
  assert.equal(await statusOf(w, first.contactId), 'bounced')
})

test('a bounce of a former address suppresses it and leaves the contact with its new one', async () => {
  await using w = await world()
  const { messageId, contactId } = await sentMessage(w, 'old@shop.test')
  await w.call('marketing.contact.update', { contactId, email: 'new@shop.test' })
  await ctxOf(w).atomic((inner) => applyOutcome(inner, { messageId, kind: 'hard', at: w.clock.now() }))
  assert.equal(await statusOf(w, contactId), 'subscribed')
  assert.equal(await isSuppressed(w, contactId), false)
  const other = await w.call('marketing.contact.create', { email: 'OLD@shop.test' })
  assert.equal(other.status, 'suppressed')
})

test('a bounce of a message that never left moves nothing', async () => {
  await using w = await world()
  for (const state of ['queued', 'skipped', 'cancelled', 'failed']) {
    const { messageId, contactId } = await sentMessage(w, `${state}@shop.test`, { state })
    const at = w.clock.now()
    assert.equal(await ctxOf(w).atomic((inner) => applyOutcome(inner, { messageId, kind: 'hard', at })), false)
    assert.equal((await messageRow(w, messageId))['state'], state)
    assert.equal(await statusOf(w, contactId), 'subscribed')
  }
})

test('answers of people mark a message, answers of programs do not', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  for (const [name, isAnswer] of [
    ['an answer of a person', true],
    ['a mail that has nothing to do with it', true],
    ['an out-of-office note', false],
    ['a receipt of reading', false],
  ] as const) {
    const sent = await sentMessage(w, `${name.replaceAll(' ', '.')}@shop.test`)
    const to = addressOf(w, sent.messageId, 'reply')
    assert.equal(await deliver(port, { from: sent.email, to, raw: rawOf(name) }), 250)
    await w.settle()
    assert.equal((await messageRow(w, sent.messageId))['replied_at'] !== null, isAnswer, name)
    assert.equal(await statusOf(w, sent.contactId), 'subscribed')
  }
})

test('a mail to the address of List-Unsubscribe unsubscribes with evidence, a bounce to it does not', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const sent = await sentMessage(w, 'ada@shop.test')
  const to = addressOf(w, sent.messageId, 'unsubscribe')
  assert.equal(await deliver(port, { to, raw: rawOf('postfix: delayed') }), 250)
  await w.settle()
  assert.equal(await statusOf(w, sent.contactId), 'subscribed')
  const raw = `From: ada@shop.test\r\nTo: ${to}\r\nSubject: unsubscribe\r\n\r\n`
  assert.equal(await deliver(port, { from: 'ada@shop.test', to, raw }), 250)
  await w.settle()
  assert.equal(await statusOf(w, sent.contactId), 'unsubscribed')
  assert.notEqual((await messageRow(w, sent.messageId))['unsubscribed_at'], null)
  const { rows } = await w.app.pools.work.query("select source from marketing_consent where kind = 'optOut'")
  assert.deepEqual(rows, [{ source: 'mailto' }])
})

test('the listener relays nothing and refuses forged, unknown and foreign addresses', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const raw = rawOf('postfix: unknown user')
  const sent = await sentMessage(w, 'ada@shop.test')
  const address = addressOf(w, sent.messageId)
  const stranger = await w.another()
  const foreign = returnAddress(w.app.operatorCtx(stranger.account, 'test'), 'bounce', { ...sent, domain })
  for (const to of ['ada@elsewhere.test', address.replace(/.@/, 'g@'), addressOf(w, randomUUID()), foreign]) {
    assert.equal(await deliver(port, { to, raw }), 550, to)
  }
  await w.settle()
  const { rows } = await w.app.pools.work.query('select count(*)::int as count from marketing_returned')
  assert.deepEqual(rows, [{ count: 0 }])
  assert.equal(await statusOf(w, sent.contactId), 'subscribed')
})

test('a connection that guesses addresses is closed after five', async () => {
  await using inbound = await listening()
  const replies: string[] = []
  const socket = connect(inbound.port, '127.0.0.1')
  const lines = [
    'EHLO guesser.test',
    'MAIL FROM:<a@b.test>',
    ...Array.from({ length: 9 }, (_, at) => `RCPT TO:<x${at}@y.test>`),
  ]
  await new Promise<void>((resolve) => {
    socket.on('data', (bytes) => {
      replies.push(
        ...String(bytes)
          .split('\r\n')
          .filter((line) => /^\d{3} /.test(line)),
      )
      const next = lines.shift()
      if (next !== undefined) socket.write(`${next}\r\n`)
    })
    socket.on('close', () => resolve())
    socket.on('error', () => resolve())
  })
  assert.equal(replies.filter((line) => line.startsWith('550')).length, 5)
  assert.match(replies.at(-1) ?? '', /^421/)
})

test('a mail beyond the bounds is refused, and a large one is kept in part', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const sent = await sentMessage(w, 'ada@shop.test')
  const to = addressOf(w, sent.messageId)
  const bounce = rawOf('postfix: unknown user')
  assert.equal(await deliver(port, { to, raw: bounce + 'x'.repeat(78).concat('\r\n').repeat(140_000) }), 552)
  assert.equal(await deliver(port, { to, raw: bounce + 'x'.repeat(78).concat('\r\n').repeat(30_000) }), 250)
  const { rows } = await w.app.pools.work.query('select octet_length(raw) as bytes from marketing_returned')
  assert.deepEqual(rows, [{ bytes: 1_048_576 }])
  await w.settle()
  assert.equal(await statusOf(w, sent.contactId), 'bounced')
})

test('a recipient that sends mails to its return address without end fills no more than 20 rows', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const sent = await sentMessage(w, 'ada@shop.test')
  const to = addressOf(w, sent.messageId)
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, pool: true, maxConnections: 1 })
  for (let mail = 0; mail < 25; mail += 1) {
    await transport.sendMail({ envelope: { from: '', to }, raw: `Subject: ${mail}\r\n\r\nHello` })
  }
  transport.close()
  const { rows } = await w.app.pools.work.query('select count(*)::int as count from marketing_returned')
  assert.deepEqual(rows, [{ count: 20 }])
})

test('an erased contact leaves no text of its mails, and its return addresses take none', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const sent = await sentMessage(w, 'ada@shop.test')
  const to = addressOf(w, sent.messageId)
  await deliver(port, { to, raw: rawOf('postfix: unknown user') })
  await deliver(port, { to, raw: `${rawOf('postfix: unknown user')}\r\n` })
  await w.settle()
  await w.call('marketing.contact.delete', { contactId: sent.contactId, mode: 'erase' })
  const { rows } = await w.app.pools.work.query('select raw, diagnostic from marketing_returned')
  assert.deepEqual(rows, [
    { raw: null, diagnostic: null },
    { raw: null, diagnostic: null },
  ])
  assert.equal(await deliver(port, { to, raw: rawOf('postfix: delayed') }), 550)
})

test('texts of mails are removed after 14 days and rows after 90', async () => {
  await using inbound = await listening()
  const { w, port } = inbound
  const sent = await sentMessage(w, 'ada@shop.test')
  await deliver(port, { to: addressOf(w, sent.messageId), raw: rawOf('postfix: unknown user') })
  await w.settle()
  const left = async () => {
    await pruneReturned.run(ctxOf(w))
    return (await w.app.pools.work.query('select raw is null as gone from marketing_returned')).rows
  }
  assert.deepEqual(await left(), [{ gone: false }])
  w.clock.advance(15 * 86_400_000)
  assert.deepEqual(await left(), [{ gone: true }])
  w.clock.advance(76 * 86_400_000)
  assert.deepEqual(await left(), [])
})

test('rates() breaks the bound of errors above 5 % and of complaints above 3 in 1,000', async () => {
  await using w = await world()
  const campaignId = randomUUID()
  const insert = (count: number, state: string, complained = false) =>
    w.app.pools.work.query(
      `insert into marketing_message (account_id, id, campaign_id, contact_id, channel, key, state, attempts, due_at,
         created_at, attempted_at, complained_at)
       select $1, gen_random_uuid(), $2, gen_random_uuid(), 'email', gen_random_uuid()::text, $3, 1, $4, $4, $4,
         case when $5::boolean then $4::timestamptz end from generate_series(1, $6::int)`,
      [w.account.account.id, campaignId, state, w.clock.now().toISOString(), complained, count],
    )
  const mustPause = async () => (await rates(ctxOf(w), campaignId)).mustPause
  await insert(5, 'failed')
  assert.equal(await mustPause(), null)
  await insert(1, 'bounced')
  assert.equal(await mustPause(), 'errorRate')
  w.clock.advance(1_000)
  await insert(1_000, 'sent')
  assert.deepEqual(await rates(ctxOf(w), campaignId), { attempted: 1_000, failed: 0, complained: 0, mustPause: null })
  w.clock.advance(1_000)
  await insert(3, 'sent', true)
  assert.equal(await mustPause(), null)
  await insert(1, 'sent', true)
  assert.equal(await mustPause(), 'complaintRate')
})
