import assert from 'node:assert/strict'
import { createPublicKey, verify } from 'node:crypto'
import { test } from 'node:test'
import { receiver } from '#test/world/receiver.ts'
import { world } from '#test/world/world.ts'

const url = 'https://example.com/hooks'

test('a secret is in one response, and neither in other responses nor in that of a repeated create', async () => {
  await using w = await world()
  const input = { url, facts: ['places.*'], clientReference: 'mine', description: 'The warehouse' }
  const made = await w.call('account.webhookEndpoint.create', input)
  assert.match(String(made.secret), /^whsec_[A-Za-z0-9+/]{43}=$/)
  assert.deepEqual([made.status, made.created, made.signature, made.publicKey], ['enabled', true, 'hmac', null])
  const again = await w.call('account.webhookEndpoint.create', input)
  assert.deepEqual([again.id, again.created, again.secret], [made.id, false, undefined])
  const found = await w.call('account.webhookEndpoint.get', { webhookEndpointId: made.id })
  assert.equal(JSON.stringify(found).includes('ecret":"'), false)
  const bare = String(made.secret).slice(6)
  const tables = ['account_webhook_endpoint', 'account_outbox', 'account_audit']
  for (const table of tables) {
    const { rows } = await w.app.pools.work.query(`select * from ${table}`)
    assert.ok(rows.length > 0)
    assert.equal(JSON.stringify(rows).includes(bare), false, table)
  }
  const [fact] = await w.emitted('account.webhookEndpoint.created')
  assert.deepEqual([fact?.subject, fact?.payload['url']], [made.id, url])
  assert.equal(
    Object.keys(fact?.payload ?? {}).some((name) => name.startsWith('sealed')),
    false,
  )
})

test('an ed25519 endpoint returns its public key, never the private one, and signatures verify with it', async () => {
  await using w = await world()
  await using at = await receiver()
  const made = await w.call('account.webhookEndpoint.create', { url: at.url, signature: 'ed25519' })
  const rotated = await w.call('account.webhookEndpoint.rotateSecret', { webhookEndpointId: made.id })
  for (const response of [made, rotated]) {
    assert.match(String(response.publicKey), /^whpk_/)
    assert.equal(response.secret, undefined)
    assert.doesNotMatch(JSON.stringify(response), /whsk_|whsec_/)
  }
  const key = Buffer.from(String(made.publicKey).replace('whpk_', ''), 'base64')
  assert.equal(key.length, 32)
  await w.call('account.webhookEndpoint.test', { webhookEndpointId: made.id })
  await w.settle()
  const seen = at.received.find((each) => each.body['type'] === 'account.webhookEndpoint.tested')
  const signed = `${seen?.headers['webhook-id']}.${seen?.headers['webhook-timestamp']}.${seen?.text}`
  // The new key signs first; the previous one signs as well until the overlap ends.
  const [, before] = String(seen?.headers['webhook-signature']).split(' ')
  const [version, signature] = String(before).split(',')
  const der = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), key])
  const publicKey = createPublicKey({ key: der, format: 'der', type: 'spki' })
  assert.equal(version, 'v1a')
  assert.equal(verify(null, Buffer.from(signed), publicKey, Buffer.from(String(signature), 'base64')), true)
})

test('a test is delivered to its own endpoint alone, whatever its filter, with a visible delivery', async () => {
  await using w = await world()
  await using mine = await receiver()
  await using other = await receiver()
  const made = await w.call('account.webhookEndpoint.create', { url: mine.url, facts: ['places.*'] })
  await w.call('account.webhookEndpoint.create', { url: other.url, facts: ['account.webhookEndpoint.*', 'places.*'] })
  await w.settle()
  other.received.length = 0
  const tested = await w.call('account.webhookEndpoint.test', { webhookEndpointId: made.id })
  await w.settle()
  assert.deepEqual(
    mine.received.map((each) => each.body['id']),
    [tested.factId],
  )
  assert.equal(other.received.length, 0)
  const page = await w.call('account.delivery.all', { factId: tested.factId })
  assert.deepEqual(
    page.items.map((each) => each.status),
    ['delivered'],
  )
  await w.call('account.webhookEndpoint.update', { webhookEndpointId: made.id, action: 'disable' })
  await w.refused(
    'account.webhookEndpoint.test',
    { webhookEndpointId: made.id },
    { code: 'conflict', mention: 'invalid_transition' },
  )
})

test('unusable addresses and filters are refused by field', async () => {
  await using w = await world()
  const create = 'account.webhookEndpoint.create'
  for (const wrong of [
    'ftp://example.com',
    'https://user:pass@example.com/',
    'https://example.com:25/',
    'example.com',
  ]) {
    await w.refused(create, { url: wrong }, { code: 'invalid_request', mention: '/url' })
  }
  await w.refused(create, { url, facts: [] }, { code: 'invalid_request', mention: '/facts' })
  await w.refused(create, { url, facts: ['a.b.c.d'] }, { code: 'invalid_request', mention: '/facts/0' })
  await w.refused(create, { url, facts: ['Places*'] }, { code: 'invalid_request', mention: '/facts/0' })
  await w.refused(create, { url, sealedSecret: 'x' }, { code: 'invalid_request', mention: '/sealedSecret' })
  const made = await w.call(create, { url })
  const update = { webhookEndpointId: made.id, signature: 'ed25519' }
  await w.refused('account.webhookEndpoint.update', update, { code: 'invalid_request', mention: '/signature' })
  await w.refused('account.webhookEndpoint.update', { webhookEndpointId: made.id, action: 'enable' }, 'conflict')
})

test('a deleted endpoint gets no more deliveries, not even pending ones', async () => {
  await using w = await world()
  await using at = await receiver()
  w.clock.advance(1)
  const made = await w.call('account.webhookEndpoint.create', { url: at.url, facts: ['account.key.*'] })
  await w.settle()
  at.answer = () => 500
  await w.key({ kind: 'secret' })
  await w.settle()
  assert.equal(at.received.length, 1)
  await w.call('account.webhookEndpoint.delete', { webhookEndpointId: made.id })
  w.clock.advance(60_000)
  await w.settle()
  assert.equal(at.received.length, 1)
  const page = await w.call('account.delivery.all', { webhookEndpointId: made.id })
  assert.deepEqual(
    page.items.map((each) => each.status),
    ['exhausted'],
  )
})

test('rotation without overlap ends the old secret at once, and a new public key comes with a new pair', async () => {
  await using w = await world()
  const made = await w.call('account.webhookEndpoint.create', { url, signature: 'ed25519' })
  const id = { webhookEndpointId: made.id }
  const first = await w.call('account.webhookEndpoint.rotateSecret', { ...id, overlapSeconds: 0 })
  assert.equal(first.previousSecretUntil, null)
  assert.notEqual(first.publicKey, made.publicKey)
  const second = await w.call('account.webhookEndpoint.rotateSecret', id)
  assert.equal(second.previousSecretUntil, '2026-11-22T09:00:00.000Z')
})

test('a filter without a matching public fact is refused', async () => {
  await using w = await world()
  const wrong = { url: 'https://example.com', facts: ['places.*', 'palces.*'] }
  await w.refused('account.webhookEndpoint.create', wrong, { code: 'invalid_request', mention: '"/facts/1"' })
  const made = await w.call('account.webhookEndpoint.create', { url: 'https://example.com', facts: ['*.*.deleted'] })
  const patch = { webhookEndpointId: made.id, facts: ['places.place.vanished'] }
  await w.refused('account.webhookEndpoint.update', patch, { code: 'invalid_request', mention: '"/facts/0"' })
})
