import { randomUUID } from 'node:crypto'
import assert from 'node:assert/strict'
import type { Draft } from '#kit/nouns/resource.ts'
import { statement } from '#kit/call/statement.ts'
import { paySandbox } from '#platform/pay/sandbox/sandboxCheckout.ts'
import { askProvider } from '#products/payments/payment/paymentErrands.ts'
import { sandboxIdOf } from '#products/payments/provider/payConnection.ts'
import { reconciliation } from '#products/payments/reconciliation/reconciliation.ts'
import { payment } from '#products/payments/payment/payment.ts'
import type { Recipe } from '#test/conformance/recipe.ts'
import type { Scene, Stage } from '#test/conformance/stage.ts'
import type { Json } from '#test/world/world.ts'

/** Payments, which payers start, and refunds, which follow from them. */
export const recipe: Recipe = {
  happen: {
    'payments.reconciliation': async (scene, stage, count) => {
      const ctx = stage.world.app.operatorCtx(scene.account, 'recipe')
      for (let made = 0; made < count; made++) {
        const day = new Date(Date.UTC(2020, 0, 1 + Math.floor(Math.random() * 2_000))).toISOString().slice(0, 10)
        const set = { providerId: sandboxIdOf(ctx), day, currency: 'EUR', kind: 'fees', ours: 1n, theirs: 2n }
        // cast: the platform sets every field of a difference.
        await ctx.store.create(reconciliation, {} as Draft<typeof reconciliation>, { set })
      }
    },
    'payments.payment': async (scene, stage, count) => {
      for (let made = 0; made < count; made++) await startedPayment(scene, stage)
    },
    'payments.refund': async (scene, stage, count) => {
      const paymentId = await paidPayment(scene, stage)
      for (let made = 0; made < count; made++) await refunded(scene, stage, paymentId)
    },
  },
  keptAfterwards: {
    'payments.paymentLink.refundPayment': 'the provider confirms within the request, in a transaction of its own',
    'payments.reconciliation.run': 'a run without a difference writes nothing, so its response is stored by itself',
  },
  examples: {
    'payments.checkout.quote': async (scene) => ({ slug: (await scene.make('payments.paymentLink'))['slug'] }),
    'payments.checkout.start': async (scene) => ({
      slug: (await scene.make('payments.paymentLink'))['slug'],
      attemptId: randomUUID(),
      email: `${randomUUID()}@example.com`,
    }),
    'payments.reconciliation.run': async (scene, stage) => {
      await paidPayment(scene, stage)
      // A payment that the provider does not know.
      const sql = 'update pay_sandbox_session set captured_at = null where account_id = $1 returning id'
      await stage.rows(sql, [scene.account.id])
      return { day: stage.world.clock.now().toISOString().slice(0, 10) }
    },
    'payments.checkout.get': proven,
    'payments.checkout.refresh': async (scene, stage) => {
      const { id, proof } = await startedPayment(scene, stage)
      await payAtSandbox(scene, stage, String(id))
      return { paymentId: id, proof }
    },
    'payments.checkout.cancel': proven,
    'payments.sandbox.pay': async (scene, stage) => {
      const { redirectUrl } = await startedPayment(scene, stage)
      return { sessionId: String(redirectUrl).split('/').at(-1), card: '4242 4242 4242 4242' }
    },
    'payments.paymentLink.refundPayment': async (scene, stage) => ({
      paymentId: await paidPayment(scene, stage),
      amount: 500,
      clientReference: `refund-${randomUUID()}`,
    }),
  },
}

async function startedPayment(scene: Scene, stage: Stage): Promise<Json> {
  const link = await scene.make('payments.paymentLink')
  const of = stage.operation('payments.checkout.start')
  assert.ok(of)
  const input = { slug: link['slug'], attemptId: randomUUID(), email: `${randomUUID()}@example.com` }
  const reply = await scene.send(of, input, { key: null })
  assert.equal(reply.status, 200, reply.text)
  // Facts of the start make a contact and its events, which would change records during a rule.
  await stage.world.settle()
  return Object(reply.body['data'])
}

async function proven(scene: Scene, stage: Stage): Promise<Json> {
  const { id, proof } = await startedPayment(scene, stage)
  return { paymentId: id, proof }
}

async function paidPayment(scene: Scene, stage: Stage): Promise<string> {
  const { id } = await startedPayment(scene, stage)
  const ctx = await payAtSandbox(scene, stage, String(id))
  await askProvider.handle(ctx, { paymentId: String(id) })
  await stage.world.settle()
  return String(id)
}

async function refunded(scene: Scene, stage: Stage, paymentId: string): Promise<void> {
  const of = stage.operation('payments.paymentLink.refundPayment')
  assert.ok(of)
  const reply = await scene.send(of, { paymentId, amount: 1, clientReference: randomUUID() })
  assert.equal(reply.status, 200, reply.text)
}

/** Pays at the sandbox, whose webhooks are lost: they would change records during a rule. */
async function payAtSandbox(scene: Scene, stage: Stage, id: string) {
  const ctx = stage.world.app.operatorCtx(scene.account, 'recipe')
  const { providerReference } = await ctx.store.get(payment, id)
  await ctx.atomic(async (inner) => {
    await paySandbox(inner, providerReference ?? '', { card: '4242424242424242' })
    await inner.db.rows(loseEvents, [scene.account.id])
  })
  return ctx
}

const loseEvents = statement('pay_sandbox_event.lose', 'account', 'delete from pay_sandbox_event where account_id = $1')
