import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { isThorough } from '#test/world/thorough.ts'
import { weightedIndex } from './stableHash.ts'
import { fireBatch } from './timerBatch.ts'

const inline = { subject: 'Hello', format: 'markdown', body: 'Good to have you.' } as const

async function contactsOf(w: World, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let made = 0; made < count; made++) {
    ids.push(String((await w.call('marketing.contact.create', { email: `c${made}@example.com` })).id))
  }
  return ids
}

/** Makes the transaction of every seventh step fail at its commit, after all of its writes. */
async function failCommits(w: World): Promise<void> {
  const sql = [
    'create sequence planted_commit',
    `create function planted_failure() returns trigger language plpgsql as $$
     begin if nextval('planted_commit') % 7 = 0 then raise exception 'planted'; end if; return null; end $$`,
    `create constraint trigger planted after insert on marketing_automation_step deferrable initially deferred
     for each row execute function planted_failure()`,
  ]
  for (const each of sql) await w.app.pools.work.query(each)
}

test('thirty days of runs whose commits fail at every step have each effect once', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.automation.create', {
    name: 'Daily',
    status: 'active',
    trigger: { type: 'manual' },
    nodes: [
      { nodeId: 'mail', type: 'sendEmail', inline, next: 'score' },
      { nodeId: 'score', type: 'addScore', points: 1, reason: 'A day', score: 'fit', next: 'day' },
      { nodeId: 'day', type: 'delay', for: 'P1D', next: 'again' },
      { nodeId: 'again', type: 'goTo', next: 'mail' },
    ],
  })
  const contactIds = await contactsOf(w, 4)
  await w.call('marketing.automation.enrol', { automationId: String(id), contactIds })
  await failCommits(w)
  const ctx = w.app.operatorCtx(w.account.account, 'durability')
  const ends = w.clock.now().getTime() + (isThorough ? 90 : 30) * 86_400_000
  while (w.clock.now().getTime() < ends) {
    while ((await fireBatch(ctx)) > 0);
    const { rows } = await w.app.pools.work.query('select min(due_at) as at from marketing_timer')
    assert.ok(rows[0].at, 'a run has failed for good')
    w.clock.set(new Date(rows[0].at).toISOString())
  }
  const count = async (sql: string) => (await w.app.pools.work.query(sql)).rows
  const [steps] = await count(
    `select count(*)::integer as steps, (count(*) filter (where node_id = 'mail'))::integer as mails,
       (count(*) filter (where node_id = 'score'))::integer as scores from marketing_automation_step`,
  )
  const [messages] = await count(
    `select count(*)::integer as found, count(distinct key)::integer as keys
     from marketing_message`,
  )
  const [entries] = await count(`select sum(points)::integer as points from marketing_score_entry`)
  const runs = await count(
    `select status, iteration,
       (select count(*)::integer from marketing_automation_step s where s.run_id = r.id) as steps
     from marketing_automation_run r`,
  )
  assert.ok(steps.mails >= 4 * 25, `${steps.mails} mails`)
  assert.deepEqual([messages.found, messages.keys, entries.points], [steps.mails, steps.mails, steps.scores])
  for (const run of runs) assert.deepEqual([run.status, run.iteration], ['active', run.steps], 'no step is left out')
  const [failed] = await count(`select last_value::integer as tries from planted_commit`)
  assert.ok(failed.tries > steps.steps, 'commits have failed')
})

test('runs of a batch that change contacts alike emit one fact, and score each contact once', async () => {
  await using w = await world()
  const contactIds = await contactsOf(w, 5)
  const made = await w.call('marketing.automation.create', {
    name: 'Mark',
    status: 'active',
    trigger: { type: 'manual' },
    nodes: [
      { nodeId: 'mark', type: 'updateContact', addTags: ['marked'], set: { 'attributes.seen': true }, next: 'score' },
      { nodeId: 'score', type: 'addScore', points: 3, reason: 'Marked', score: 'fit' },
    ],
  })
  await w.call('marketing.automation.enrol', { automationId: String(made.id), contactIds })
  await w.settle()
  const facts = (await w.emitted('marketing.contact.changed')).map(({ payload }) => payload)
  const marks = facts.filter(({ fields }) => Array.isArray(fields) && fields.includes('tags'))
  assert.deepEqual(
    marks.map((each) => [[each['contactIds']].flat().toSorted(), each['fields']]),
    [[contactIds.toSorted(), ['attributes', 'tags', 'attributes.seen']]],
  )
  for (const contactId of contactIds) {
    const { tags } = await w.call('marketing.contact.get', { contactId })
    const { fit } = await w.call('marketing.leadScore.get', { contactId })
    assert.deepEqual([tags, fit], [['marked'], 3])
  }
})

test('a run whose step fails five times has failed, and most failing stop the automation', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.automation.create', {
    name: 'Breaks',
    status: 'active',
    trigger: { type: 'manual' },
    nodes: [{ nodeId: 'mail', type: 'sendEmail', inline }],
  })
  const automationId = String(id)
  await w.app.pools.work.query('alter table marketing_message add constraint planted check (node_id is null) not valid')
  await w.call('marketing.automation.enrol', { automationId, contactIds: await contactsOf(w, 52) })
  const ctx = w.app.operatorCtx(w.account.account, 'durability')
  for (let attempt = 0; attempt < 5; attempt++) {
    await fireBatch(ctx)
    w.clock.advance(3 * 3_600_000)
  }
  const { rows } = await w.app.pools.work.query(
    `select status, reason, count(*)::integer as runs
     from marketing_automation_run group by 1, 2`,
  )
  assert.deepEqual(rows, [{ status: 'failed', reason: 'step_failed', runs: 52 }])
  const read = await w.call('marketing.automation.get', { automationId })
  assert.equal(read.status, 'error')
  assert.match(String(read.error), /of the last \d+ runs failed/)
  assert.equal((await w.app.pools.work.query('select 1 from marketing_timer')).rowCount, 0)
  await w.settle()
  assert.equal((await w.emitted('marketing.automationRun.failed')).length, 52)
})

test('a split gives each way its share, and a contact the same way each time', () => {
  const found = [0, 0, 0]
  for (let contact = 0; contact < 10_000; contact++) {
    const index = weightedIndex([50, 30, 20], `aut node ${contact}`)
    assert.equal(weightedIndex([50, 30, 20], `aut node ${contact}`), index)
    found[index] = (found[index] ?? 0) + 1
  }
  for (const [index, share] of [5_000, 3_000, 2_000].entries()) {
    assert.ok(Math.abs((found[index] ?? 0) - share) < 250, String(found))
  }
})
