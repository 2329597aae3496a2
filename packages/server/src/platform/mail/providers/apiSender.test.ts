import assert from 'node:assert/strict'
import { test } from 'node:test'
import { simpleParser } from 'mailparser'
import { fakeKey, fakeMailProviders, type ProviderReply } from '#test/fakes/mailProviders.ts'
import { openGuard } from '#platform/net/guard.ts'
import { openApiSender, verifyApi } from './apiSender.ts'
import { mailProviders, type ApiAccess, type MailProviderName } from './mailProvider.ts'

const guard = openGuard({ allowPrivate: true })
const now = () => new Date()
const mail = {
  messageId: '<0198@fair.example>',
  from: { name: 'Fair "Night"', address: 'news@fair.example' },
  replyTo: 'desk@fair.example',
  to: 'ada@example.com',
  toName: 'Ada Lövelace',
  subject: 'Spring ☀',
  text: 'Hello Ada',
  html: '<p>Hello Ada</p>',
  returnTag: 'b-0198@fair.example',
  headers: {
    'List-Unsubscribe': '<https://fair.example/u/1>',
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  },
}

function accessOf(kind: MailProviderName, url: string, key = fakeKey): ApiAccess {
  const own = { keyId: key === fakeKey ? 'AKIA' : 'AKIB', region: 'eu-central-1', domain: 'fair.example', stream: '' }
  return { kind, url, key, ...own, connectionsMax: 2 }
}

test('each provider takes a mail with its headers and returns its id', async () => {
  await using fake = await fakeMailProviders()
  for (const [index, kind] of mailProviders.entries()) {
    const sender = openApiSender(guard, accessOf(kind, fake.url), now)
    const delivered = await sender.deliver(mail)
    assert.deepEqual([delivered.state, 'ref' in delivered && delivered.ref], ['sent', `mail-${index + 1}`], kind)
  }
  const [ses, mailgun, postmark, sendgrid] = fake.mails.map(({ body }) => body)
  const raw = Buffer.from(JSON.parse(String(ses)).Content.Raw.Data, 'base64')
  for (const source of [raw, Buffer.from(String(mailgun).split('message/rfc822\r\n\r\n')[1] ?? '')]) {
    const parsed = await simpleParser(source)
    assert.equal(parsed.subject, 'Spring ☀')
    assert.equal(parsed.messageId, '<0198@fair.example>')
    assert.match(String(parsed.headerLines.find(({ key }) => key === 'list-unsubscribe-post')?.line), /One-Click/)
  }
  assert.match(String(mailgun), /name="v:fairground"\r\n\r\nb-0198@fair\.example\r\n/)
  const json = JSON.parse(String(postmark))
  assert.equal(json.From, '"Fair Night" <news@fair.example>')
  assert.deepEqual(json.Metadata, { messageId: '0198@fair.example', fairground: 'b-0198@fair.example' })
  assert.deepEqual(
    json.Headers.map(({ Name }: { Name: string }) => Name),
    ['List-Unsubscribe', 'List-Unsubscribe-Post', 'Message-ID', 'X-PM-KeepID'],
  )
  const { headers, personalizations, subject } = JSON.parse(String(sendgrid))
  assert.deepEqual([headers, subject], [mail.headers, mail.subject])
  assert.equal(personalizations[0].custom_args.fairground, 'b-0198@fair.example')
})

test('no text of a mail begins a header at a provider', async () => {
  await using fake = await fakeMailProviders()
  const bad = 'Hi\r\nBcc: eve@example.test\u2028X: y\u0000'
  const attack = { ...mail, subject: bad, toName: bad, from: { ...mail.from, name: `"${bad}` } }
  const headers = { ...mail.headers, 'X-Own': bad }
  for (const kind of mailProviders) {
    await openApiSender(guard, accessOf(kind, fake.url), now).deliver({ ...attack, headers })
  }
  const [ses, mailgun, postmark, sendgrid] = fake.mails.map(({ body }) => body)
  const raw = Buffer.from(JSON.parse(String(ses)).Content.Raw.Data, 'base64').toString()
  for (const text of [raw, String(mailgun)]) assert.doesNotMatch(text, /^(Bcc|X):/m)
  for (const text of [postmark, sendgrid]) assert.doesNotMatch(String(text), /\\r|\\n|\\u0000|\u2028/)
})

test('responses of a provider decide the fate of a mail', async () => {
  await using fake = await fakeMailProviders()
  const cases: [MailProviderName, ProviderReply, object][] = [
    ['postmark', { status: 422, body: { ErrorCode: 406, Message: 'inactive' } }, { state: 'bounced' }],
    ['postmark', { status: 422, body: { ErrorCode: 300, Message: 'Invalid email' } }, { state: 'failed' }],
    [
      'postmark',
      { status: 422, body: { ErrorCode: 400, Message: 'Sender' } },
      { state: 'deferred', isRefusingUs: true },
    ],
    ['ses', { status: 400, body: { message: 'Email address is not verified.' } }, { isRefusingUs: true }],
    ['ses', { status: 400, body: { __type: 'a#SendingPausedException' } }, { isRefusingUs: true }],
    ['mailgun', { status: 400, body: { message: 'to parameter is not a valid address' } }, { state: 'failed' }],
    ['mailgun', { status: 429, headers: { 'retry-after': '7' } }, { state: 'deferred', retryAfterMs: 7_000 }],
    ['sendgrid', { status: 429 }, { state: 'deferred', retryAfterMs: 10_000 }],
    ['sendgrid', { status: 503 }, { state: 'deferred' }],
    ['ses', { status: 500 }, { state: 'deferred' }],
    ['mailgun', { status: 408 }, { state: 'deferred' }],
    ['sendgrid', { status: 401 }, { state: 'deferred', isRefusingUs: true }],
    ['sendgrid', { status: 413 }, { state: 'failed' }],
  ]
  for (const [kind, reply, expected] of cases) {
    fake.trouble = () => reply
    const delivered = await openApiSender(guard, accessOf(kind, fake.url), now).deliver(mail)
    const { reply: words, ...fate } = delivered
    assert.deepEqual({ ...fate, ...expected }, fate, `${kind} ${JSON.stringify(reply)} ${words}`)
  }
})

test('a response that does not say whether the provider has the mail leaves it uncertain', async () => {
  await using fake = await fakeMailProviders()
  const replies: ProviderReply[] = [
    ...[502, 504, 520, 524].map((status) => ({ status, body: { message: 'Bad gateway' } })),
    { status: 200, headers: { 'content-encoding': 'zstd' } },
  ]
  for (const kind of mailProviders) {
    for (const reply of replies) {
      fake.trouble = () => reply
      const { state } = await openApiSender(guard, accessOf(kind, fake.url), now).deliver(mail)
      assert.equal(state, 'uncertain', `${kind} ${JSON.stringify(reply)}`)
    }
  }
})

test('a mail is uncertain when the connection ends after it was sent, and not when none was made', async () => {
  const { url } = await fakeMailProviders().then(async (closed) => {
    await closed[Symbol.asyncDispose]()
    return closed
  })
  const refused = await openApiSender(guard, accessOf('postmark', url), now).deliver(mail)
  assert.equal(refused.state, 'deferred')
  await using fake = await fakeMailProviders()
  fake.trouble = () => {
    throw new Error('the connection ends')
  }
  const lost = await openApiSender(guard, accessOf('postmark', fake.url), now).deliver(mail)
  assert.equal(lost.state, 'uncertain')
})

test('a key that no header can hold sends nothing, and leaves no mail uncertain', async () => {
  await using fake = await fakeMailProviders()
  for (const kind of ['postmark', 'sendgrid'] as const) {
    const access = accessOf(kind, fake.url, 'schlüssel–1')
    const { state, reply } = await openApiSender(guard, access, now).deliver(mail)
    assert.equal(state, 'deferred', kind)
    assert.match(reply, /a header is not valid/)
    assert.doesNotMatch(reply, /schl/)
  }
  assert.deepEqual(fake.requests, [])
})

test('a verification sends no mail and names what is wrong', async () => {
  await using fake = await fakeMailProviders()
  for (const kind of mailProviders) {
    const right = await verifyApi(guard, accessOf(kind, fake.url), now())
    assert.equal(right.ok, true, kind)
    const wrong = await verifyApi(guard, accessOf(kind, fake.url, 'wrong'), now())
    assert.deepEqual([wrong.ok, wrong.isTemporary, wrong.checks.at(-1)?.name], [false, false, 'signIn'], kind)
  }
  fake.trouble = () => ({ status: 200, body: { SendingEnabled: false, scopes: ['alerts.read'] } })
  for (const kind of ['ses', 'sendgrid'] as const) {
    assert.equal((await verifyApi(guard, accessOf(kind, fake.url), now())).ok, false)
  }
  assert.deepEqual(fake.mails, [])
  const inside = openGuard({ resolve: async () => [{ address: '10.0.0.5', family: 4 }] })
  const refused = await verifyApi(inside, accessOf('ses', 'https://inside.example'), now())
  assert.deepEqual([refused.ok, refused.checks[0]?.name], [false, 'connect'])
})
