import assert from 'node:assert/strict'
import { test } from 'node:test'
import { messageRow } from '#test/mail/sentMessage.ts'
import { world, type World } from '#test/world/world.ts'

const mail = {
  name: 'News',
  audience: { tags: ['news'] },
  subject: 'News',
  format: 'text',
  body: 'Hello',
} as const

/** A campaign with one message that a process died over, in the state after its intent was recorded. */
async function interrupted(w: World, onUncertain: 'skip' | 'resend') {
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const made = await w.call('marketing.campaign.create', { ...mail, onUncertain, status: 'sending' })
  const campaignId = String(made.id)
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  await w.settle()
  const past = new Date(w.clock.now().getTime() - 1_000).toISOString()
  const { rows } = await w.app.pools.work.query(
    `update marketing_message set state = 'attempting', attempts = 1, leased_until = $1 returning id`,
    [past],
  )
  assert.equal(rows.length, 1)
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  await w.settle()
  const { stats, status } = await w.call('marketing.campaign.get', { campaignId })
  return { stats, status, row: await messageRow(w, String(rows[0]?.id)) }
}

test('a message whose process died during its sending is uncertain, and is not sent twice', async () => {
  await using w = await world()
  const { stats, status, row } = await interrupted(w, 'skip')
  assert.deepEqual([status, stats.audience, stats.uncertain, stats.sent], ['sent', 1, 1, 0])
  assert.equal(row['attempts'], 1)
  assert.deepEqual((await w.call('account.mail.all')).items, [])
})

test('a campaign that says so sends an uncertain message again', async () => {
  await using w = await world()
  const { stats, status, row } = await interrupted(w, 'resend')
  assert.deepEqual([status, stats.uncertain, stats.sent], ['sent', 0, 1])
  assert.equal(row['attempts'], 2)
})

test('a message that was reserved and never attempted is sent after its process died', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const made = await w.call('marketing.campaign.create', { ...mail, status: 'sending' })
  const campaignId = String(made.id)
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  await w.settle()
  const until = new Date(w.clock.now().getTime() + 60_000).toISOString()
  await w.app.pools.work.query('update marketing_message set leased_until = $1', [until])
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  await w.settle()
  assert.equal((await w.call('marketing.campaign.get', { campaignId })).stats.queued, 1)
  w.clock.advance(61_000)
  await w.settle()
  assert.equal((await w.call('marketing.campaign.get', { campaignId })).stats.sent, 1)
})
