import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test } from 'node:test'
import type { Mail } from './mailPort.ts'
import { mailServer } from '#test/world/mailServer.ts'
import { noPostfix, startPostfix } from '#test/world/postfix.ts'
import { until } from '#test/world/until.ts'
import { checkMail, mailDigest } from './checkedMail.ts'
import { MailFailed, MailRefused } from './mailRefused.ts'
import { openSmtp, smtpOptions, type Smtp } from './smtp.ts'

const from = { name: 'Night Concerts', address: 'tickets@fair.example' }
const mail: Mail = {
  to: 'ada@example.test',
  toName: 'Ada Lovelace',
  subject: 'Your ticket',
  text: 'Hello Ada,\nhere it is.\n.\nBye',
  idempotencyKey: 'ticket 1',
}

async function withSmtp<T>(url: string, work: (smtp: Smtp) => Promise<T>): Promise<T> {
  const smtp = openSmtp({ url, from })
  try {
    return await work(smtp)
  } finally {
    smtp.close()
  }
}

function send(smtp: Smtp, change: Partial<Mail> = {}): Promise<void> {
  const changed = { ...mail, ...change }
  return smtp.send(checkMail(changed), mailDigest(1, changed))
}

test('a mail arrives unchanged, in one connection with the next', async () => {
  await using server = await mailServer()
  await withSmtp(`smtp://localhost:${server.port}`, async (smtp) => {
    await send(smtp)
    await send(smtp, { html: '<p>Hello</p>', replyTo: 'desk@fair.example', idempotencyKey: 'ticket 2' })
  })
  const [plain, rich] = server.taken
  assert.deepEqual([plain?.from, plain?.to], ['tickets@fair.example', ['ada@example.test']])
  const raw = String(plain?.raw)
  for (const line of [
    'From: Night Concerts <tickets@fair.example>',
    'To: Ada Lovelace <ada@example.test>',
    'Subject: Your ticket',
    'Auto-Submitted: auto-generated',
  ]) {
    assert.ok(raw.includes(`${line}\r\n`), raw)
  }
  assert.ok(raw.includes('\r\n\r\nHello Ada,\r\nhere it is.\r\n.\r\nBye'), raw)
  assert.match(String(rich?.raw), /multipart\/alternative/)
  assert.match(String(rich?.raw), /<p>Hello<\/p>/)
  assert.match(String(rich?.raw), /Reply-To: desk@fair\.example\r\n/)
})

test('a repeat of a mail has the same Message-ID, another mail a different one', async () => {
  await using server = await mailServer()
  await withSmtp(`smtp://localhost:${server.port}`, async (smtp) => {
    await send(smtp)
    await send(smtp)
    await send(smtp, { idempotencyKey: 'ticket 2' })
    await smtp.send(checkMail(mail), mailDigest(2, mail))
  })
  const ids = server.taken.map(({ raw }) => /^Message-ID: (<[0-9a-f]{40}@fair\.example>)\r$/m.exec(raw)?.[1])
  assert.ok(ids.every((id) => id !== undefined))
  assert.equal(ids[0], ids[1])
  assert.equal(new Set(ids).size, 3)
})

test('no part of a mail can begin a header or another mail', async () => {
  await using server = await mailServer()
  const attacks: Partial<Mail>[] = [
    { to: 'ada@example.test\r\nBcc: eve@example.test' },
    { to: 'ada@example.test>\r\nRCPT TO:<eve@example.test' },
    { toName: 'Ada\r\nBcc: eve@example.test' },
    { toName: 'Ada\nBcc: eve@example.test' },
    { subject: 'Hi\r\nBcc: eve@example.test' },
    { subject: 'Hi\u2028Bcc: eve@example.test\u0000' },
    { replyTo: 'a@b.example\r\nBcc: eve@example.test' },
    { idempotencyKey: 'x\r\n' },
    { subject: 'x'.repeat(201) },
    { text: 'x'.repeat(100_001) },
    { text: '' },
  ]
  await withSmtp(`smtp://localhost:${server.port}`, async (smtp) => {
    for (const attack of attacks)
      assert.throws(() => send(smtp, attack), MailRefused, JSON.stringify(attack).slice(0, 80))
    await send(smtp, { toName: '"Eve" <eve@example.test>, Ada', text: 'A\r\n.\r\nMAIL FROM:<eve@example.test>\r\n' })
  })
  assert.deepEqual(
    server.taken.map(({ to }) => to),
    [['ada@example.test']],
  )
})

test('a permanent refusal of the server differs from a temporary failure', async () => {
  await using server = await mailServer()
  server.refuse.set('gone@example.test', '550 No such user')
  server.refuse.set('busy@example.test', '451 Try again later')
  await withSmtp(`smtp://localhost:${server.port}`, async (smtp) => {
    await assert.rejects(send(smtp, { to: 'gone@example.test' }), {
      name: 'MailRefused',
      message: 'the mail server says: 550 No such user',
    })
    await assert.rejects(send(smtp, { to: 'busy@example.test' }), {
      name: 'MailFailed',
      message: /451 Try again later/,
    })
    await send(smtp)
  })
  assert.equal(server.taken.length, 1)
})

test('a sender that the server refuses is a failure of the settings, not of the mail', async () => {
  await using server = await mailServer({
    onMailFrom: (_address, _session, done) => done(Object.assign(new Error('Not you'), { responseCode: 550 })),
  })
  await withSmtp(`smtp://localhost:${server.port}`, (smtp) => assert.rejects(send(smtp), MailFailed))
})

test('a wrong password and an unreachable server are failures whose errors contain no password', async () => {
  await using server = await mailServer({
    disabledCommands: ['STARTTLS'],
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'ada' && password === 'p@ss word' ? done(null, { user: 'ada' }) : done(new Error('No')),
  })
  const url = `smtp://ada:p%40ss%20word@localhost:${server.port}`
  await withSmtp(url, async (smtp) => {
    await smtp.check()
    await send(smtp)
  })
  assert.equal(server.taken.length, 1)
  for (const wrong of [url.replace('word', 'wort'), 'smtp://ada:wort@127.0.0.1:9']) {
    await withSmtp(wrong, async (smtp) => {
      const failed = await send(smtp).catch((error: unknown) => error)
      assert.ok(failed instanceof MailFailed)
      assert.doesNotMatch(failed.message, /wort/)
      await assert.rejects(smtp.check(), MailFailed)
    })
  }
})

test('TLS is required, except for a server on this machine', () => {
  const of = (url: string) => {
    const { host, port, secure, requireTLS, ignoreTLS } = smtpOptions(url)
    return [host, port, secure, requireTLS === true, ignoreTLS === true]
  }
  assert.deepEqual(of('smtps://mail.example.com'), ['mail.example.com', 465, true, true, false])
  assert.deepEqual(of('smtp://mail.example.com'), ['mail.example.com', 587, false, true, false])
  assert.deepEqual(of('smtp://10.0.0.5:2525'), ['10.0.0.5', 2525, false, true, false])
  assert.deepEqual(of('smtp://127.0.0.1.example.com'), ['127.0.0.1.example.com', 587, false, true, false])
  assert.deepEqual(of('smtp://localhost:2525'), ['localhost', 2525, false, false, true])
  assert.deepEqual(of('smtp://[::1]:25'), ['::1', 25, false, false, true])
  assert.deepEqual(of('smtps://localhost'), ['localhost', 465, true, true, false])
})

test('a remote server without TLS gets no mail, nor does one with a self-signed certificate', async (t) => {
  const elsewhere = Object.values(networkInterfaces())
    .flatMap((each) => each ?? [])
    .find((each) => each.family === 'IPv4' && !each.internal)
  if (elsewhere === undefined) return t.skip('the machine has no other address than loopback')
  await using plain = await mailServer({}, elsewhere.address)
  await using sealed = await mailServer({ secure: true }, elsewhere.address)
  for (const url of [`smtp://${elsewhere.address}:${plain.port}`, `smtps://${elsewhere.address}:${sealed.port}`]) {
    await withSmtp(url, (smtp) => assert.rejects(send(smtp), { name: 'MailFailed', message: /\((ETLS|ESOCKET)\)/ }))
  }
  assert.deepEqual([...plain.taken, ...sealed.taken], [])
})

test('Postfix accepts our mails, and its refusals are recognised', { skip: noPostfix }, async () => {
  await using postfix = await startPostfix()
  await withSmtp(`smtp://127.0.0.1:${postfix.port}`, async (smtp) => {
    await send(smtp, { subject: 'Dein Ticket für heute Abend', html: '<p>Hello Ada</p>' })
    await assert.rejects(send(smtp, { to: 'nobody@example.test' }), {
      name: 'MailRefused',
      message: /^the mail server says: 550 5\.1\.1 .*User unknown/,
    })
  })
  const [raw = ''] = await until(
    () => postfix.mails(),
    (mails) => mails.length > 0,
  )
  assert.match(raw, /^Delivered-To: ada@example\.test$/m)
  assert.match(raw, /^Subject: =\?UTF-8\?Q\?Dein_Ticket_f=C3=BCr_heute_Abend\?=$/m)
  assert.match(raw, /^Message-ID: <[0-9a-f]{40}@fair\.example>$/m)
  assert.match(raw, /<p>Hello Ada<\/p>/)
})
