import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownSitesPort } from '#kit/call/ownSites.ts'
import { world } from '#test/world/world.ts'

test('sites of an account are the origins of its public keys, and of no other account', async () => {
  await using w = await world()
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const has = (origin: string) => ctx.port(ownSitesPort).has(ctx, origin)
  assert.equal(await has('https://own.example'), false)
  await w.key({ kind: 'public', allowedOrigins: ['https://own.example', 'https://*.club.example'] })
  assert.deepEqual(
    await Promise.all(['https://own.example', 'https://a.club.example', 'https://club.example'].map(has)),
    [true, true, false],
  )
  const other = await w.another()
  const theirs = w.app.operatorCtx(other.account, 'test')
  assert.equal(await theirs.port(ownSitesPort).has(theirs, 'https://own.example'), false)
})
