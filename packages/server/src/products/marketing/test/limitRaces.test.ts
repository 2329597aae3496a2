import assert from 'node:assert/strict'
import { test } from 'node:test'
import { integration } from '#products/marketing/integration/integration.ts'
import { takeTurn } from '#products/marketing/integration/sendingPace.ts'
import { world, type OneProcess } from '#test/world/world.ts'

/** Statuses of calls that run at once, half of them in another process. */
async function atOnce(
  by: readonly [OneProcess, OneProcess],
  calls: number,
  call: (w: OneProcess, index: number) => Promise<{ status: number }>,
): Promise<number[]> {
  const [w, other] = by
  const replies = await Promise.all(
    Array.from({ length: calls }, (_, index) => call(index % 2 === 0 ? w : other, index)),
  )
  return replies.map(({ status }) => status).toSorted()
}

test('concurrent creates share the last place of an account, of topics and of integrations', async () => {
  await using w = await world()
  const by = [w, await w.beside()] as const
  for (let index = 0; index < 99; index++) await w.call('marketing.topic.create', { key: `k${index}`, name: 'News' })
  const topics = await atOnce(by, 4, (of, index) => {
    return of.send('marketing.topic.create', { key: `more${index}`, name: 'News' })
  })
  assert.deepEqual(topics, [200, 409, 409, 409])
  const draft = { name: 'Postmark', type: 'postmark', secrets: { apiKey: 'x' }, verify: false } as const
  await w.call('marketing.integration.create', draft)
  await w.app.pools.work.query(
    `insert into marketing_integration select r.* from marketing_integration i, generate_series(1, 198) n,
     lateral jsonb_populate_record(i, jsonb_build_object('id', md5(n::text)::uuid)) r`,
  )
  const integrations = await atOnce(by, 4, (of) => of.send('marketing.integration.create', draft))
  assert.deepEqual(integrations, [200, 409, 409, 409])
})

test('concurrent entries of a contact begin as many runs as its automation allows', async () => {
  await using w = await world()
  const by = [w, await w.beside()] as const
  const contactIds = [String((await w.call('marketing.contact.create', { email: 'ada@example.com' })).id)]
  const wait = { nodeId: 'wait', type: 'delay', for: 'P1D' } as const
  const draft = { name: 'Runs', trigger: { type: 'manual' }, nodes: [wait], status: 'active' } as const
  const entries = [
    [{ reEntry: 'never' }, 1],
    [{ reEntry: 'afterExit' }, 1],
    [{ reEntry: 'always', maxActiveRunsPerContact: 3 }, 3],
  ] as const
  for (const [entry, runs] of entries) {
    const automationId = String((await w.call('marketing.automation.create', { ...draft, entry })).id)
    const statuses = await atOnce(by, 6, (of) => of.send('marketing.automation.enrol', { automationId, contactIds }))
    assert.deepEqual(statuses, [200, 200, 200, 200, 200, 200])
    const { stats } = await w.call('marketing.automation.get', { automationId, include: ['stats'] })
    assert.deepEqual([stats?.entered, stats?.active], [runs, runs])
  }
})

test('two processes together send what the limits of an integration and its warm-up allow', async () => {
  await using w = await world()
  const apps = [w.app, (await w.beside()).app]
  const postmark = { name: 'Postmark', type: 'postmark', secrets: { apiKey: 'x' }, verify: false } as const
  const bounds = [
    [{ limits: { perDay: 45 } }, 45],
    [{ limits: { perHour: 30, perDay: 300 } }, 30],
    [{ warmUp: { startPerDay: 50, startsAt: w.clock.now().toISOString() }, limits: { perDay: 1_000 } }, 50],
  ] as const
  for (const [bound, most] of bounds) {
    const { id } = await w.call('marketing.integration.create', { ...postmark, ...bound })
    const turns = apps.flatMap((app) => {
      const ctx = app.operatorCtx(w.account.account, 'test')
      return Array.from({ length: 60 }, async () => takeTurn(ctx, await ctx.store.get(integration, String(id))))
    })
    const waits = await Promise.all(turns)
    assert.equal(waits.filter((until) => until === undefined).length, most, JSON.stringify(bound))
  }
})
