import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { objectOf, type Json } from '#test/world/world.ts'
import type { Bank, Reply } from './banks.ts'

/** A payer at a payment link. `stage`: the last step that the payer began. */
export type Payer = {
  attemptId: string
  email: string
  /** Test cards, used one after the other: a decline is followed by a card that works. None: the payer leaves. */
  cards: readonly string[]
  code?: string
  tokens?: number
  /** Whether the payer cancels while the card is charged. */
  isCancelling: boolean
  /** Whether the payer comes back to the page of the platform, which then retrieves the state from the provider. */
  isReturning: boolean
  stage: 'start' | 'opening' | 'paying' | 'waiting' | 'done'
  paymentId?: string
  proof?: string
  declined: number
  /** Final state of the payment. */
  status?: string
}

/** A payment link of a server. `replied` runs after each response. */
export type Shop = { url: string; slug: string; bank: Bank; viewerToken(): Promise<string>; replied(): void }

const finalStates = new Set(['succeeded', 'failed', 'cancelled', 'expired'])
const pollMs = 25

const good = '4242424242424242'
const behaviours = [[good], [good], [good], ['4000000000000002', good], ['4000002500003155'], ['4000000000000077'], []]

/** A payer whose cards, code, tokens and patience are drawn from a seed. */
export function payerOf(random: () => number, code: string): Payer {
  const cards = behaviours[Math.floor(random() * behaviours.length)] ?? []
  const isMember = random() < 0.3
  return {
    attemptId: randomUUID(),
    email: `payer-${randomUUID()}@example.com`,
    cards,
    ...(random() < 0.6 && { code }),
    ...(isMember && { tokens: 100 }),
    isCancelling: !isMember && random() < 0.15,
    isReturning: random() < 0.5,
    stage: 'start',
    declined: 0,
  }
}

/** Takes a payer through the checkout, and repeats each request that gets no response, until the payment is final. */
export async function walk(shop: Shop, payer: Payer, isOver: () => boolean): Promise<void> {
  while (!isOver() && payer.stage !== 'done') {
    try {
      await step(shop, payer)
    } catch (error) {
      // A killed server closes its connections: the payer tries again.
      if (error instanceof assert.AssertionError) throw error
      await sleep(pollMs)
    }
  }
}

async function step(shop: Shop, payer: Payer): Promise<void> {
  if (payer.stage === 'start') return start(shop, payer)
  const { paymentId, proof } = payer
  const query = new URLSearchParams({ paymentId: paymentId ?? '', proof: proof ?? '' })
  const { data: found } =
    payer.isReturning && payer.stage === 'waiting'
      ? await call(shop, '/public/pay/refresh', { paymentId, proof })
      : await call(shop, `/public/pay/get?${query}`)
  if (finalStates.has(String(found['status']))) {
    Object.assign(payer, { stage: 'done', status: String(found['status']) })
    return
  }
  const page = typeof found['redirectUrl'] === 'string' ? found['redirectUrl'] : undefined
  const sessionId = page?.split('/').at(-1)
  if (sessionId === undefined || payer.stage === 'waiting' || payer.cards.length === 0)
    return void (await sleep(pollMs))
  await pay(shop, payer, sessionId)
}

async function start(shop: Shop, payer: Payer): Promise<void> {
  const { attemptId, email, code, tokens } = payer
  const viewerToken = tokens === undefined ? undefined : await shop.viewerToken()
  const { status, data, error } = await call(shop, '/public/pay/start', {
    ...{ slug: shop.slug, attemptId, email },
    ...(code !== undefined && { codes: [code] }),
    ...(tokens !== undefined && { tokens, viewerToken }),
  })
  if (status === 200) {
    return void Object.assign(payer, { stage: 'opening', paymentId: data['id'], proof: data['proof'] })
  }
  // The coupon, or a promotion, is used up: the payer takes the price that is left.
  if (error['reason'] === 'quote_changed') delete payer.code
  else assert.equal(status, 503, JSON.stringify(error))
}

async function pay(shop: Shop, payer: Payer, sessionId: string): Promise<void> {
  payer.stage = 'paying'
  const { paymentId, proof, isCancelling } = payer
  const card = payer.cards[Math.min(payer.declined, payer.cards.length - 1)] ?? ''
  const post = (path: string, body: Json) => call(shop, path, body)
  const cancelling = isCancelling ? post('/public/pay/cancel', { paymentId, proof }) : undefined
  // The request may fail before it is awaited below.
  cancelling?.catch(() => undefined)
  const result = await shop.bank.pay({ sessionId, card, post }).finally(() => cancelling)
  if (result === 'declined') payer.declined += 1
  if (result === 'waiting') payer.stage = 'waiting'
}

async function call({ url, replied }: Shop, path: string, body?: Json): Promise<Reply> {
  const response = await fetch(`${url}${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'content-type': 'application/json' },
    ...(body !== undefined && { body: JSON.stringify(body) }),
    signal: AbortSignal.timeout(15_000),
  })
  const reply = objectOf(await response.json())
  replied()
  return { status: response.status, data: objectOf(reply['data'] ?? {}), error: objectOf(reply['error'] ?? {}) }
}
