import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { watch } from '#products/livestream/playback/stateBoard.ts'
import { goLive, type LiveStream } from '#test/video/audience.ts'
import { contextOf } from '#test/video/ticketing.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { linkOf, payAt, paymentOf, startOf } from './checkouts.ts'

let w: World
let live: LiveStream
before(async () => {
  w = await world()
  live = await goLive(w)
})
after(() => w[Symbol.asyncDispose]())

test('a link names a stream of its account, and lists filter by it', async () => {
  const link = await linkOf(w, { streamId: live.streamId })
  assert.equal(link.streamId, live.streamId)
  const { items } = await w.call('payments.paymentLink.all', { streamId: live.streamId })
  assert.ok(items.some(({ id }) => id === link.id))
  await linkOf(w)
  assert.ok(
    (await w.call('payments.paymentLink.all', { streamId: live.streamId })).items.every((each) => each.streamId),
  )
  const foreign = `str_${'0'.repeat(34)}`
  const draft = { title: 'Seat', currency: 'EUR', lineItems: [{ name: 'Seat', amount: 100 }], streamId: foreign }
  const refusal = { code: 'invalid_request', mention: '/streamId' } as const
  await w.refused('payments.paymentLink.create', draft, refusal)
  await w.refused('payments.paymentLink.update', { paymentLinkId: link.id, streamId: foreign }, refusal)
  const cleared = await w.call('payments.paymentLink.update', { paymentLinkId: link.id, streamId: null })
  assert.equal(cleared.streamId, null)
})

test('a coupon of a stream lowers the price of its links alone, and payments and facts name the stream', async () => {
  const link = await linkOf(w, { streamId: live.streamId, allowCoupons: true })
  const other = await linkOf(w, { allowCoupons: true })
  const { code } = await w.call('loyalty.coupon.create', {
    ...{ name: 'Viewers', discount: { type: 'percent', percentOff: 50 } },
    appliesTo: { streamIds: [live.streamId] },
  })
  const dueOf = async ({ slug }: { slug: string | null }) => {
    const input = { slug: String(slug), codes: [String(code)] }
    return (await w.call('payments.checkout.quote', input, { key: null })).due
  }
  assert.deepEqual([await dueOf(link), await dueOf(other)], [1_250, 2_500])
  const started = await startOf(w, link)
  await payAt(w, started, '4242424242424242')
  assert.equal((await paymentOf(w, started.id)).streamId, live.streamId)
  const paid = (await w.emitted('payments.payment.succeeded')).find(({ subject }) => subject === started.id)
  assert.equal(paid?.payload['streamId'], live.streamId)
  const { items } = await w.call('payments.payment.all', { streamId: live.streamId })
  assert.deepEqual(
    items.map(({ id }) => id),
    [started.id],
  )
})

test('the page of a stream shows its open links with their payments, and its events count along', async () => {
  const { streamId, playbackId } = await goLive(w)
  const link = await linkOf(w, { title: 'Front <row>', streamId, maxPayments: 2 })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'one@example.com' })
  await linkOf(w, { title: 'Personal', streamId, contactId })
  const shown = async () => (await w.app.server.inject({ url: `/watch/${playbackId}` })).body
  const before = await shown()
  assert.match(before, /Front &lt;row&gt;[^]*€25\.00/)
  assert.doesNotMatch(before, /Personal/)
  assert.match(before, /data-paid="[^"]*" hidden/)
  const events = await watch(contextOf(w), { playbackId })
  const counted: number[] = []
  const reading = (async () => {
    for await (const { event, data } of events) {
      if (event === 'payLinks') counted.push(...data.items.map(({ succeeded }) => succeeded))
    }
  })()
  const started = await startOf(w, link)
  await payAt(w, started, '4242424242424242')
  assert.match(await shown(), new RegExp(`data-paid="${link.url}">1 paid`))
  const german = await w.app.server.inject({ url: `/watch/${playbackId}`, headers: { 'accept-language': 'de-DE' } })
  assert.match(german.body, /<section lang="de">\s*<h2>Angebote<\/h2>[^]*>1 bezahlt</)
  await until(() => counted.includes(1))
  events.end()
  await reading
  await startOf(w, link)
  assert.doesNotMatch(await shown(), /Front/, 'a link without payments left is not shown')
})
