import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { world } from '#test/world/world.ts'
import { openWebhookEndpoints } from './webhookTargets.ts'

test('a target has both secrets during an overlap, and is removed with its endpoint', async () => {
  await using w = await world()
  const endpoints = openWebhookEndpoints(w.app.kernel)
  const url = 'https://example.com/hooks'
  const made = await w.call('account.webhookEndpoint.create', { url, facts: ['places.*'] })
  const { accountId, uuid } = parseId('whe', String(made.id)) ?? { accountId: 0, uuid: '' }
  assert.deepEqual(await endpoints.findTarget(accountId, uuid), { url, secrets: [made.secret] })
  const id = { webhookEndpointId: made.id }
  const rotated = await w.call('account.webhookEndpoint.rotateSecret', { ...id, overlapSeconds: 60 })
  const secrets = [rotated.secret, made.secret]
  assert.deepEqual(await endpoints.findTarget(accountId, uuid), { url, secrets })
  w.clock.advance(60_000)
  assert.deepEqual(await endpoints.findTarget(accountId, uuid), { url, secrets: [rotated.secret] })
  const enabled = await endpoints.listEnabled([accountId])
  assert.deepEqual(
    enabled.map((each) => [each.id, each.facts]),
    [[made.id, ['places.*']]],
  )
  await endpoints.disableGone(accountId, uuid)
  await endpoints.disableGone(accountId, uuid)
  assert.equal(await endpoints.findTarget(accountId, uuid), undefined)
  assert.deepEqual(await endpoints.listEnabled([accountId]), [])
  assert.equal((await w.emitted('account.webhookEndpoint.disabled')).length, 1)
})
