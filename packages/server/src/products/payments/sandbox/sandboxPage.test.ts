import assert from 'node:assert/strict'
import { test } from 'node:test'
import { arrive, linkOf, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'

test('the page of the sandbox takes a card without scripts, shows the extra step, returns the payer', async () => {
  await using w = await world()
  const started = await startOf(w, await linkOf(w))
  const path = new URL(started.redirectUrl ?? '').pathname
  const page = await w.app.server.inject({ method: 'GET', url: path })
  assert.ok(page.statusCode === 200 && page.body.includes('25.00'), page.body)
  const declined = await submit(w, path, 'card=4000000000000002')
  assert.equal(declined.statusCode, 409)
  assert.ok(declined.body.includes('role="alert"'), declined.body)
  const stepped = await submit(w, path, 'card=4000002500003155')
  assert.deepEqual([stepped.statusCode, stepped.headers.location], [303, path])
  assert.ok((await w.app.server.inject({ method: 'GET', url: path })).body.includes('value="approve"'))
  const approved = await submit(w, path, 'decision=approve')
  const { pathname, search } = new URL(started.returnUrl)
  assert.deepEqual([approved.statusCode, approved.headers.location], [303, pathname + search])
  await arrive(w)
  assert.equal((await paymentOf(w, started.id)).status, 'succeeded')
})

function submit(w: World, url: string, payload: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return w.app.server.inject({ method: 'POST', url, headers, payload })
}
