import assert from 'node:assert/strict'
import { test } from 'node:test'
import { original, returnedSamples } from '#test/mail/returnedSamples.ts'
import { readReturnedMail, returnedKinds } from './returnedMail.ts'

const read = (raw: string) => readReturnedMail(Buffer.from(raw))

for (const [name, { raw, kind, status, recipient }] of Object.entries(returnedSamples)) {
  test(`readReturnedMail() reads ${name} as ${kind}`, () => {
    const found = read(raw)
    assert.equal(found.kind, kind, JSON.stringify(found))
    if (status !== undefined) assert.equal(found.status, status)
    if (recipient !== undefined) assert.equal(found.recipient, recipient)
    assert.ok(found.diagnostic.length <= 500 && !/[\r\n]/.test(found.diagnostic))
    // Both forms of line ends are read alike.
    assert.deepEqual(read(raw.replaceAll('\r\n', '\n')), found)
  })
}

test('readReturnedMail() finds the mail that a bounce is about', () => {
  for (const [name, { raw }] of Object.entries(returnedSamples)) {
    const { messageIds, returnPaths } = read(raw)
    assert.ok(returnPaths.includes(original.returnPath), name)
    if (raw.includes(original.messageId)) assert.ok(messageIds.includes(original.messageId), name)
  }
})

test('readReturnedMail() reads a bounce that was cut before its last part', () => {
  const { raw } = returnedSamples['postfix: unknown user'] ?? { raw: '' }
  const found = read(raw.slice(0, raw.indexOf('Subject: Tonight')))
  assert.equal(found.kind, 'hard')
})

test('readReturnedMail() reads a report for several recipients by its worst one', () => {
  const { raw } = returnedSamples['postfix: full mailbox at another server'] ?? { raw: '' }
  const second = '\r\n\r\nFinal-Recipient: rfc822; bob@shop.test\r\nAction: failed\r\nStatus: 5.1.1\r\n'
  const found = read(raw.replace(/(mailbox full)\r\n\r\n--/, `$1${second}\r\n--`))
  assert.deepEqual([found.kind, found.recipient], ['hard', 'bob@shop.test'])
})

/** Mails made to be slow: many parts, deep nesting, long lines, headers without end. A quadratic reader hangs. */
const hostile: Record<string, () => string> = {
  'many parts': () => `Content-Type: multipart/mixed; boundary=b\n\n${'--b\n\nx\n'.repeat(100_000)}`,
  'boundaries within boundaries': () =>
    Array.from({ length: 5_000 }, (_, at) => `Content-Type: multipart/mixed; boundary="b${at}"\n\n--b${at}\n`).join(''),
  'mails within mails': () => 'Content-Type: message/rfc822\n\n'.repeat(30_000),
  'a header without end': () => `Subject: ${'a'.repeat(1_000_000)}`,
  'folds without end': () => `Subject: a\n${' \n'.repeat(500_000)}`,
  'headers without end': () => 'A: b\n'.repeat(200_000),
  'quotes without end': () => `Content-Type: text/plain; ${'a="\\'.repeat(50_000)}\n\nx`,
  'encoded words without end': () => `Subject: ${'=?utf-8?q?'.repeat(90_000)}\n\nx`,
  'blank lines': () => `From: MAILER-DAEMON@a.test\nSubject: failure notice\n\n${'\n'.repeat(1_000_000)}`,
  dashes: () => `From: MAILER-DAEMON@a.test\nSubject: failure notice\n\n${'-'.repeat(1_000_000)}`,
  'lines of dashes': () => `From: MAILER-DAEMON@a.test\nSubject: failure notice\n\n${'--\n'.repeat(300_000)}`,
  'open tags': () => `From: MAILER-DAEMON@a.test\nContent-Type: text/html\n\n${'<p'.repeat(500_000)}`,
  'addresses without end': () => `To: ${'a@'.repeat(400_000)}\n\nx`,
  'account without end': () => `From: postmaster@a.test\nSubject: undeliverable\n\n${'account '.repeat(120_000)}`,
  'report blocks without end': () => `Content-Type: message/delivery-status\n\n${'Action: failed\n\n'.repeat(60_000)}`,
  'digits without end': () => `From: postmaster@a.test\nSubject: undeliverable\n\n${'5.'.repeat(500_000)}`,
  'equal signs': () =>
    `Content-Transfer-Encoding: quoted-printable\nFrom: postmaster@a.test\n\n${'= '.repeat(500_000)}`,
  'zero bytes': () => '\0'.repeat(1_000_000),
}

for (const [name, make] of Object.entries(hostile)) {
  test(`readReturnedMail() bounds a mail of ${name}`, { timeout: 60_000 }, () => {
    const found = read(make())
    assert.ok(returnedKinds.includes(found.kind))
    assert.ok(found.messageIds.length <= 30 && found.returnPaths.length <= 30)
  })
}

test('readReturnedMail() throws for no bytes, however damaged', () => {
  const samples = Object.values(returnedSamples)
  let seed = 7
  const random = (max: number) => (seed = (seed * 48_271) % 2_147_483_647) % max
  for (let run = 0; run < 1_500; run += 1) {
    const bytes = Buffer.from(samples[random(samples.length)]?.raw ?? '')
    for (let damage = 0; damage < 1 + random(20); damage += 1) {
      const at = random(bytes.length)
      const from = random(bytes.length)
      if (random(2) === 0) bytes[at] = random(256)
      else bytes.copy(bytes, at, from, Math.min(from + random(200), bytes.length))
    }
    const found = readReturnedMail(bytes.subarray(0, random(bytes.length)))
    assert.ok(returnedKinds.includes(found.kind))
  }
})

test('readReturnedMail() returns texts that a database can hold', () => {
  const head = 'From: MAILER-DAEMON@a.test\nIn-Reply-To: <a\0b@c.test> <good@c.test>\nTo: x\0y@z.test'
  const raw = `${head}\nSubject: failure notice\n\n550 5.1.1 no such user ${'x'.repeat(470)}`
  const found = readReturnedMail(Buffer.from(`${raw}${'\u{1f3aa}'.repeat(40)}`))
  assert.deepEqual(found.messageIds, ['good@c.test'])
  for (const text of [found.diagnostic, ...found.returnPaths]) assert.ok(text.isWellFormed() && !text.includes('\0'))
})
