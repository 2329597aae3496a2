import assert from 'node:assert/strict'
import { test } from 'node:test'
import { attemptBounds } from '#platform/mail/attemptBounds.ts'
import { apiTimeoutMs } from '#platform/mail/providers/apiSender.ts'
import { world } from '#test/world/world.ts'
import { callTimeoutMs } from './messageCall.ts'
import { advanceAttempts, readDue } from './messageRows.ts'
import { sendingBounds } from './messageSend.ts'

test('an attempt counts as lost after a slice and the longest attempt of every service', () => {
  const { sliceMs, leaseMs } = sendingBounds
  const { waitMs, sendMs } = attemptBounds
  assert.ok(apiTimeoutMs < sendMs && callTimeoutMs < sendMs)
  assert.ok(sliceMs + waitMs + sendMs < leaseMs)
})

test('statements of due messages look up each one by its primary key, also without statistics', async () => {
  await using w = await world()
  for (const { name, text } of [readDue, advanceAttempts]) {
    const { rows } = await w.app.pools.work.query(`explain (generic_plan) ${text}`)
    const scans = JSON.stringify(rows).match(/Scan[^"]* on marketing_message\b[^"]*/g) ?? []
    const byId = scans.filter((scan) => scan.includes('marketing_message_pk'))
    assert.ok(byId.length > 0 && scans.every((scan) => /_(pk|pace_ix|sample_ix) /.test(scan)), `${name} ${scans}`)
  }
})

test('the messages of an account that is newer than the statistics are looked up by their ids', async () => {
  await using w = await world()
  const key = (await w.another()).secretKey
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['a'] }, { key })
  const draft = { name: 'N', audience: { tags: ['a'] }, subject: 'N', format: 'text' } as const
  const campaign = { ...draft, body: 'Hi {{ unsubscribeUrl }}', status: 'sending' } as const
  await w.call('marketing.campaign.create', campaign, { key })
  await w.settle()
  const query = async (text: string) => (await w.app.pools.work.query(text)).rows
  await query(`insert into marketing_message select r.* from marketing_message m, generate_series(1, 20000) n,
    lateral jsonb_populate_record(m, jsonb_build_object('id', md5(n::text)::uuid, 'campaign_id', null)) r`)
  await query('analyze marketing_message')
  const values = [w.account.account.id, 'now()', 'now()', `'[]'`, `'[]'`]
  const text = advanceAttempts.text.replace(/\$(\d)/g, (_, number) => String(values[Number(number) - 1]))
  const plan = JSON.stringify(await query(`explain (format json) ${text}`))
  const scans = plan.match(/"Index Name":"marketing_(message|contact)_[^}]*?"Index Cond":"[^"]*"/g) ?? []
  assert.ok(scans.length >= 3, plan)
  for (const scan of scans) assert.match(scan, /_pk".*[( ]id = /)
  assert.doesNotMatch(plan, /"Seq Scan"[^}]*"Relation Name":"marketing_message"/)
})
