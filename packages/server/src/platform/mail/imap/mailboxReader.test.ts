import assert from 'node:assert/strict'
import { createServer } from 'node:net'
import { once } from 'node:events'
import { test } from 'node:test'
import { openGuard } from '#platform/net/guard.ts'
import { imapServer } from '#test/fakes/imapServer.ts'
import { noDovecot, startDovecot } from '#test/world/dovecot.ts'
import { MailboxFailed, type MailboxAccess } from './mailboxPort.ts'
import { mailboxBounds, openMailboxes } from './mailboxReader.ts'

const guard = openGuard({ allowPrivate: true })
const access = { host: '127.0.0.1', isSecure: false, folder: 'INBOX' }
const mailOf = (name: string) => `From: a@b.test\r\nSubject: ${name}\r\n\r\n${name}\r\n`
const subjectOf = ({ raw }: { raw: Buffer }) => /Subject: (.*)\r?\n/.exec(String(raw))?.[1]?.trim()

test('read() reads each mail of a Dovecot mailbox once, in bounded pages', { skip: noDovecot }, async () => {
  await using dovecot = await startDovecot()
  const { port, user, password } = dovecot
  const to = { ...access, port, user, password }
  const { read } = openMailboxes(guard, { ...mailboxBounds, mailsMax: 4, uidsPerFetch: 2 })
  assert.deepEqual((await read(1, to, null)).mails, [])
  for (let mail = 1; mail <= 7; mail += 1) await dovecot.put(mailOf(`mail ${mail}`))
  const first = await read(1, to, null)
  assert.deepEqual(first.mails.map(subjectOf), ['mail 1', 'mail 2', 'mail 3', 'mail 4'])
  assert.equal(first.hasMore, true)
  const second = await read(1, to, first.position)
  assert.deepEqual(second.mails.map(subjectOf), ['mail 5', 'mail 6', 'mail 7'])
  assert.equal(second.hasMore, false)
  assert.deepEqual((await read(1, to, second.position)).mails, [])
  await dovecot.put(mailOf('mail 8'))
  const third = await read(1, to, second.position)
  assert.deepEqual(third.mails.map(subjectOf), ['mail 8'])
  // A server that renumbers its mails gives all of them again, under the digests that they had.
  await dovecot.renumber()
  const again = await read(1, to, { validity: '1', uid: 8 })
  assert.deepEqual(
    again.mails.map(({ digest }) => digest),
    first.mails.map(({ digest }) => digest),
  )
})

test('read() keeps the first MiB of a large mail', { skip: noDovecot }, async () => {
  await using dovecot = await startDovecot()
  await dovecot.put(mailOf('large') + 'x'.repeat(78).concat('\r\n').repeat(40_000))
  const { port, user, password } = dovecot
  const { mails } = await openMailboxes(guard).read(1, { ...access, port, user, password }, null)
  assert.deepEqual(mails.map(subjectOf), ['large'])
  assert.equal(mails[0]?.raw.length, 1_048_576)
})

test('read() names a wrong password and a missing folder without the password', { skip: noDovecot }, async () => {
  await using dovecot = await startDovecot()
  const { port, user, password } = dovecot
  const failure = async (change: Partial<MailboxAccess>) => {
    const error = await openMailboxes(guard)
      .read(1, { ...access, port, user, password, ...change }, null)
      .catch((thrown: unknown) => thrown)
    assert.ok(error instanceof MailboxFailed)
    assert.doesNotMatch(error.message, /hush|wrong/)
    return [error.isFinal, error.message]
  }
  assert.deepEqual(await failure({ password: 'wrong' }), [true, 'the mailbox refuses the name or the password'])
  assert.deepEqual(await failure({ folder: 'Nowhere' }), [true, 'the mailbox has no such folder'])
})

test('read() ends with a server that is silent, hangs up or talks nonsense', async () => {
  for (const greeting of [undefined, '', 'HTTP/1.1 400 Bad Request\r\n\r\n', `* OK ${'x'.repeat(5_000_000)}`]) {
    const server = createServer((socket) => {
      socket.on('error', () => undefined)
      if (greeting === '') socket.destroy()
      else if (greeting !== undefined) socket.write(greeting)
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const bound = server.address()
    const port = typeof bound === 'object' && bound !== null ? bound.port : 0
    const mailboxes = openMailboxes(guard, { ...mailboxBounds, totalMs: 500 })
    await assert.rejects(mailboxes.read(1, { ...access, port, user: 'a', password: 'hush' }, null), MailboxFailed)
    server.close()
  }
})

const mib = 'x'.repeat(1_048_576)
/** Responses without end, by what they never stop: mails, lines, literals, values, and responses by themselves. */
const floods: Record<string, { begin?: string; piece: string }> = {
  'one mail again and again': { piece: `* 1 FETCH (UID 1 BODY[]<0> {${mib.length}}\r\n${mib})\r\n` },
  'mails that were not requested': { piece: `* 1 FETCH (UID 999 BODY[]<0> {${mib.length}}\r\n${mib})\r\n` },
  'a line': { begin: '* OK ', piece: mib },
  'texts of one response': { begin: '* 1 FETCH (UID 1 ', piece: `BODY[]<0> {${mib.length}}\r\n${mib} ` },
  'values of one response': { begin: '* 1 FETCH (UID 1 X (', piece: '1 '.repeat(1_000) },
  'short lines': { piece: '* OK x\r\n'.repeat(1_000) },
}

test('read() ends with a server that sends mails, lines or values without end', async () => {
  for (const [name, { begin = '', piece }] of Object.entries(floods)) {
    await using server = await imapServer((socket) => {
      const flood = () => {
        while (!socket.destroyed && socket.write(piece));
        if (!socket.destroyed) socket.once('drain', flood)
      }
      socket.write(begin)
      flood()
    })
    const reading = openMailboxes(guard).read(1, { ...access, port: server.port, user: 'a', password: 'hush' }, null)
    await assert.rejects(reading, { message: 'the mailbox sends more than was requested', isFinal: false }, name)
  }
})

test('read() refuses addresses within the network of the server, and ports of other protocols', async () => {
  const mailboxes = openMailboxes(openGuard({ resolve: async () => [{ address: '10.0.0.5', family: 4 }] }))
  const to = { ...access, user: 'a', password: 'b', port: 993, isSecure: true }
  for (const host of ['127.0.0.1', 'localhost', '[::1]', '169.254.169.254', 'inside.example.com']) {
    await assert.rejects(mailboxes.read(1, { ...to, host }, null), { name: 'MailboxFailed', isFinal: true }, host)
  }
  await assert.rejects(mailboxes.read(1, { ...to, host: 'mail.example.com', port: 5432 }, null), /port 5432/)
})
