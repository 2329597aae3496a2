import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Account } from '#kit/call/context.ts'
import { pruneCaught, trimEvery } from '#platform/mail/catcher.ts'
import { mailPort, type Mail } from '#platform/mail/mailPort.ts'
import { mailServer } from '#test/world/mailServer.ts'
import { world, type Json, type World } from '#test/world/world.ts'

function mailTo(to: string, more: Partial<Mail> = {}): Mail {
  return { to, subject: 'Your ticket', text: `The code is K7QM-2XPA, ${to}`, idempotencyKey: `ticket ${to}`, ...more }
}

function send(w: World, account: Account, mail: Mail): Promise<void> {
  return w.app.kernel.ports.get(mailPort).send(account, mail)
}

async function subjects(w: World, input: Json = {}, key?: string): Promise<unknown[]> {
  const page = await w.call('account.mail.all', input, key === undefined ? {} : { key })
  return page.items.map((each) => each.to)
}

test('mails without a mail server are caught, sealed, and read by their account alone', async () => {
  await using w = await world()
  const { account } = w.account
  await send(w, account, mailTo('ada@example.com', { toName: 'Ada', html: '<b>Hi</b>', replyTo: 'desk@example.com' }))
  w.clock.advance(1_000)
  await send(w, account, mailTo('bob@example.com'))
  await send(w, account, mailTo('bob@example.com'))
  assert.deepEqual(await subjects(w), ['bob@example.com', 'ada@example.com'])
  assert.deepEqual(await subjects(w, { sort: 'caughtAt' }), ['ada@example.com', 'bob@example.com'])
  assert.deepEqual(await subjects(w, { to: 'ada@example.com' }), ['ada@example.com'])
  const [ada] = (await w.call('account.mail.all', { to: 'ada@example.com' })).items
  assert.ok(ada)
  assert.deepEqual(await w.call('account.mail.get', { mailId: ada.id }), {
    ...ada,
    toName: 'Ada',
    replyTo: 'desk@example.com',
    from: null,
    headers: [],
    html: '<b>Hi</b>',
    text: 'The code is K7QM-2XPA, ada@example.com',
  })
  const { rows } = await w.app.pools.work.query('select * from account_mail')
  assert.ok(!JSON.stringify(rows).includes(Buffer.from('K7QM').toString('hex')))
  assert.ok(rows.every((row) => !Buffer.from(row.sealed_body).includes('K7QM')))
  const other = await w.another()
  assert.deepEqual(await subjects(w, {}, other.secretKey), [])
  await w.refused('account.mail.get', { mailId: ada?.id }, { code: 'not_found', key: other.secretKey })
})

test('mails of live accounts leave through a mail server, those of test twins never', async () => {
  await using server = await mailServer()
  const smtp = { url: `smtp://localhost:${server.port}`, from: { name: '', address: 'hi@fair.example' } }
  await using w = await world({ smtp })
  await send(w, w.account.account, mailTo('ada@example.com'))
  await send(w, w.account.twin, mailTo('bob@example.com'))
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    [['ada@example.com']],
  )
  assert.deepEqual(await subjects(w), [])
  assert.deepEqual(await subjects(w, {}, w.account.testSecretKey), ['bob@example.com'])
})

test('a caught mail of a product has its sender and its headers', async () => {
  await using w = await world()
  await w.app.kernel.ports.get(mailPort).deliver(w.account.account, {
    messageId: '<one@fair.example>',
    from: { name: 'Fair', address: 'news@fair.example' },
    to: 'ada@example.com',
    subject: 'News',
    text: 'Hello',
    headers: { 'List-Unsubscribe': '<https://fair.example/u>' },
  })
  const [mail] = (await w.call('account.mail.all')).items
  const { from, headers } = await w.call('account.mail.get', { mailId: String(mail?.id) })
  assert.deepEqual(from, { name: 'Fair', address: 'news@fair.example' })
  assert.deepEqual(headers, [
    { name: 'Message-ID', value: '<one@fair.example>' },
    { name: 'List-Unsubscribe', value: '<https://fair.example/u>' },
  ])
})

test('a mail that cannot be sent is not caught either', async () => {
  await using w = await world()
  const wrong = mailTo('ada@example.com', { subject: 'Hi\r\nBcc: eve@example.com' })
  await assert.rejects(send(w, w.account.account, wrong), { name: 'MailRefused' })
  assert.deepEqual(await subjects(w), [])
})

test('the newest thousand mails of an account are kept, for 30 days', async () => {
  await using w = await world()
  const { account, twin } = w.account
  await send(w, account, mailTo('first@example.com'))
  await send(w, twin, mailTo('first@example.com'))
  await w.app.pools.work.query(
    `insert into account_mail select $1, ('ffffffff-ffff-7fff-8fff-' || lpad(to_hex(n), 12, '0'))::uuid, $2,
       decode(lpad(to_hex(n), 8, '0'), 'hex'), 'x', 'x', '' from generate_series(1, 999) n`,
    [account.id, w.clock.now()],
  )
  const count = async () => (await w.app.pools.work.query('select account_id from account_mail')).rows.length
  assert.equal(await count(), 1_001)
  w.clock.advance(1_000)
  await send(w, account, mailTo('next@example.com'))
  assert.equal(await count(), 1_002, 'a mail among many deletes nothing')
  for (let more = 2; more < trimEvery; more += 1) await send(w, account, mailTo(`more${more}@example.com`))
  await send(w, account, mailTo('last@example.com'))
  assert.equal(await count(), 1_001)
  assert.deepEqual(await subjects(w, { to: 'first@example.com' }), [])
  assert.deepEqual(await subjects(w, { to: 'last@example.com' }), ['last@example.com'])
  w.clock.advance(30 * 86_400_000)
  await pruneCaught.run(w.app.operatorCtx(account, 'test'))
  assert.equal(await count(), 1)
  w.clock.advance(1_000)
  await pruneCaught.run(w.app.operatorCtx(account, 'test'))
  assert.equal(await count(), 0)
})
