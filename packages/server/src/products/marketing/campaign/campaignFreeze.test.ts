import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startInSteps } from '#test/mail/campaignSteps.ts'
import { world, type World } from '#test/world/world.ts'
import { sendSlice } from '#products/marketing/message/messageSend.ts'

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

/** Sends without the task of the campaign, which would fix its audience once more. */
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

test('a contact whose step has passed gets the mail of one that is merged into it before its own step', async () => {
  await using w = await world()
  // Left out without an address, and outside of the audience without the tag.
  const visitor = await person(w, { externalId: 'visitor' })
  const untagged = await person(w, { email: 'mira@example.com', tags: [] })
  const ada = await person(w, { email: 'ada@example.com' })
  const twin = await person(w, { externalId: 'twin' })
  const campaignId = await startInSteps(w, news, {
    contacts: 1,
    between: async (steps, id) => {
      if (steps !== 2) return
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
  const untagged = await person(w, { email: 'mira@example.com', tags: [] })
  const ada = await person(w, { email: 'ada@example.com' })
  await person(w, { email: 'last@example.com' })
  const campaignId = await startInSteps(w, news, {
    contacts: 1,
    between: async (steps) => {
      if (steps !== 3) return
      await send(w)
      await merge(w, visitor, ada)
      await merge(w, untagged, visitor)
    },
  })
  await send(w)
  assert.deepEqual(await sums(w, campaignId), [2, 1])
  assert.deepEqual([await mailsTo(w, 'ada@example.com'), await mailsTo(w, 'mira@example.com')], [1, 0])
})

test('a contact that comes by a merge belongs to the rest of a test', async () => {
  await using w = await world()
  const visitor = await person(w, { externalId: 'visitor' })
  for (let index = 0; index < 4; index++) await person(w, { email: `p${index}@example.com` })
  const ada = await person(w, { email: 'ada@example.com' })
  const abTest = { samplePercent: 50, metric: 'clicks', decideAfter: 'P1D' } as const
  const variants = ['Plain', 'Bold'].map((name) => ({ name, weight: 1 }))
  const campaignId = await startInSteps(
    w,
    { ...news, abTest, variants },
    {
      contacts: 5,
      between: async () => {
        await merge(w, visitor, ada)
      },
    },
  )
  const { rows } = await w.app.pools.work.query(
    `select variant, state from marketing_message where address = 'ada@example.com'`,
  )
  assert.deepEqual(rows, [{ variant: null, state: 'queued' }])
  await w.settle()
  w.clock.advance(2 * 86_400_000)
  await w.settle()
  assert.deepEqual(await sums(w, campaignId), [5, 0])
})

test('a contact that is erased and comes again while the audience is fixed gets the mail once', async () => {
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

test('a contact that was erased before its mail left gets it when it comes again', async () => {
  await using w = await world()
  const ada = await person(w, { email: 'ada@example.com' })
  await person(w, { email: 'mira@example.com' })
  await startInSteps(w, news, {
    contacts: 1,
    between: async (steps) => {
      if (steps !== 1) return
      await w.call('marketing.contact.delete', { contactId: ada, mode: 'erase' })
      const again = await person(w, { email: 'ada@example.com' })
      const consent = { source: 'Till', text: 'Yes' }
      await w.call('marketing.contact.update', { contactId: again, action: 'subscribe', consent })
    },
  })
  await send(w)
  assert.equal(await mailsTo(w, 'ada@example.com'), 1)
})
