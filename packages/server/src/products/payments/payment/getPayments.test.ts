import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { linkOf, paidPayment, startOf } from '#test/payments/checkouts.ts'
import { world, type World } from '#test/world/world.ts'

const getPayments = 'payments.paymentLink.getPayments'

let w: World
before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

test('an empty request lists the payments of all links, newest first, with sums by currency', async () => {
  const paid = await paidPayment(w)
  const yen = await linkOf(w, { currency: 'JPY', lineItems: [{ name: 'Tea', amount: 900 }] })
  const open = await startOf(w, yen)
  const before = await w.emitted()
  const all = await w.call(getPayments, {})
  assert.deepEqual(
    all.items.map(({ id }) => id),
    [open.id, paid.id],
  )
  assert.deepEqual([all.id, all.status], [undefined, 'all'])
  assert.deepEqual(all.pagination, { limit: 25, offset: 0, total: 2, totalIsCapped: false, hasMore: false })
  assert.deepEqual(all.totals, [
    { currency: 'EUR', count: 1, succeeded: 2_500, refunded: 0, net: 2_440 },
    { currency: 'JPY', count: 1, succeeded: 0, refunded: 0, net: 0 },
  ])
  const own = await w.call(getPayments, { paymentLinkId: yen.id, pagination: { limit: 1_000 } })
  assert.deepEqual([own.id, own.status, own.pagination.limit], [yen.id, 'active', 200])
  assert.deepEqual(
    own.items.map(({ id }) => id),
    [open.id],
  )
  const paidOnly = await w.call(getPayments, { status: ['succeeded'], pagination: { limit: 1, offset: 0 } })
  assert.deepEqual([paidOnly.items.length, paidOnly.pagination.hasMore], [1, false])
  assert.deepEqual(await w.emitted(), before, 'a read emits nothing')
})

test('a reference of the caller lists the payments of the link that has it', async () => {
  const link = await linkOf(w, { clientReference: 'table-7' })
  const other = await linkOf(w)
  const [mine] = [await startOf(w, link), await startOf(w, other)]
  const own = await w.call(getPayments, { clientReference: 'table-7' })
  assert.deepEqual([own.items.map(({ id }) => id), own.pagination.total], [[mine.id], 1])
  assert.deepEqual(own.totals, [{ currency: 'EUR', count: 1, succeeded: 0, refunded: 0, net: 0 }])
  const none = [{ clientReference: 'table-8' }, { clientReference: 'table-7', paymentLinkId: other.id }]
  for (const asked of none) {
    const { items, totals } = await w.call(getPayments, asked)
    assert.deepEqual([items, totals], [[], []])
  }
})

test('Get Payments refuses with its five errors alone', async () => {
  const wrong = [{ pagination: { limit: 0 } }, { pagination: { offset: -1 } }, { pagination: { limit: 1.5 } }]
  for (const input of [...wrong, { pagination: [] }, { paymentLinkId: 5 }, { status: ['gone'] }]) {
    await w.refused(getPayments, input, 'invalid_request')
  }
  const other = await w.another()
  const theirs = await w.call('payments.paymentLink.create', await w.example('payments.paymentLink.create'), {
    key: other.secretKey,
  })
  const missing = theirs.id.slice(0, 4) + w.account.account.publicId.slice(4) + theirs.id.slice(12)
  for (const paymentLinkId of [theirs.id, missing, 'x']) await w.refused(getPayments, { paymentLinkId }, 'not_found')
  await w.refused(getPayments, {}, { code: 'authentication_required', key: null })
  const key = await w.key({ kind: 'restricted', scopes: ['payments.paymentLink:read'] })
  await w.refused(getPayments, {}, { code: 'not_authorized', key })
  const personal = await w.another('personal')
  await w.refused(getPayments, {}, { code: 'not_authorized', key: personal.secretKey })
})

test('a key without the right to personal data sees a masked address', async () => {
  const paid = await paidPayment(w, { start: { email: 'grace@example.com', name: 'Grace Hopper' } })
  const key = await w.key({ kind: 'restricted', scopes: ['payments.payment:read'] })
  const { items } = await w.call(getPayments, {}, { key })
  const shown = items.find(({ id }) => id === paid.id)
  assert.deepEqual(shown?.customer, { name: null, email: 'g…@example.com' })
  assert.deepEqual((await w.call('payments.payment.get', { paymentId: paid.id }, { key })).customer, {
    email: 'g…@example.com',
  })
  const full = await w.call('payments.payment.get', { paymentId: paid.id })
  assert.deepEqual([full.customer?.email, full.customer?.name], ['grace@example.com', 'Grace Hopper'])
})
