import assert from 'node:assert/strict'
import { test } from 'node:test'
import { factory, light } from '#test/world/factory.ts'
import { world } from '#test/world/world.ts'
import { attemptsMax } from '#platform/tasks/jobBackOff.ts'

test('a dead job is listed with its error, without secrets, and runs again once its cause is mended', async () => {
  const f = factory()
  f.onLit = () => {
    throw new Error('the lamp refused the password: fg_sk_live_0123456789abcdef')
  }
  await using w = await world({ products: f.products })
  const [factId] = await light(w, [1], { subject: () => 'lamp 1' })
  for (let attempt = 0; attempt < attemptsMax; attempt++) {
    await w.settle()
    w.clock.advance(24 * 3_600_000)
  }
  const { items } = await w.call('account.job.all')
  assert.equal(items.length, 1)
  const [job] = items
  assert.ok(job !== undefined)
  assert.deepEqual(
    [job.status, job.kind, job.name, job.factId, job.subject, job.attemptCount],
    ['dead', 'reaction', 'factory.eye.see', factId, 'lamp 1', attemptsMax],
  )
  assert.match(String(job.lastError), /^the lamp refused/)
  assert.doesNotMatch(String(job.lastError), /0123456789abcdef/)
  const other = await w.another()
  assert.deepEqual((await w.call('account.job.all', {}, { key: other.secretKey })).items, [])
  await w.refused('account.job.runAgain', { jobId: job.id }, { code: 'not_found', key: other.secretKey })
  f.onLit = () => {}
  assert.equal((await w.call('account.job.runAgain', { jobId: job.id })).status, 'queued')
  await w.settle()
  assert.equal((await w.call('account.job.get', { jobId: job.id })).status, 'done')
  assert.deepEqual((await w.call('account.job.all')).items, [])
  assert.equal((await w.emitted('factory.lamp.seen')).length, 1)
  await w.refused('account.job.runAgain', { jobId: job.id }, { code: 'conflict', mention: 'job_not_dead' })
  const audit = await w.call('account.audit.all', { target: job.id })
  assert.deepEqual(
    audit.items.map(({ action }) => action),
    ['account.job.queued'],
  )
})
