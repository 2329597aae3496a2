import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { mailServer } from '#test/world/mailServer.ts'
import { openSmtp } from '#platform/mail/smtp.ts'
import { makeDkimKey } from './dkimKey.ts'
import { openMailSigner } from './mailSigner.ts'

const mail = {
  messageId: '<1@fair.example>',
  from: { name: 'Fair', address: 'news@fair.example' },
  replyTo: 'desk@fair.example',
  to: 'ada@example.test',
  toName: 'Ada Łovelace',
  subject: 'Spring ☀ has come, and this subject is long enough to be folded over more than one line of a header',
  text: 'Hello\n.\n.. dots\nFrom here',
  html: '<p>Hello</p>',
  headers: { 'List-Unsubscribe': '<https://fair.example/u>', 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
}

test('signed mails survive the way over SMTP, and no text of one begins a header', async () => {
  await using server = await mailServer()
  const { publicKey, privateKey } = await makeDkimKey()
  const signer = openMailSigner()
  const smtp = openSmtp({ url: `smtp://127.0.0.1:${server.port}`, from: mail.from }, signer)
  const signing = { domain: 'fair.example', selector: 'fg1', privateKey }
  const bad = 'Hi\r\nBcc: eve@example.test\u2028\r\n\r\nX: y'
  const attacks = [
    { subject: bad },
    { toName: bad },
    { from: { ...mail.from, name: bad } },
    { replyTo: `desk@fair.example\r\nBcc: eve@example.test` },
    { headers: { ...mail.headers, 'X-Own': bad } },
    { messageId: '<1@fair.example>\r\nBcc: eve@example.test' },
  ]
  try {
    for (const change of [{}, ...attacks]) {
      for (const way of [{ signing }, {}]) {
        const delivered = await smtp.deliver({ ...mail, ...change, ...way })
        assert.equal(delivered.state, 'sent', `${JSON.stringify(change)} ${delivered.reply}`)
      }
    }
  } finally {
    smtp.close()
    await signer.close()
  }
  assert.equal(server.taken.length, 14)
  const record = [[`v=DKIM1; k=rsa; p=${publicKey}`]]
  for (const [index, { raw, to }] of server.taken.entries()) {
    assert.deepEqual(to, ['ada@example.test'])
    const head = raw.slice(0, raw.indexOf('\r\n\r\n'))
    assert.doesNotMatch(head, /^(Bcc|X):/im)
    if (index % 2 !== 0) continue
    const { results } = await dkimVerify(Buffer.from(raw), { resolver: async () => record })
    assert.equal(results[0]?.status.result, 'pass', head)
  }
})

test('a mail whose key cannot sign is deferred, and closed threads sign nothing', async () => {
  await using server = await mailServer()
  const signer = openMailSigner()
  const smtp = openSmtp({ url: `smtp://127.0.0.1:${server.port}`, from: mail.from }, signer)
  const signing = { domain: 'fair.example', selector: 'fg1', privateKey: 'no key' }
  assert.deepEqual(await smtp.deliver({ ...mail, signing }), {
    state: 'deferred',
    reply: 'the mail could not be signed',
  })
  await signer.close()
  assert.equal((await smtp.deliver({ ...mail, signing })).state, 'deferred')
  smtp.close()
  assert.equal(server.taken.length, 0)
})
