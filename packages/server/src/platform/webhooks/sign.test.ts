import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook } from '@fairground/sdk/webhooks'
import fc from 'fast-check'
import { Webhook as StandardWebhook } from 'standardwebhooks'
import { Webhook as SvixWebhook } from 'svix'
import { newWebhookKeyPair, newWebhookSecret, signWebhook, webhookPublicKeyOf } from './sign.ts'

const payload = '{"type":"places.place.created","data":{"name":"Café ☕"}}'

function message(text = payload) {
  return { id: 'dlv_01', sentAt: new Date(), payload: text }
}

test('the example of the specification signs to its signature', () => {
  const sentAt = new Date(1_614_265_330_000)
  const headers = signWebhook({ id: 'msg_p5jXN8AQM9LWM0D4loKWxJek', sentAt, payload: '{"test": 2432232314}' }, [
    'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  ])
  assert.deepEqual(headers, {
    'webhook-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  })
})

test('two independent libraries verify our signatures, and refuse a changed message', () => {
  const secret = newWebhookSecret()
  const headers = signWebhook(message(), [secret])
  for (const library of [new StandardWebhook(secret), new SvixWebhook(secret)]) {
    assert.doesNotThrow(() => library.verify(payload, headers))
    assert.throws(() => library.verify(`${payload} `, headers))
    assert.throws(() => library.verify(payload, { ...headers, 'webhook-id': 'dlv_02' }))
  }
})

test('receivers with the old and with the new secret both verify during a rotation', async () => {
  const [old, fresh] = [newWebhookSecret(), newWebhookSecret()]
  const { secretKey, publicKey } = newWebhookKeyPair()
  const headers = signWebhook(message(), [fresh, old, secretKey])
  assert.match(headers['webhook-signature'], /^v1,\S+ v1,\S+ v1a,\S+$/)
  for (const secret of [old, fresh]) {
    assert.deepEqual(new StandardWebhook(secret).verify(payload, headers), JSON.parse(payload))
    assert.equal((await verifyWebhook({ payload, headers, secret })).id, 'dlv_01')
  }
  assert.deepEqual((await verifyWebhook({ payload, headers, publicKey })).data, JSON.parse(payload))
})

test('an Ed25519 signature verifies by the public key alone, from a whole key or its seed', () => {
  const { secretKey, publicKey } = newWebhookKeyPair()
  const seed = `whsk_${Buffer.from(secretKey.slice(5), 'base64').subarray(0, 32).toString('base64')}`
  assert.equal(webhookPublicKeyOf(secretKey), publicKey)
  assert.equal(webhookPublicKeyOf(seed), publicKey)
  const headers = signWebhook(message(), [seed])
  const x = Buffer.from(publicKey.slice(5), 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const content = Buffer.from(`dlv_01.${headers['webhook-timestamp']}.${payload}`)
  const signature = Buffer.from(headers['webhook-signature'].slice('v1a,'.length), 'base64')
  assert.equal(verify(null, content, key, signature), true)
})

test('a library verifies the signature of every text', async () => {
  const secret = newWebhookSecret()
  const library = new StandardWebhook(secret)
  await fc.assert(
    fc.asyncProperty(fc.json(), async (text) => {
      const headers = signWebhook(message(text), [secret])
      assert.deepEqual(library.verify(text, headers), JSON.parse(text))
      assert.deepEqual((await verifyWebhook({ payload: text, headers, secret })).data, JSON.parse(text))
    }),
    { numRuns: 50 },
  )
})

test('bad secrets and ids are refused, without repeating the secret', () => {
  const short = `whsec_${Buffer.alloc(23).toString('base64')}`
  for (const secret of ['', 'whsec_', 'whsec_!!!!', 'geheim', short, 'whsk_AAAA']) {
    assert.throws(
      () => signWebhook(message(), [secret]),
      (error) => !String(error).includes(secret || '\0'),
    )
  }
  assert.throws(() => signWebhook(message(), []))
  assert.throws(() => signWebhook({ ...message(), id: 'a.b' }, [newWebhookSecret()]))
})
