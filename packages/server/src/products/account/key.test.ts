import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'
import { objectOf, world } from '#test/world/world.ts'

test('a key is returned once, works at once, and stops at its revocation', async () => {
  await using w = await world()
  const made = await w.call('account.key.create', { name: 'Reader', kind: 'restricted', scopes: ['account.key:read'] })
  assert.match(String(made.secret), /^fg_rk_live_[0-9A-Za-z]{38}$/)
  const shown = await w.call('account.key.get', { keyId: made.id }, { key: String(made.secret) })
  assert.ok(!('secret' in shown))
  assert.equal(shown.hint, `fg_rk_live_…${String(made.secret).slice(-4)}`)

  await w.call('account.key.revoke', { keyId: made.id })
  const gone = await until(
    () => w.send('account.key.get', { keyId: made.id }, { key: String(made.secret) }),
    ({ status }) => status !== 200,
  )
  assert.equal(objectOf(gone.body['error'])['code'], 'authentication_required')
  assert.deepEqual(
    (await w.emitted()).slice(1).map((fact) => fact.name),
    ['account.key.created', 'account.key.updated', 'account.key.revoked'],
  )
})

test('a key with an unknown scope, an invisible name or an expiry in the past is refused', async () => {
  await using w = await world()
  const draft = { name: 'x', kind: 'restricted', scopes: ['places.place:read'] } as const
  const wrong: [Record<string, unknown>, string][] = [
    [{ scopes: ['places.place:read', 'places.plaec:read'] }, '"/scopes/1"'],
    [{ scopes: ['palces.*:read'] }, '"/scopes/0"'],
    [{ expiresAt: w.clock.now().toISOString() }, '"/expiresAt"'],
    [{ name: ' \u200b ' }, '"/name"'],
    [{ scopes: [], kind: 'public', allowedOrigins: ['https://*.com'] }, '"/allowedOrigins/0"'],
  ]
  for (const [change, mention] of wrong) {
    await w.refused('account.key.create', { ...draft, ...change }, { code: 'invalid_request', mention })
  }
  const made = await w.call('account.key.create', { ...draft, scopes: ['places.*:read', '*.*:write', '*'] })
  const patch = { keyId: made.id, scopes: ['places.plaec:read'] }
  await w.refused('account.key.update', patch, { code: 'invalid_request', mention: '"/scopes/0"' })
  const origins = {
    name: 'Web',
    kind: 'public',
    allowedOrigins: ['https://*.example.com', 'http://localhost:3000'],
  } as const
  await w.call('account.key.create', origins)
})
