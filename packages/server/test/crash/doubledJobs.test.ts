import assert from 'node:assert/strict'
import { test } from 'node:test'
import { receiver, type Receiver } from '#test/world/receiver.ts'
import { objectOf, world, type World } from '#test/world/world.ts'

const dayMs = 86_400_000
const inline = { subject: 'Hello', format: 'markdown', body: 'Good to have you.' } as const

/** Has each job run once more after its commit, as one whose process dies before it writes the end of the job. */
async function doubleJobs(w: World): Promise<void> {
  await w.app.pools.work.query(
    `create function once_more() returns trigger language plpgsql as $$ begin
       if new.status = 'done' and old.attempts = 1 then
         new.status := 'queued'; new.payload := old.payload; new.finished_at := null; new.run_at := old.run_at;
       end if;
       return new; end $$;
     create trigger once_more before update on ops_job for each row execute function once_more()`,
  )
}

/** Segments, scores, runs, a sequence and a hook, for contacts to come. */
async function prepare(w: World, { url }: Receiver): Promise<{ segmentId: string; automationId: string }> {
  await w.call('account.webhookEndpoint.create', {
    url,
    facts: ['marketing.contact.*', 'marketing.campaign.*', 'marketing.automation.*'],
  })
  const rules = [
    { ruleId: 'vip', name: 'VIP', score: 'fit', when: { field: 'tags', is: 'any', value: ['vip'] }, points: 7 },
    { ruleId: 'order', name: 'Order', score: 'engagement', when: { event: 'order_placed' }, points: 30 },
  ] as const
  await w.call('marketing.leadScore.update', { model: { rules } })
  const filter = { field: 'tags', is: 'any', value: ['vip'] } as const
  const { id: segmentId } = await w.call('marketing.segment.create', { name: 'VIP', filter })
  const hook = { name: 'Hook', type: 'outboundWebhook', config: { url } } as const
  const { id: integrationId } = await w.call('marketing.integration.create', hook)
  const { id: automationId } = await w.call('marketing.automation.create', {
    ...{ name: 'Welcome', status: 'active', trigger: { type: 'segmentEntered', segmentId: String(segmentId) } },
    nodes: [
      { nodeId: 'mail', type: 'sendEmail', inline, next: 'call' },
      {
        nodeId: 'call',
        type: 'sendWebhook',
        integrationId: String(integrationId),
        bodyTemplate: '{"a": "{{ contact.id }}"}',
        next: 'tag',
      },
      { nodeId: 'tag', type: 'updateContact', addTags: ['welcomed'], next: 'score' },
      { nodeId: 'score', type: 'addScore', points: 3, reason: 'Welcomed', score: 'fit', next: 'wait' },
      { nodeId: 'wait', type: 'delay', for: 'P1D', next: 'last' },
      { nodeId: 'last', type: 'sendEmail', inline: { ...inline, subject: 'A day later' } },
    ],
  })
  const steps = [
    { stepId: 'one', delay: 'PT0S', inline },
    { stepId: 'two', delay: 'P2D', inline },
  ] as const
  await w.call('marketing.emailSequence.create', { name: 'Steps', steps, enrol: { segmentId: String(segmentId) } })
  await w.settle()
  return { segmentId: String(segmentId), automationId: String(automationId) }
}

/** Contacts by a file and by hand, events, a test of variants, a recompute, a change of a filter, and erasures. */
async function play(w: World, url: Receiver): Promise<void> {
  const { segmentId } = await prepare(w, url)
  const mapping = [
    { columnName: 'email', field: 'email' },
    { columnName: 'tags', field: 'tags' },
  ] as const
  const made = await w.call('marketing.contact.import', { mapping, consent: { source: 'Form' }, tags: ['news'] })
  const { pathname, search } = new URL(String(objectOf(made['upload'])['url']))
  const people = Array.from({ length: 20 }, (_, n) => `p${n}@example.com,${n % 4 === 0 ? 'vip' : 'guest'}`)
  const payload = `email,tags\n${people.join('\n')}\n`
  await w.app.server.inject({ method: 'PUT', url: `${pathname}${search}`, payload })
  await w.settle()
  await w.call('marketing.contact.create', { email: 'pending@example.com', status: 'pending' })
  // No member of the audience: chance decides whether the mail of one leaves with the sample, before the erasure.
  const { id: erased } = await w.call('marketing.contact.create', { email: 'erased@example.com', tags: ['vip'] })
  const events = Array.from({ length: 6 }, (_, n) => ({ email: `p${n}@example.com`, name: 'order_placed' }))
  const last = { contactId: String(erased), name: 'order_placed' }
  await w.call('marketing.event.track', { events: [...events, last] })
  await w.settle()
  const variants = [
    { name: 'Plain', weight: 1 },
    { name: 'Bold', weight: 2, body: 'Bold' },
  ]
  await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, subject: 'News', format: 'markdown', body: 'Hello' },
    ...{ variants, abTest: { samplePercent: 50, metric: 'clicks', decideAfter: 'PT4H' }, status: 'sending' },
  })
  await w.settle()
  await w.call('marketing.contact.delete', { contactId: String(erased), mode: 'erase' })
  const rules = [{ ruleId: 'order', name: 'Order', score: 'fit', when: { event: 'order_placed' }, points: 50 }] as const
  await w.call('marketing.leadScore.update', { model: { rules }, recompute: 'full' })
  const filter = { field: 'tags', is: 'any', value: ['guest', 'welcomed'] } as const
  await w.call('marketing.segment.update', { segmentId, filter })
  for (let half = 0; half < 5; half += 1) {
    w.clock.advance(dayMs / 2)
    await w.settle()
  }
}

/** Numbers of rows of all tables, and what stands in those that matter most. Facts that name a batch are left out. */
async function outcome(w: World, { received }: Receiver) {
  const query = async (sql: string) => (await w.app.pools.work.query(sql)).rows
  const tables = await query(
    `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
       and not relispartition and relname ~ '^marketing_' and relname !~ '_count$' order by relname`,
  )
  const counts: Record<string, unknown> = {}
  for (const { relname } of tables) counts[relname] = (await query(`select from ${relname}`)).length
  return {
    counts,
    facts: await query(
      `select name, count(*) from account_outbox where kind = 'fact'
         and name !~ '(occurred|changed|message[.]sent|contactEntered|contactExited)$' group by 1 order by 1`,
    ),
    messages: await query(
      `select channel, state, node_id, count(*), count(variant) as variants from marketing_message
       group by 1, 2, 3 order by 1, 2, 3`,
    ),
    mails: await query(
      'select subject, count(*), count(distinct to_address) as people from account_mail group by 1 order by 1',
    ),
    events: await query('select name, count(*) from marketing_event group by 1 order by 1'),
    points: await query('select rule_id, sum(points), count(*) from marketing_score_entry group by 1 order by 1'),
    recomputed: await query('select version, recomputed from marketing_score_model order by 1'),
    imported: await query('select status, row_count, created_count, updated_count from marketing_contact_import'),
    members: await query('select sum(members) from marketing_segment_count'),
    runs: await query('select status, reason, count(*) from marketing_automation_run group by 1, 2 order by 1, 2'),
    passages: await query(
      'select node_id, kind, sum(count) from marketing_automation_count group by 1, 2 order by 1, 2',
    ),
    calls: new Set(received.map(({ headers }) => headers['webhook-id'])).size,
  }
}

async function played(runs: 1 | 2) {
  await using hook = await receiver()
  await using w = await world()
  if (runs === 2) await doubleJobs(w)
  await play(w, hook)
  const { rows } = await w.app.pools.work.query(
    `select name, status, attempts, last_error from ops_job
     where status not in ('planned', 'waiting') and (status <> 'done' or attempts <> $1) and run_at <= $2`,
    [runs, w.clock.now()],
  )
  assert.deepEqual(rows, [])
  return await outcome(w, hook)
}

test('each job of marketing that runs twice has its effects once', async () => {
  const [once, twice] = await Promise.all([played(1), played(2)])
  assert.deepEqual(twice, once)
})
