import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Ctx } from '#kit/call/context.ts'
import { lockForUpdate } from '#platform/db/rowLocks.ts'
import { applyOutcome, type OutcomeKind } from '#products/marketing/bounce/messageOutcome.ts'
import { rowId } from '#products/marketing/rowId.ts'
import { mailServer } from '#test/world/mailServer.ts'
import { randomOf } from '#test/world/random.ts'
import { objectOf, world, type Json, type OneProcess } from '#test/world/world.ts'
import { campaign } from './campaign.ts'
import { freezeStep } from './campaignFreeze.ts'
import { makeMessages, messagesTask } from './campaignMessages.ts'
import { campaignOf, endTurn, forgetSending } from './campaignSending.ts'
import { startCampaign } from './campaignStart.ts'

const people = 60
const ends = ['sent', 'bounced', 'failed', 'uncertain', 'skipped', 'cancelled'] as const
const waits = ['queued', 'sending', 'deferred'] as const
const outcomes: readonly OutcomeKind[] = ['hard', 'soft', 'complaint', 'reply', 'delivered']

/** Sums of the numbers of a campaign at one read. */
function checkSums({ status, stats }: Json, isPartOf = people): number {
  const numbers = objectOf(stats)
  const sum = (names: readonly string[]) => names.reduce((total, name) => total + Number(numbers[name]), 0)
  const shown = `${String(status)} ${JSON.stringify(numbers)}`
  assert.equal(sum([...ends, ...waits]), numbers['audience'], shown)
  assert.equal(sum(Object.keys(numbers).filter((name) => /^skipped[A-Z]/.test(name))), numbers['skipped'], shown)
  assert.ok(Number(numbers['audience']) <= isPartOf, shown)
  assert.ok(sum(['bouncedHard', 'bouncedSoft']) <= sum(['bounced']), shown)
  if (status === 'sent') assert.equal(sum(waits), 0, shown)
  return sum(waits)
}

for (const seed of [1, 3]) {
  test(`the states of a campaign add up at each read while everything changes at once (seed ${seed})`, async () => {
    const random = randomOf(seed)
    const pick = <T>(from: readonly T[]): T => {
      const found = from[Math.floor(random() * from.length)]
      assert.ok(found !== undefined)
      return found
    }
    await using server = await mailServer()
    const from = { name: 'Fair', address: 'news@fair.example' }
    await using w = await world({ smtp: { url: `smtp://127.0.0.1:${server.port}`, from } })
    const other = await w.beside()
    const ids: string[] = []
    for (let index = 0; index < people; index++) {
      const address = `p${index}@example.com`
      if (random() < 0.3) server.refuse.set(address, random() < 0.5 ? '450 Later' : '550 No such user')
      const identity = random() < 0.1 ? { externalId: `x${index}` } : { email: address }
      const topics = random() < 0.1 ? {} : { topics: ['news'] }
      if (index === 0) await w.call('marketing.topic.create', { key: 'news', name: 'News' })
      ids.push(String((await w.call('marketing.contact.create', { ...identity, ...topics, tags: ['news'] })).id))
    }
    const { id } = await w.call('marketing.campaign.create', {
      ...{ name: 'News', audience: { tags: ['news'] }, topic: 'news', subject: 'News', format: 'text', body: 'Hello' },
      ...{ abTest: { samplePercent: 40, metric: 'clicks', decideAfter: 'PT1H' } },
      variants: [
        { name: 'A', weight: 1 },
        { name: 'B', weight: 1, subject: 'More news' },
      ],
    })
    const campaignId = String(id)
    const ctx = other.app.operatorCtx(w.account.account, 'campaign')
    await ctx.atomic(async (inner) => {
      const started = await startCampaign(inner, await inner.store.get(campaign, campaignId))
      await freezeStep(inner, started, { part: 5 })
      await inner.store.update(campaign, campaignId, { patch: { frozenAt: inner.now().toISOString() } })
    })
    const makeSome = async (inner: Ctx) => {
      await lockForUpdate(inner, campaign, campaignId)
      return makeMessages(inner, await inner.store.get(campaign, campaignId), 5)
    }

    let [isOver, reads] = [false, 0]
    const read = async (by: OneProcess) => {
      while (!isOver) {
        checkSums(await by.call('marketing.campaign.get', { campaignId }))
        const { items } = await by.call('marketing.campaign.all')
        for (const item of items) checkSums(item)
        reads += 1
      }
    }
    const make = async () => {
      while (await ctx.atomic(makeSome)) await other.settle()
      await ctx.atomic((inner) => messagesTask.handle(inner, { campaignId }))
    }
    const send = async (by: OneProcess) => {
      while (!isOver) await by.settle()
    }
    const tellOutcome = async () => {
      const { rows } = await w.app.pools.work.query('select id from marketing_message order by id')
      if (rows.length === 0) return
      const outcome = { messageId: String(pick(rows).id), kind: pick(outcomes), status: '5.1.1', at: w.clock.now() }
      await w.app.operatorCtx(w.account.account, 'report').atomic((inner) => applyOutcome(inner, outcome))
    }
    const actions: Readonly<Record<string, () => Promise<unknown>>> = {
      pause: () => w.send('marketing.campaign.update', { campaignId, action: 'pause' }),
      resume: () => other.send('marketing.campaign.update', { campaignId, action: 'resume' }),
      decide: () => w.send('marketing.campaign.decide', { campaignId, variant: pick(['A', 'B']) }),
      merge: () => w.send('marketing.contact.update', { contactId: pick(ids), mergeFrom: pick(ids) }),
      erase: () => other.send('marketing.contact.delete', { contactId: pick(ids), mode: 'erase' }),
      archive: () => w.send('marketing.contact.delete', { contactId: pick(ids) }),
      leave: () => other.send('marketing.contact.update', { contactId: pick(ids), action: 'unsubscribe' }),
      dropTopic: () => w.send('marketing.contact.update', { contactId: pick(ids), topics: [] }),
      outcome: tellOutcome,
      advance: async () => w.clock.advance(pick([1, 60_000, 10 * 60_000, 3_600_000])),
      accept: async () => server.refuse.delete(pick([...server.refuse.keys(), 'none'])),
    }
    const act = async () => {
      for (let step = 0; step < 90; step++) {
        if (seed === 3 && step === 60) await w.send('marketing.campaign.update', { campaignId, action: 'cancel' })
        const name = pick(Object.keys(actions))
        const reply = await actions[name]?.()
        const status = Number(Object(reply)['status'] ?? 200)
        // A busy server may refuse a call with 503.
        assert.ok(status < 500 || status === 503, `${name}: ${String(Object(reply)['text'])}`)
      }
    }
    const working = Promise.all([read(w), read(other), send(w), send(other)])
    try {
      await Promise.all([make(), act()])
    } finally {
      isOver = true
      await working
    }
    assert.ok(reads > 20, `${reads} reads`)
    await finish([w, other], campaignId)
    const taken = server.taken.flatMap(({ to }) => to)
    assert.equal(new Set(taken).size, taken.length, 'an address got two mails')
  })
}

/** Lets a campaign end: all retries, the decision of its test, and a resume. */
async function finish([w, other]: readonly [OneProcess, OneProcess], campaignId: string): Promise<void> {
  for (let round = 0; round < 12; round++) {
    await w.send('marketing.campaign.update', { campaignId, action: 'resume' })
    // One of them relays, and either one may run the job.
    for (let turn = 0; turn < 3; turn++) await Promise.all([w.settle(), other.settle()])
    w.clock.advance(7 * 3_600_000)
  }
  const found = await w.call('marketing.campaign.get', { campaignId })
  assert.ok(['sent', 'cancelled'].includes(String(found.status)), String(found.status))
  assert.equal(checkSums(found), 0)
}

test('another read of a campaign counts the turns of an hour whose messages are about to leave', async () => {
  await using w = await world()
  const draft = { name: 'News', audience: { tags: ['news'] }, subject: 'News', format: 'text', body: 'Hello' } as const
  const { id } = await w.call('marketing.campaign.create', { ...draft, throttle: { perHour: 5 } })
  const [ctx, uuid] = [w.app.operatorCtx(w.account.account, 'test'), rowId('cmp', String(id))]
  const take = async (turns: number) => {
    const sending = await campaignOf(ctx, uuid)
    return Array.from({ length: turns }, () => sending?.takeTurn() ?? 0).filter((waitMs) => waitMs === 0).length
  }
  assert.equal(await take(3), 3)
  forgetSending(ctx, uuid)
  assert.equal(await take(5), 2)
  // Neither message left: their turns are free again.
  endTurn(ctx, uuid)
  endTurn(ctx, uuid)
  forgetSending(ctx, uuid)
  assert.equal(await take(5), 2)
})
