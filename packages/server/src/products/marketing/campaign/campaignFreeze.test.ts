import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startInSteps } from '#test/mail/campaignSteps.ts'
import { world, type World } from '#test/world/world.ts'
import { sendSlice } from '#products/marketing/message/messageSend.ts'
import { campaign } from './campaign.ts'
import { freezeStep } from './campaignFreeze.ts'
import { makeMessages, messagesTask } from './campaignMessages.ts'
import { startCampaign } from './campaignStart.ts'

const news = {
  name: 'News',
  audience: { tags: ['news'] },
  subject: 'News',
  format: 'text',
  body: 'Hello {{ unsubscribeUrl }}',
} as const

async function person(w: World, fields: Record<string, unknown>): Promise<string> {
  const { id } = await w.call('marketing.contact.create', { tags: ['news'], ...fields })
  w.clock.advance(1)
  return String(id)
}

const merge = (w: World, contactId: string, mergeFrom: string) =>
  w.call('marketing.contact.update', { contactId, mergeFrom })

/** Sends without the tasks of the campaign. */
const send = (w: World) => sendSlice(w.app.operatorCtx(w.account.account, 'campaign'))

/** Numbers of mails that were sent and of contacts that were left out. The states add up to the audience. */
async function sums(w: World, campaignId: string): Promise<[sent: number, skipped: number]> {
  const { stats } = await w.call('marketing.campaign.get', { campaignId })
  const { audience, queued, sending, sent, deferred, bounced, failed, uncertain, skipped, cancelled } = stats
  assert.equal(queued + sending + sent + deferred + bounced + failed + uncertain + skipped + cancelled, audience)
  return [sent, skipped]
}

async function mailsTo(w: World, address: string): Promise<number> {
  return (await w.call('account.mail.all', { to: address, limit: 100 })).items.length
}

test('a contact that was left out gets the mail of one that is merged into it before its own was made', async () => {
  await using w = await world()
  // Left out without an address, and outside of the audience without the tag.
  const visitor = await person(w, { externalId: 'visitor' })
  const untagged = await person(w, { email: 'mira@example.com', tags: [] })
  const ada = await person(w, { email: 'ada@example.com' })
  const twin = await person(w, { externalId: 'twin' })
  const campaignId = await startInSteps(w, news, {
    contacts: 1,
    between: async (steps, id) => {
      if (steps !== 1) return
      assert.deepEqual(await sums(w, id), [0, 1])
      await merge(w, visitor, ada)
      await merge(w, untagged, twin)
      await sums(w, id)
    },
  })
  await send(w)
  assert.deepEqual(await sums(w, campaignId), [2, 0])
  assert.deepEqual([await mailsTo(w, 'ada@example.com'), await mailsTo(w, 'mira@example.com')], [1, 1])
})

test('a person whose other contact got the mail gets none again after a chain of merges', async () => {
  await using w = await world()
  const visitor = await person(w, { externalId: 'visitor' })
  const ada = await person(w, { email: 'ada@example.com' })
  const second = await person(w, { externalId: 'second' })
  const last = await person(w, { externalId: 'last' })
  const campaignId = await startInSteps(w, news, {
    contacts: 1,
    between: async (steps) => {
      if (steps !== 2) return
      await send(w)
      // The visitor was left out and keeps its row, so that of the mail stays with the contact that is gone.
      await merge(w, visitor, ada)
      await merge(w, second, visitor)
      await merge(w, second, last)
    },
  })
  await send(w)
  assert.deepEqual(await sums(w, campaignId), [1, 1])
  assert.equal(await mailsTo(w, 'ada@example.com'), 1)
})

test('a contact that comes, or gets the tag, after the audience was fixed gets no mail', async () => {
  await using w = await world()
  const mira = await person(w, { email: 'mira@example.com', tags: [] })
  await person(w, { email: 'ada@example.com' })
  const campaignId = await startInSteps(w, news, {
    contacts: 1,
    between: async () => {
      await person(w, { email: 'late@example.com' })
      await w.call('marketing.contact.update', { contactId: mira, addTags: ['news'] })
    },
  })
  await send(w)
  assert.deepEqual(await sums(w, campaignId), [1, 0])
  assert.equal(await mailsTo(w, 'ada@example.com'), 1)
})

test('a contact that is erased after its mail, and comes again, gets no second one', async () => {
  await using w = await world()
  const ada = await person(w, { email: 'ada@example.com' })
  await person(w, { email: 'mira@example.com' })
  const campaignId = await startInSteps(w, news, {
    contacts: 1,
    between: async (steps) => {
      if (steps !== 1) return
      await send(w)
      await w.call('marketing.contact.delete', { contactId: ada, mode: 'erase' })
      const again = await person(w, { email: 'Ada@example.com' })
      const consent = { source: 'Till', text: 'Yes' }
      await w.call('marketing.contact.update', { contactId: again, action: 'subscribe', consent })
    },
  })
  await send(w)
  assert.deepEqual(await sums(w, campaignId), [2, 0])
  // The erasure removed the first one from the catcher.
  assert.deepEqual([await mailsTo(w, 'ada@example.com'), await mailsTo(w, 'mira@example.com')], [0, 1])
})

test('a contact that is erased before its message is made leaves the audience', async () => {
  await using w = await world()
  await person(w, { email: 'mira@example.com' })
  const ada = await person(w, { email: 'ada@example.com' })
  const campaignId = await startInSteps(w, news, {
    contacts: 1,
    between: async (steps, id) => {
      if (steps !== 1) return
      assert.equal((await w.call('marketing.campaign.get', { campaignId: id })).stats.audience, 2)
      await w.call('marketing.contact.delete', { contactId: ada, mode: 'erase' })
    },
  })
  await send(w)
  assert.deepEqual(await sums(w, campaignId), [1, 0])
})

test('a cancelled campaign cancels the messages that are yet to be made, and its sums stay', async () => {
  await using w = await world()
  for (let index = 0; index < 3; index++) await person(w, { email: `p${index}@example.com` })
  const { id } = await w.call('marketing.campaign.create', news)
  const campaignId = String(id)
  const ctx = w.app.operatorCtx(w.account.account, 'campaign')
  await ctx.atomic(async (inner) => {
    const record = await startCampaign(inner, await inner.store.get(campaign, campaignId))
    await freezeStep(inner, record, { part: 1 })
    await inner.store.update(campaign, campaignId, { patch: { frozenAt: inner.now().toISOString() } })
    await makeMessages(inner, record, 1)
    inner.later(messagesTask, { campaignId }, inner.now())
  })
  const ends = async () => {
    const { stats } = await w.call('marketing.campaign.get', { campaignId })
    return [stats.audience, stats.queued, stats.cancelled]
  }
  assert.deepEqual(await ends(), [3, 3, 0])
  await w.call('marketing.campaign.update', { campaignId, action: 'cancel' })
  assert.deepEqual(await ends(), [3, 0, 3])
  await w.settle()
  assert.deepEqual(await ends(), [3, 0, 3])
  const { recipients } = await w.call('marketing.campaign.get', { campaignId, include: ['recipients'] })
  assert.deepEqual(
    recipients?.map(({ state }) => state),
    ['cancelled', 'cancelled', 'cancelled'],
  )
})

test('a campaign whose audience cannot be fixed pauses with the reason, and a resume tries again', async () => {
  await using w = await world()
  await person(w, { email: 'ada@example.com' })
  const broken = 'alter table marketing_campaign_frozen add constraint broken check (size < 0)'
  await w.app.pools.work.query(broken)
  const { id } = await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  const campaignId = String(id)
  const state = async () => {
    await w.settle()
    const { status, pauseReason, stats } = await w.call('marketing.campaign.get', { campaignId })
    return [status, pauseReason, stats.sent]
  }
  for (let hours = 0; hours < 20 && (await state())[1] === null; hours++) {
    // A pause by hand in between hides no failure.
    if (hours === 2) await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
    w.clock.advance(3_600_000)
  }
  assert.deepEqual(await state(), ['paused', 'audienceFailed', 0])
  await w.app.pools.work.query('alter table marketing_campaign_frozen drop constraint broken')
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  assert.deepEqual(await state(), ['sent', null, 1])
})

test('a deleted campaign keeps no contacts that had no message yet', async () => {
  await using w = await world()
  for (let index = 0; index < 2; index++) await person(w, { email: `p${index}@example.com` })
  const { id } = await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  const campaignId = String(id)
  const ctx = w.app.operatorCtx(w.account.account, 'campaign')
  await ctx.atomic(async (inner) => freezeStep(inner, await inner.store.get(campaign, campaignId)))
  await w.call('marketing.campaign.update', { campaignId, action: 'cancel' })
  await w.call('marketing.campaign.delete', { campaignId })
  await ctx.atomic(async (inner) => inner.later(messagesTask, { campaignId }, inner.now()))
  await w.settle()
  const { rows } = await w.app.pools.work.query('select number from marketing_campaign_frozen')
  assert.deepEqual(rows, [])
})

test('an audience is fixed once its segments are built, so that excluded ones have members', async () => {
  await using w = await world()
  const excluded = await person(w, { email: 'ada@example.com' })
  await person(w, { email: 'grace@example.com' })
  const draft = { name: 'Out', kind: 'static', contactIds: [excluded] } as const
  const { id: segmentId } = await w.call('marketing.segment.create', draft)
  const { rows } = await w.app.pools.work.query(
    `with spoilt as (update marketing_segment set status = 'building')
     delete from marketing_segment_member returning *`,
  )
  const audience = { ...news.audience, excludeSegmentIds: [String(segmentId)] }
  const { id } = await w.call('marketing.campaign.create', { ...news, audience, status: 'sending' })
  const campaignId = String(id)
  const state = async () => {
    w.clock.advance(10_000)
    await w.settle()
    const { status, pauseReason, stats } = await w.call('marketing.campaign.get', { campaignId })
    return [status, pauseReason, stats.sent]
  }
  assert.deepEqual(await state(), ['sending', null, 0])
  await w.app.pools.work.query("update marketing_segment set status = 'error'")
  assert.deepEqual(await state(), ['paused', 'audienceFailed', 0])
  await w.app.pools.work.query(
    `with built as (update marketing_segment set status = 'ready')
     insert into marketing_segment_member select * from json_populate_recordset(null::marketing_segment_member, $1)`,
    [JSON.stringify(rows)],
  )
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  assert.deepEqual(await state(), ['sent', null, 1])
})

test('a filter of a segment that does not exist is refused', async () => {
  await using w = await world()
  const { secretKey } = await w.another()
  const foreign = { name: 'Foreign', kind: 'static', contactIds: [] } as const
  const { id } = await w.call('marketing.segment.create', foreign, { key: secretKey })
  const filter = { op: 'not', of: { segment: String(id) } } as const
  const reference = { code: 'invalid_request', mention: '/filter' }
  await w.refused('marketing.campaign.create', { ...news, filter }, reference)
  const { id: campaignId } = await w.call('marketing.campaign.create', news)
  await w.refused('marketing.campaign.update', { campaignId: String(campaignId), filter }, reference)
})
