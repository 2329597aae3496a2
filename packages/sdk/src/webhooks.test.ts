import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { Webhook } from 'standardwebhooks'
import { verifyWebhook, type WebhookRequest, WebhookVerificationError } from './webhooks.ts'

const key = randomBytes(32)
const secret = `whsec_${key.toString('base64')}`
const payload = '{"type":"places.place.created"}'
const now = new Date(1_700_000_000_000)

function signed(more: Partial<WebhookRequest> = {}): WebhookRequest {
  const timestamp = String(now.getTime() / 1000)
  const mac = createHmac('sha256', key).update(`dlv_1.${timestamp}.${payload}`).digest('base64')
  const headers = { 'webhook-id': 'dlv_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` }
  return { payload, headers, secret, now, ...more }
}

function fails(request: WebhookRequest, reason: string) {
  return assert.rejects(verifyWebhook(request), (error) => {
    assert.ok(error instanceof WebhookVerificationError)
    assert.equal(error.reason, reason)
    return true
  })
}

test('a genuine message gives its id, time and data', async () => {
  const verified = await verifyWebhook(signed())
  assert.deepEqual(verified, { id: 'dlv_1', sentAt: now, data: { type: 'places.place.created' } })
})

test('headers and body may come in any of the usual forms', async () => {
  const { headers } = signed()
  const plain = new Map(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  const forms: WebhookRequest['headers'][] = [
    new Headers([...plain]),
    Object.fromEntries([...plain].map(([name, value]) => [name.toUpperCase(), value])),
    Object.fromEntries([...plain].map(([name, value]) => [name, [value]])),
  ]
  for (const form of forms) assert.equal((await verifyWebhook(signed({ headers: form }))).id, 'dlv_1')
  assert.equal((await verifyWebhook(signed({ payload: new TextEncoder().encode(payload) }))).id, 'dlv_1')
  assert.equal((await verifyWebhook(signed({ secret: ['whsec_AAAA', secret] }))).id, 'dlv_1')
})

test('a message signed by another library verifies', async () => {
  const sentAt = new Date()
  const headers = {
    'webhook-id': 'dlv_2',
    'webhook-timestamp': String(Math.floor(sentAt.getTime() / 1000)),
    'webhook-signature': new Webhook(secret).sign('dlv_2', sentAt, payload),
  }
  assert.equal((await verifyWebhook({ payload, headers, secret })).id, 'dlv_2')
})

test('a message that is changed, old, early, foreign or incomplete is refused with its reason', async () => {
  const { headers } = signed()
  await fails(signed({ payload: `${payload} ` }), 'no_matching_signature')
  await fails(signed({ secret: `whsec_${randomBytes(32).toString('base64')}` }), 'no_matching_signature')
  await fails(signed({ headers: { ...headers, 'webhook-id': 'dlv_9' } }), 'no_matching_signature')
  await fails(signed({ headers: { ...headers, 'webhook-signature': 'v1, v2,x v1,!!! v1' } }), 'no_matching_signature')
  await fails(signed({ headers: { ...headers, 'webhook-timestamp': 'soon' } }), 'malformed_header')
  for (const name of ['webhook-id', 'webhook-timestamp', 'webhook-signature']) {
    await fails(signed({ headers: { ...headers, [name]: undefined } }), 'missing_header')
  }
  await fails(signed({ secret: '' }), 'malformed_secret')
  await fails(signed({ secret: 'whsec_*' }), 'malformed_secret')
  await fails(signed({ secret: [] }), 'malformed_secret')
  await fails(signed({ publicKey: 'whpk_AAAA' }), 'malformed_secret')
})

test('the tolerance is five minutes unless another is given, and its ends count as inside', async () => {
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000)
  await verifyWebhook(signed({ now: after(300) }))
  await verifyWebhook(signed({ now: after(-300) }))
  await fails(signed({ now: after(301) }), 'too_old')
  await fails(signed({ now: after(-301) }), 'too_new')
  await verifyWebhook(signed({ now: after(3_000), toleranceSeconds: 3_600 }))
})

test('a genuine message with a body that is not JSON is refused with that reason', async () => {
  const timestamp = String(now.getTime() / 1000)
  const mac = createHmac('sha256', key).update(`dlv_1.${timestamp}.plain`).digest('base64')
  const headers = { 'webhook-id': 'dlv_1', 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${mac}` }
  await fails(signed({ headers, payload: 'plain' }), 'not_json')
})
