import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import type { Input, Json, OneProcess, Output } from '#test/world/world.ts'

/** A link over one line of 25.00 EUR, with changes. */
export function linkOf(w: OneProcess, more: Json = {}): Promise<Output<'payments.paymentLink.create'>> {
  const lineItems = [{ name: 'Seat', amount: 2_500, adjustable: { min: 1, max: 9 } }]
  const input = { title: 'Summer night', currency: 'EUR', lineItems, ...more }
  // cast: `more` holds fields of a link.
  return w.call('payments.paymentLink.create', input as Input<'payments.paymentLink.create'>)
}

type Started = Output<'payments.checkout.start'>

/** Starts a payment as a payer does, without a key. */
export function startOf(w: OneProcess, link: { slug: string | null }, more: Json = {}): Promise<Started> {
  const own = { slug: link.slug, attemptId: randomUUID(), email: `payer-${randomUUID()}@example.com` }
  // cast: `more` holds fields of a start.
  return w.call('payments.checkout.start', { ...own, ...more } as Input<'payments.checkout.start'>, { key: null })
}

/** Pays at the sandbox with a card, or decides its extra step; then lets all its late and repeated calls arrive. */
export async function payAt(
  w: OneProcess,
  started: { redirectUrl: string | null },
  choice: string | { decision: string } | { card: string; status: number },
): Promise<void> {
  const sessionId = started.redirectUrl?.split('/').at(-1) ?? assert.fail('no page of the provider')
  const { status = 200, ...chosen } =
    typeof choice === 'string' ? { card: choice, status: 200 } : { status: 200, ...choice }
  const reply = await w.send('payments.sandbox.pay', { sessionId, ...chosen }, { key: null })
  assert.equal(reply.status, status, reply.text)
  await arrive(w)
}

/** Lets all calls of the sandbox arrive. */
export async function arrive(w: OneProcess): Promise<void> {
  for (const ms of [4_000, 31_000]) {
    w.clock.advance(ms)
    await w.settle()
  }
}

/** A payment as its owner sees it. */
export function paymentOf(w: OneProcess, paymentId: string): Promise<Output<'payments.payment.get'>> {
  return w.call('payments.payment.get', { paymentId })
}

/** A payment that has succeeded. */
export async function paidPayment(w: OneProcess, { card = '4242424242424242', link = {}, start = {} } = {}) {
  const started = await startOf(w, await linkOf(w, link), start)
  await payAt(w, started, card)
  return paymentOf(w, started.id)
}
