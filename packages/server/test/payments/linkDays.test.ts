import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '#test/world/until.ts'
import { world } from '#test/world/world.ts'
import { linkOf, payAt, startOf } from './checkouts.ts'

test('a link has its visits and payments by day, in the time zone of the account', async () => {
  await using w = await world()
  await w.call('account.account.update', { timeZone: 'Pacific/Kiritimati' })
  const at = (hours: number) => {
    const from = new Date(w.clock.now().getTime() + hours * 3_600_000)
    return Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO('Pacific/Kiritimati')
  }
  const untilNoon = (36 - at(0).hour) % 24
  w.clock.advance(untilNoon * 3_600_000)
  const first = at(0).toPlainDate().toString()
  const daysOf = async (paymentLinkId: string) =>
    (await w.call('payments.paymentLink.get', { paymentLinkId, include: 'days' })).days ?? []
  const other = await linkOf(w)
  // A changed zone reaches the process within a second.
  await until(async () => {
    await w.app.server.inject({ url: `/pay/${other.slug}` })
    return (await daysOf(String(other.id))).some(({ day }) => day === first)
  })
  const link = await linkOf(w, { maxPayments: 2 })
  await w.app.server.inject({ url: `/pay/${link.slug}` })
  await w.app.server.inject({ url: `/pay/${link.slug}` })
  await startOf(w, link)
  // Past midnight of the account; the first payment has expired.
  w.clock.advance(13 * 3_600_000)
  await w.settle()
  const second = at(0).toPlainDate().toString()
  assert.notEqual(second, first)
  const started = await startOf(w, link, { quantities: [2] })
  await payAt(w, started, '4242424242424242')
  const paymentLinkId = String(link.id)
  assert.deepEqual(await daysOf(paymentLinkId), [
    { day: first, views: 2, started: 1, succeeded: 0, amount: 0 },
    { day: second, views: 0, started: 1, succeeded: 1, amount: 5_000 },
  ])
  const { stats, days } = await w.call('payments.paymentLink.get', { paymentLinkId })
  assert.deepEqual([stats.views, stats.started, stats.succeeded, stats.amount], [2, 2, 1, 5_000])
  assert.equal(days, undefined)
})
