import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { test } from 'node:test'
import { newWebhookSecret, signWebhook } from './sign.ts'
import { hmacHex, isFresh, isSameSecret, isSignedWebhook, readTimedSignature } from './verifySignature.ts'

const now = new Date('2026-11-21T09:00:00.000Z')
const secret = newWebhookSecret()
const payload = '{"attendees":[{"email":"zoë@example.com"}]}'

function message(sentAt: Date, secrets: readonly string[] = [secret]) {
  return { headers: signWebhook({ id: 'msg_1', sentAt, payload }, secrets), body: Buffer.from(payload) }
}

test('a message is accepted when any of its signatures fits the secret', () => {
  assert.ok(isSignedWebhook(message(now), secret, now))
  assert.ok(isSignedWebhook(message(now, [newWebhookSecret(), secret]), secret, now))
})

test('the message of the specification’s example is accepted', () => {
  // The example of the reference implementations of Standard Webhooks 1.0.
  const headers = {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  }
  const given = { headers, body: Buffer.from('{"test": 2432232314}') }
  const then = new Date(1_614_265_330_000)
  assert.ok(isSignedWebhook(given, 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw', then))
})

test('another secret, body, id or timestamp is refused', () => {
  const right = message(now)
  const headers = (more: Record<string, string>) => ({ ...right, headers: { ...right.headers, ...more } })
  const wrong = [
    message(now, [newWebhookSecret()]),
    { ...right, body: Buffer.from(`${payload} `) },
    { ...right, body: Buffer.concat([Buffer.from(payload), Buffer.of(0xff)]) },
    headers({ 'webhook-id': 'msg_2' }),
    headers({ 'webhook-id': 'a.b' }),
    headers({ 'webhook-timestamp': String(now.getTime() / 1000 + 1) }),
    headers({ 'webhook-timestamp': 'soon' }),
    headers({ 'webhook-signature': 'v1,' }),
    { ...right, headers: {} },
  ]
  for (const each of wrong) assert.equal(isSignedWebhook(each, secret, now), false, JSON.stringify(each.headers))
})

test('a message of the last five minutes is accepted, an older or future one is refused', () => {
  const at = (seconds: number) => isSignedWebhook(message(new Date(now.getTime() + seconds * 1000)), secret, now)
  assert.deepEqual([at(-300), at(300), at(-301), at(301)], [true, true, false, false])
  assert.equal(isFresh('', now), false)
})

test('secrets are compared whole, and hexadecimal HMACs are those of RFC 4231', () => {
  assert.ok(isSameSecret('abc', 'abc'))
  assert.ok(!isSameSecret('abc', 'abcd') && !isSameSecret('', 'a'))
  const expected = '5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843'
  assert.equal(hmacHex('Jefe', 'what do ya want ', Buffer.from('for nothing?')), expected)
  assert.equal(createHmac('sha256', 'Jefe').update('what do ya want for nothing?').digest('hex'), expected)
})

test('a header of timestamp and signatures is read, and others are refused', () => {
  assert.deepEqual(readTimedSignature('t=17, v1=ab,v0=cd,v1=ef'), { seconds: '17', signatures: ['ab', 'ef'] })
  for (const header of ['', 't=17', 'v1=ab', 'x']) assert.equal(readTimedSignature(header), undefined)
})
