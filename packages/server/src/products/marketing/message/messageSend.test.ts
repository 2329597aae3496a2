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
