import assert from 'node:assert/strict'
import { test } from 'node:test'
import { campaignColumns } from './campaignColumns.ts'

const id = 'cmp_1'
const valueOf = (name: string, record: object) => campaignColumns[name]?.valueOf({ id, ...record })

test('recipients are the audience without those left out, and shares are of the sent mails', () => {
  const stats = { audience: 12, skipped: 2, cancelled: 1, sent: 8, opened: 3, clicked: 0 }
  assert.equal(valueOf('recipients', { stats }), 9)
  assert.equal(valueOf('opened', { stats }), '37.5%')
  assert.equal(valueOf('clicked', { stats }), '0%')
})

test('a campaign that has sent nothing has no recipients and no shares', () => {
  const stats = { audience: 0, skipped: 0, cancelled: 0, sent: 0, opened: 0, clicked: 0 }
  for (const name of ['recipients', 'opened', 'clicked', 'launch']) assert.equal(valueOf(name, { stats }) ?? null, null)
})

test('the start is the moment of the start, and before it the scheduled one', () => {
  const [sendAt, startedAt] = ['2026-05-01T08:00:00.000Z', '2026-05-01T08:00:02.000Z']
  assert.equal(valueOf('launch', { sendAt, startedAt: null }), sendAt)
  assert.equal(valueOf('launch', { sendAt, startedAt }), startedAt)
})
