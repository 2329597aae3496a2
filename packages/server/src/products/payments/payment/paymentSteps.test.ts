import assert from 'node:assert/strict'
import { test } from 'node:test'
import { linkOf, startOf } from '#test/payments/checkouts.ts'
import { world } from '#test/world/world.ts'
import { addStep, stepsOf } from './paymentSteps.ts'

test('steps of one moment follow each other in the order in which they happen', async () => {
  await using w = await world()
  const { id } = await startOf(w, await linkOf(w))
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const { createdAt: at } = await w.call('payments.payment.get', { paymentId: id })
  const later = ['refunded', 'declined', 'succeeded', 'refundRequested', 'requiresAction'] as const
  await ctx.atomic(async (inner) => {
    for (const kind of later) await addStep(inner, id, { kind, at })
  })
  const shown = (await stepsOf(ctx, id)).filter((each) => each.at === at).map(({ kind }) => kind)
  const expected = ['created', 'requiresAction', 'declined', 'succeeded', 'refundRequested', 'refunded']
  assert.deepEqual(
    shown.filter((kind) => kind !== 'opened'),
    expected,
  )
})
