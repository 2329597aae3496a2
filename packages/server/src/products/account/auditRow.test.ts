import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { eraseChanges } from '#platform/audit/sealAudit.ts'
import { openCall } from '#platform/call/callContext.ts'
import { transaction } from '#platform/db/pools.ts'
import { place } from '#products/places/place/place.ts'
import { world } from '#test/world/world.ts'
import { refuseWider } from './key.ts'

test('audit rows are listed newest first, by target and by time, with secrets masked', async () => {
  await using w = await world()
  const made = await w.call('account.webhookEndpoint.create', { url: 'https://example.com/a' })
  w.clock.advance(60_000)
  await w.call('account.webhookEndpoint.update', { webhookEndpointId: made.id, description: 'B' })
  await w.call('account.webhookEndpoint.rotateSecret', { webhookEndpointId: made.id })
  const page = await w.call('account.audit.all', { target: made.id })
  const items = page.items
  assert.deepEqual(
    items.map((each) => each.action),
    ['account.webhookEndpoint.updated', 'account.webhookEndpoint.updated', 'account.webhookEndpoint.created'],
  )
  assert.equal(Object(items[0]?.changes).sealedSecret, 'changed')
  assert.deepEqual(items[1]?.changes, { description: [null, 'B'] })
  assert.equal(Object(items[2]?.changes).sealedSecret, 'set')
  assert.match(String(items[0]?.actor), /^key_/)
  const early = await w.call('account.audit.all', { target: made.id, to: '2026-11-21T09:00:30Z' })
  assert.equal(early.items.length, 1)
})

test('an audit row has the title of its target only for a key with the read scope of the target', async () => {
  await using w = await world()
  const { id: target, name } = await w.call('places.place.create', await w.example('places.place.create'))
  const titleFor = async (...scopes: string[]) => {
    const key = await w.key({ kind: 'restricted', scopes: ['account.audit:read', ...scopes] })
    return (await w.call('account.audit.all', { target }, { key })).items[0]?.targetTitle
  }
  assert.equal(await titleFor('livestream.*:read'), null)
  assert.equal(await titleFor('places.place:read'), name)
  assert.equal((await w.call('account.audit.all', { target })).items[0]?.targetTitle, name)
})

test('verification passes for an untouched log, and names a changed row', async () => {
  await using w = await world()
  const made = await w.call('account.webhookEndpoint.create', { url: 'https://example.com/a' })
  w.clock.advance(60_000)
  await w.settle()
  const whole = await w.call('account.audit.verify')
  assert.deepEqual([whole.ok, whole.unsealed], [true, 0])
  assert.equal(Object(whole.head).sequence, 1)
  await w.app.pools.work.query("update account_audit set actor = 'key_other' where target = $1", [made.id])
  const broken = await w.call('account.audit.verify')
  assert.equal(broken.ok, false)
  const [row] = (await w.call('account.audit.all', { target: made.id })).items
  assert.equal(broken.brokenAt, row?.id)
})

test('an audit row names the person who made a change, and the log verifies before and after its erasure', async () => {
  await using w = await world()
  const made = await w.call('places.place.create', await w.example('places.place.create'))
  const { ctx, finish } = openCall(w.app.kernel, {
    account: w.account.account,
    actor: { kind: 'person', id: 'per_0mc5', credential: 'session', scopes: ['places.*:*', 'account.key:*'] },
    requestId: 'req_person',
    cause: 'places.place.update',
    emits: place.facts.updated === undefined ? [] : [place.facts.updated],
  })
  await ctx.store.update(place, String(made.id), { patch: { name: 'Harbour hall' } })
  await finish()
  const [row] = (await w.call('account.audit.all', { target: made.id })).items
  assert.deepEqual([row?.actor, row?.action, row?.requestId], ['per_0mc5', 'places.place.updated', 'req_person'])
  w.clock.advance(60_000)
  await w.settle()
  assert.equal((await w.call('account.audit.verify')).ok, true)
  const { id } = w.account.account
  const uuid = parseId('aud', String(row?.id))?.uuid ?? ''
  await transaction(w.app.pools, (db) => eraseChanges(db, id, [uuid]))
  const [erased] = (await w.call('account.audit.all', { target: made.id })).items
  assert.deepEqual([erased?.actor, erased?.changes], ['per_0mc5', null])
  assert.equal((await w.call('account.audit.verify')).ok, true)
  assert.doesNotThrow(() => refuseWider(ctx, 'restricted', ['places.place:read']))
  for (const [kind, scopes] of [
    ['secret', []],
    ['restricted', ['livestream.stream:write']],
  ] as const) {
    assert.throws(() => refuseWider(ctx, kind, scopes), { reason: 'scope_exceeded' })
  }
})
