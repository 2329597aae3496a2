import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewardsPort } from '#kit/call/rewards.ts'
import { arrive, linkOf, payAt, paymentOf, startOf } from '#test/payments/checkouts.ts'
import { balanceKey, balancesOf } from '#platform/ledger/posting.ts'
import { world } from '#test/world/world.ts'

test('tokens pay a part for the person who is signed in, and come back with a refund', async () => {
  await using w = await world()
  const email = 'ada@example.com'
  const { id: contactId } = await w.call('marketing.contact.create', { email })
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const balance = async () => {
    const [own] = (await ctx.port(rewardsPort).balances(ctx, [contactId])).get(contactId) ?? []
    return [Number(own?.available ?? 0), Number(own?.held ?? 0)]
  }
  const grant = {
    contactId,
    token: 'POINTS',
    amount: 1_000n,
    rewardId: null,
    reason: 'welcome',
    reference: 'welcome-1',
    expiresAt: null,
  }
  await ctx.atomic((inner) => inner.port(rewardsPort).grant(inner, grant))
  const acceptTokens = { token: 'POINTS', rate: 1, maxPercent: 50 }
  const link = await linkOf(w, { acceptTokens })
  const { token: viewerToken } = await w.call('account.viewer.createToken', { contactId })
  const wanted = { tokens: 500, email }
  const stranger = { slug: link.slug, attemptId: 'stranger-1', ...wanted }
  await w.refused('payments.checkout.start', stranger, { code: 'invalid_request', mention: '/tokens', key: null })
  const started = await startOf(w, link, { ...wanted, viewerToken })
  assert.deepEqual([started.amount, await balance()], [2_000, [500, 500]])
  await payAt(w, started, '4242424242424242')
  const paid = await paymentOf(w, started.id)
  assert.deepEqual([paid.status, paid.tokenValue, paid.contactId], ['succeeded', 500, contactId])
  assert.deepEqual(await balance(), [500, 0])
  assert.deepEqual(await w.call('payments.reconciliation.verify'), { isMatching: true, violations: [] })
  await w.call('payments.paymentLink.refundPayment', { paymentId: started.id, clientReference: 'all-1' })
  assert.deepEqual(await w.call('payments.reconciliation.verify'), { isMatching: true, violations: [] })
  assert.deepEqual(await balance(), [1_000, 0])
})

test('the books have the value of the tokens of a payer, less those that refunds and a dispute return', async () => {
  await using w = await world()
  const email = 'ada@example.com'
  const { id: contactId } = await w.call('marketing.contact.create', { email })
  await w.call('loyalty.reward.create', { name: 'Welcome', contactId, amount: 200 })
  const { token: viewerToken } = await w.call('account.viewer.createToken', { contactId })
  const link = await linkOf(w, { acceptTokens: { token: 'POINTS', rate: 7, maxPercent: 50 } })
  const booked = async (ledger: string) => {
    const ctx = w.app.operatorCtx(w.account.account, 'test')
    return Number((await balancesOf(ctx, 'money', [ledger])).get(balanceKey(ledger, 'EUR')) ?? 0n)
  }
  const kept = async () => 200 - Number((await w.call('loyalty.reward.all', { contactId })).balance?.[0]?.available)
  const pay = async (card: string) => {
    const started = await startOf(w, link, { tokens: 100, email, viewerToken })
    await payAt(w, started, card)
    return started.id
  }
  const paymentId = await pay('4242424242424242')
  const seen = [[await booked('tokens'), await kept()]]
  for (const amount of [601, 599, undefined]) {
    const part = { paymentId, clientReference: `part-${amount}`, ...(amount !== undefined && { amount }) }
    await w.call('payments.paymentLink.refundPayment', part)
    seen.push([await booked('tokens'), await kept()])
  }
  assert.deepEqual(
    seen.map(([value, tokens]) => [value, Number(tokens) * 7]),
    seen.map(([value]) => [value, value]),
  )
  assert.deepEqual([seen[0]?.[0], seen.at(-1)?.[0], await booked('refunds')], [700, 0, 2_500])
  await pay('4000000000000259')
  // The sandbox decides a dispute after two minutes.
  w.clock.advance(120_000)
  await arrive(w)
  assert.deepEqual([await booked('tokens'), await kept(), await booked('disputes')], [0, 0, 2_500])
})
