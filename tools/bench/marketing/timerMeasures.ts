import type pg from 'pg'
import type { App } from '#app/app.ts'
import type { FoundedAccount } from '#app/founding.ts'
import { encodeId } from '#kit/values/ids.ts'
import { fireBatch } from '#products/marketing/automation/timerBatch.ts'
import type { Line } from '#tools/bench/report.ts'

export type TimerBench = { app: App; client: pg.Client; founded: FoundedAccount; count: number }

const enrolledAtOnce = 1_000
/** 100,000 timers within a minute. */
const timersPerSecond = Math.ceil(100_000 / 60)

/** Runs that wait since an hour, as after an outage: each adds to a score and ends. */
export async function measureTimers({ app, client, founded, count }: TimerBench): Promise<Line> {
  const { account, secretKey } = founded
  const call = async (path: string, payload: object) => {
    const request = { method: 'POST', url: `/api/marketing/automation/${path}`, payload } as const
    const response = await app.server.inject({ ...request, headers: { 'x-service-api-key': secretKey } })
    if (response.statusCode !== 200) throw new Error(response.body)
    return response.json().data
  }
  const { id: automationId } = await call('create', {
    name: 'An hour later',
    status: 'active',
    trigger: { type: 'manual' },
    nodes: [
      { nodeId: 'wait', type: 'delay', for: 'PT1H', next: 'score' },
      { nodeId: 'score', type: 'addScore', points: 1, reason: 'An hour', score: 'fit' },
    ],
  })
  const { rows } = await client.query<{ id: string }>(
    'select id from marketing_contact where account_id = $1 and deleted_at is null order by id limit $2',
    [account.id, count],
  )
  const contactIds = rows.map(({ id }) => encodeId('con', account.id, id))
  for (let from = 0; from < contactIds.length; from += enrolledAtOnce) {
    await call('enrol', { automationId, contactIds: contactIds.slice(from, from + enrolledAtOnce) })
  }
  // Each run waits for an hour: two hours pass.
  const due = `due_at = now() - interval '1 hour'`
  const arrived = `arrived_at = arrived_at - interval '2 hours'`
  await client.query(`update marketing_automation_run set ${due}, ${arrived} where account_id = $1`, [account.id])
  await client.query(`update marketing_timer set ${due} where account_id = $1`, [account.id])
  await client.query('vacuum analyze marketing_automation_run, marketing_timer')
  const ctx = app.operatorCtx(account, 'bench')
  const startedAt = performance.now()
  let fired = 0
  for (let some = await fireBatch(ctx); some > 0; some = await fireBatch(ctx)) fired += some
  const seconds = (performance.now() - startedAt) / 1_000
  const scored = await client.query('select from marketing_score_entry where account_id = $1', [account.id])
  if (scored.rowCount !== count) throw new Error(`${scored.rowCount} scores changed of ${count}`)
  const note = `${count.toLocaleString('en')} runs that were due an hour ago, each with one score`
  return {
    name: 'timers due after an outage',
    value: fired / seconds,
    unit: 'timers/s',
    atLeast: timersPerSecond,
    note,
  }
}
