import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { world, type World } from '#test/world/world.ts'
import { plain, scriptlessBrowser } from './scriptlessBrowser.ts'
import { linkOf, payAt, paymentOf, startOf } from './checkouts.ts'

let w: World
before(async () => void (w = await world()))
after(() => w[Symbol.asyncDispose]())

test('a payment has the tag of its address, else that of its link; lists and facts have it too', async () => {
  const link = await linkOf(w, { sourceTag: 'newsletter' })
  const own = await startOf(w, link)
  const other = await startOf(w, link, { source: 'poster' })
  await payAt(w, other, '4242424242424242')
  assert.equal((await paymentOf(w, own.id)).sourceTag, 'newsletter')
  assert.equal((await paymentOf(w, other.id)).sourceTag, 'poster')
  const paid = (await w.emitted('payments.payment.succeeded')).find(({ subject }) => subject === other.id)
  assert.equal(paid?.payload['sourceTag'], 'poster')
  const idsOf = ({ items }: { items: readonly { id: string }[] }) => items.map(({ id }) => id)
  assert.deepEqual(idsOf(await w.call('payments.payment.all', { sourceTag: 'poster' })), [other.id])
  assert.deepEqual(idsOf(await w.call('payments.paymentLink.all', { sourceTag: 'newsletter' })), [link.id])
  const found = await w.call('payments.paymentLink.getPayments', { sourceTag: 'newsletter' })
  assert.deepEqual(
    [idsOf(found), found.items[0]?.sourceTag, found.pagination.total, found.totals[0]?.count],
    [[own.id], 'newsletter', 1, 1],
  )
})

test('the page keeps the tag of its address through choices and a submission', async () => {
  const { id: paymentLinkId, slug } = await linkOf(w)
  const payer = scriptlessBrowser(w, 'en')
  const url = `/pay/${slug}?q=2&source=flyer%207`
  const { body } = await payer.open(url)
  assert.equal(body.match(/name="source" value="flyer 7"/g)?.length, 1)
  const sent = await payer.submit(url, body, { email: 'ada@example.com' })
  assert.equal(sent.statusCode, 303, plain(sent.body))
  const { items } = await w.call('payments.payment.all', { paymentLinkId })
  assert.deepEqual(
    items.map(({ sourceTag, amount }) => [sourceTag, amount]),
    [['flyer 7', 5_000]],
  )
})

test('an amount below the least one of its currency is refused at checkout, and the page says so before', async () => {
  const link = await linkOf(w, { lineItems: [{ name: 'Seat', amount: 100 }], allowCoupons: true })
  const { code } = await w.call('loyalty.coupon.create', {
    ...{ name: 'Most of it', discount: { type: 'percent', percentOff: 60 } },
  })
  const start = { slug: String(link.slug), attemptId: 'too-small-1', email: 'ada@example.com', codes: [String(code)] }
  await w.refused('payments.checkout.start', start, { key: null, code: 'conflict', mention: 'amount_too_small' })
  const { body } = await scriptlessBrowser(w, 'de').open(`/pay/${link.slug}?code=${String(code)}`)
  assert.match(plain(body), /Mindestens 0,50 € lassen sich bezahlen/)
  const { items } = await w.call('payments.payment.all', { paymentLinkId: link.id })
  assert.deepEqual(items, [])
})
