import assert from 'node:assert/strict'
import { createSign, generateKeyPairSync, sign } from 'node:crypto'
import { test } from 'node:test'
import { hmacHex } from '#platform/webhooks/verifySignature.ts'
import { providerCalls, sesMessage } from '#test/mail/providerCalls.ts'
import { makeCertificate } from '#test/world/certificate.ts'
import { lacks } from '#test/world/program.ts'
import { readReports } from './providerReaders.ts'
import { reportProviders } from './providerReport.ts'
import { isProvenReport, type ProvenCall } from './reportProof.ts'
import { isSignedBySns, readSns } from './snsProof.ts'

const mail = { returnPath: 'b-token@bounces.test', messageId: 'm.7@news.test', event: 'evt-1' }
const now = new Date('2026-11-24T10:05:00Z')
const seconds = String(now.getTime() / 1000)

for (const { provider, kind, body } of providerCalls(mail)) {
  test(`readReports() reads a ${kind} report of ${provider}`, () => {
    const [report, ...others] = readReports(provider, body)
    assert.deepEqual(others, [])
    assert.equal(report?.kind, kind)
    const named = new Set([...(report?.returnPaths ?? []), ...(report?.messageIds ?? [])])
    assert.ok(named.has(mail.returnPath) || named.has(mail.messageId))
    assert.ok(report?.eventId.includes(provider === 'brevo' ? mail.messageId : mail.event))
    if (kind !== 'delivered' && provider !== 'postmark') assert.equal(report?.at, '2026-11-24T10:00:00.000Z')
  })
}

test('readReports() reads nothing from other events and other shapes', () => {
  const shapes = [
    undefined,
    null,
    7,
    '',
    [],
    {},
    [[]],
    [null],
    { Message: '{' },
    { 'event-data': [] },
    [{ event: 'open' }],
  ]
  const events = [
    { RecordType: 'Bounce', Type: 'AutoResponder', ID: 1 },
    { 'event-data': { event: 'failed', severity: 'temporary', id: 'x' } },
    { event: 'constructor', 'message-id': 'x', ts_event: 1 },
    { Message: sesMessage('Complaint', mail, { complaintFeedbackType: 'not-spam' }) },
  ]
  for (const provider of reportProviders) {
    for (const body of [...shapes, ...events]) assert.deepEqual(readReports(provider, body), [])
  }
})

test('readReports() bounds the number of reports and the length of each text', () => {
  const event = { event: 'bounce', reason: 'x'.repeat(100_000), sg_event_id: 'e', fairground: 'y'.repeat(100_000) }
  const reports = readReports(
    'sendgrid',
    Array.from({ length: 5_000 }, () => event),
  )
  assert.equal(reports.length, 1_000)
  assert.deepEqual([reports[0]?.diagnostic.length, reports[0]?.returnPaths], [500, []])
})

test('readReports() returns texts that a database can hold', () => {
  const event = { event: 'bounce', reason: `${'x'.repeat(499)}\u{1f3aa}`, sg_event_id: 'e\0f', status: '5.1\0.1' }
  const [report] = readReports('sendgrid', [{ ...event, 'smtp-id': '<a\0b@c>', fairground: '\ud83d' }])
  const { eventId = '', diagnostic = '', status } = report ?? {}
  assert.ok(!eventId.includes('\0') && diagnostic.isWellFormed())
  assert.deepEqual([status, report?.messageIds, report?.returnPaths], [null, [], []])
})

const callOf = (json: unknown, headers: Record<string, string> = {}, token?: string): ProvenCall => ({
  headers,
  body: Buffer.from(JSON.stringify(json)),
  json,
  token,
})

test('a call of SendGrid is proven by the signature of its key over time and body', () => {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const secret = publicKey.export({ format: 'der', type: 'spki' }).toString('base64')
  const body = Buffer.from('[{"event":"bounce"}]')
  const signature = createSign('sha256').update(seconds).update(body).sign(privateKey, 'base64')
  const headers = {
    'x-twilio-email-event-webhook-timestamp': seconds,
    'x-twilio-email-event-webhook-signature': signature,
  }
  const call = { headers, body, json: [], token: undefined }
  const isProven = (change: Partial<ProvenCall> = {}, proof = { secret, now }) =>
    isProvenReport('sendgrid', { ...call, ...change }, proof)
  assert.equal(isProven(), true)
  assert.equal(isProven({ body: Buffer.from('[{"event":"bounced"}]') }), false)
  assert.equal(isProven({ headers: {} }), false)
  const later = { ...headers, 'x-twilio-email-event-webhook-timestamp': String(Number(seconds) + 1) }
  assert.equal(isProven({ headers: later }), false)
  assert.equal(isProven({}, { secret, now: new Date(now.getTime() + 25 * 3_600_000) }), false)
  for (const wrong of ['', 'x', Buffer.from('key').toString('base64')]) {
    assert.equal(isProven({}, { secret: wrong, now }), false)
  }
})

test('a call of Mailgun is proven by the HMAC of its key', () => {
  const token = 'a'.repeat(50)
  const signed = (key: string, timestamp = seconds) =>
    callOf({ signature: { timestamp, token, signature: hmacHex(key, timestamp, token) } })
  const proof = { secret: 'key', now }
  assert.equal(isProvenReport('mailgun', signed('key'), proof), true)
  assert.equal(isProvenReport('mailgun', signed('other'), proof), false)
  assert.equal(isProvenReport('mailgun', signed('key', String(Number(seconds) - 90_000)), proof), false)
  assert.equal(isProvenReport('mailgun', callOf({}), proof), false)
  assert.equal(isProvenReport('mailgun', signed(''), { secret: '', now }), false)
})

test('calls of Postmark, Brevo and Azure are proven by a secret in address or header', () => {
  const proof = { secret: 'hush-hush', now }
  for (const provider of ['postmark', 'brevo', 'azure'] as const) {
    const isProven = (headers: Record<string, string>, token?: string) =>
      isProvenReport(provider, callOf({}, headers, token), proof)
    const basic = `Basic ${Buffer.from('hook:hush-hush').toString('base64')}`
    assert.equal(isProven({}, 'hush-hush'), true)
    assert.equal(isProven({ authorization: 'Bearer hush-hush' }), true)
    assert.equal(isProven({ authorization: basic }), true)
    for (const wrong of ['', 'Bearer', 'Bearer hush', 'Basic hush-hush', `${basic}x`]) {
      assert.equal(isProven({ authorization: wrong }), wrong === `${basic}x`, wrong)
    }
    assert.equal(isProven({}), false)
    assert.equal(isProvenReport(provider, callOf({}, {}, ''), { secret: '', now }), false)
  }
})

const snsBody = {
  Type: 'Notification',
  MessageId: 'sns-1',
  TopicArn: 'arn:aws:sns:eu-central-1:123456789012:bounces',
  Message: sesMessage('Bounce', mail, { bounceType: 'Permanent' }),
  Timestamp: now.toISOString(),
  SignatureVersion: '2',
  SigningCertURL: `https://sns.eu-central-1.amazonaws.com/SimpleNotificationService-${'a1'.repeat(16)}.pem`,
  Signature: 'AAAA',
}

test('a notification of SNS is proven by a certificate of Amazon', { skip: lacks('openssl') }, async () => {
  const made = await makeCertificate()
  assert.ok(made !== undefined)
  const { Message, MessageId, Timestamp, TopicArn, Type } = snsBody
  const text = Object.entries({ Message, MessageId, Timestamp, TopicArn, Type })
    .map(([name, value]) => `${name}\n${value}\n`)
    .join('')
  const Signature = sign('sha256', Buffer.from(text), made.key).toString('base64')
  const check = (change: object, at = new Date()) => {
    const message = readSns({ ...snsBody, Signature, ...change })
    return message !== undefined && isSignedBySns(message, made.cert, at)
  }
  assert.equal(check({}), true)
  assert.equal(check({ Message: `${Message} ` }), false)
  assert.equal(check({ TopicArn: 'arn:aws:sns:eu-central-1:210987654321:evil' }), false)
  assert.equal(check({ Subject: 'added' }), false)
  assert.equal(check({ SignatureVersion: '1' }), false)
  assert.equal(check({}, new Date('2020-01-01')), false)
})

test('readSns() refuses certificates that are not at Amazon', () => {
  assert.equal(readSns(snsBody)?.topicArn, snsBody.TopicArn)
  const pem = `SimpleNotificationService-${'a1'.repeat(16)}.pem`
  const wrong = [
    `http://sns.eu-central-1.amazonaws.com/${pem}`,
    `https://sns.eu-central-1.amazonaws.com.evil.test/${pem}`,
    `https://evil.test/sns.eu-central-1.amazonaws.com/${pem}`,
    `https://sns.eu-central-1.amazonaws.com@evil.test/${pem}`,
    `https://sns.eu-central-1.amazonaws.com:8443/${pem}`,
    `https://evil.sns.eu-central-1.amazonaws.com/${pem}`,
    `https://s3.amazonaws.com/bucket/${pem}`,
    `https://sns.eu-central-1.amazonaws.com/evil.pem`,
    `https://sns.eu-central-1.amazonaws.com/x/../../${pem}?a=b#c`,
    'x',
    '',
  ]
  for (const SigningCertURL of wrong) assert.equal(readSns({ ...snsBody, SigningCertURL }), undefined, SigningCertURL)
  for (const other of [undefined, null, [], {}, { ...snsBody, Type: 'Other' }, { ...snsBody, Signature: 7n }]) {
    assert.equal(readSns(other), undefined)
  }
  const asked = { ...snsBody, Type: 'SubscriptionConfirmation', Token: 't' }
  const subscribe = 'https://sns.eu-central-1.amazonaws.com/?Action=ConfirmSubscription&Token=t'
  assert.equal(readSns({ ...asked, SubscribeURL: subscribe })?.subscribeUrl, subscribe)
  assert.equal(readSns({ ...asked, SubscribeURL: 'https://127.0.0.1/?Action=ConfirmSubscription' })?.subscribeUrl, null)
})
