import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import { overlap } from '#test/world/overlap.ts'
import { world, type World } from '#test/world/world.ts'
import { sendSlice } from '#products/marketing/message/messageSend.ts'
import { campaign } from './campaign.ts'
import { freezeStep } from './campaignFreeze.ts'
import { makeMessages } from './campaignMessages.ts'
import { startCampaign, startScheduled } from './campaignStart.ts'

test('merges and erasures beside the making of messages give each address one mail, and sums that add up', async () => {
  await using w = await world()
  const people: { id: string; email: string | null }[] = []
  for (let index = 0; index < 60; index++) {
    const email = index % 4 === 0 ? null : `p${index}@example.com`
    const identity = email === null ? { externalId: `x${index}` } : { email }
    const { id } = await w.call('marketing.contact.create', { ...identity, tags: index % 5 === 0 ? [] : ['news'] })
    people.push({ id: String(id), email })
  }
  const { id } = await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, subject: 'News', format: 'text' },
    body: 'Hello {{ unsubscribeUrl }}',
  })
  const campaignId = String(id)
  const ctx = w.app.operatorCtx(w.account.account, 'campaign')
  const record = await ctx.atomic(async (inner) => {
    const started = await startCampaign(inner, await inner.store.get(campaign, campaignId))
    await freezeStep(inner, started, { part: 4 })
    return started
  })
  const made = (async () => {
    while (await ctx.atomic((inner) => makeMessages(inner, record, 4))) await sendSlice(ctx)
    await sendSlice(ctx)
  })()
  // Each pair meets once: the first of it stays, or is erased with the other one.
  const changed = (async () => {
    for (let index = 0; index + 1 < people.length; index += 3) {
      const [into, from] = [people[index], people[(index * 7 + 1) % people.length]]
      if (into === undefined || from === undefined || into === from) continue
      await w.send('marketing.contact.update', { contactId: into.id, mergeFrom: from.id })
      if (index % 9 === 0) await w.send('marketing.contact.delete', { contactId: into.id, mode: 'erase' })
    }
  })()
  await Promise.all([made, changed])
  const { rows } = await w.app.pools.work.query(
    `select address_key, count(*)::int as mails from marketing_message
     where state <> 'skipped' and address_key is not null group by 1 having count(*) > 1`,
  )
  assert.deepEqual(rows, [])
  const missed = await w.app.pools.work.query(
    `select c.email, exists (select from marketing_message m where m.account_id = c.account_id and m.contact_id = c.id
         and m.skip_reason = 'noAddress') as had_none
     from marketing_contact c where c.deleted_at is null and c.email is not null
       and c.status = 'subscribed' and 'news' = any(c.tags) and not exists (
         with recursive person as (
           select c.id union
           select o.id from person p
           join marketing_contact o on o.account_id = c.account_id and o.merged_into_id = p.id)
         select from person p join marketing_message m on m.account_id = c.account_id and m.contact_id = p.id
           and m.state <> 'skipped')`,
  )
  // A recipient whose turn came without an address may get one afterwards, of a contact that was no recipient.
  const strangers = new Set(people.filter((_, index) => index % 5 === 0).map(({ email }) => email))
  assert.deepEqual(
    missed.rows.filter((row) => !(row.had_none === true && strangers.has(row.email))),
    [],
  )
  const { stats } = await w.call('marketing.campaign.get', { campaignId })
  assert.equal(stats.sent + stats.skipped + stats.failed, stats.audience)
  assert.equal(stats.queued + stats.sending, 0)
})

const news = { name: 'News', audience: { tags: ['news'] }, subject: 'News', format: 'text', body: 'Hello' } as const

async function campaignOf(w: World, more: object): Promise<string> {
  await w.call('marketing.contact.create', { email: `${randomUUID()}@example.com`, tags: ['news'] })
  return String((await w.call('marketing.campaign.create', { ...news, ...more })).id)
}

test('a campaign that is unscheduled at the time of its start stays a draft', async () => {
  await using w = await world()
  const other = await w.beside()
  const sendAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  const campaignId = await campaignOf(w, { status: 'scheduled', sendAt })
  w.clock.advance(3_600_000)
  await overlap(
    w,
    (ctx) => ctx.store.update(campaign, campaignId, { action: 'unschedule' }),
    () => {
      const ctx = other.app.operatorCtx(w.account.account, 'test')
      return ctx.atomic((inner) => startScheduled.handle(inner, { campaignId, sendAt }))
    },
  )
  assert.equal((await w.call('marketing.campaign.get', { campaignId })).status, 'draft')
})

test('a change and a second start beside the start of a campaign are refused', async () => {
  await using w = await world()
  const campaignId = await campaignOf(w, {})
  const update = 'marketing.campaign.update'
  const code = 'conflict'
  await overlap(
    w,
    async (ctx) => startCampaign(ctx, await ctx.store.get(campaign, campaignId)),
    async () => {
      const changed = { campaignId, body: 'Other', audience: { tags: ['others'] } }
      await w.refused(update, changed, { code, mention: 'campaign_started' })
    },
  )
  const second = await campaignOf(w, { name: 'More' })
  await overlap(
    w,
    async (ctx) => startCampaign(ctx, await ctx.store.get(campaign, second)),
    () => w.refused(update, { campaignId: second, action: 'start' }, { code, mention: 'invalid_transition' }),
  )
})
