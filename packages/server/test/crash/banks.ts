import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { Stripe } from 'stripe'
import { fakeStripe, type PayerAct, type StripeApi, type StripeEvent } from '#test/fakes/stripeApi.ts'
import { randomOf } from '#test/world/random.ts'
import { objectOf, type Json } from '#test/world/world.ts'
import { callApi, inDatabase, type Platform } from './platform.ts'

/** Reply of the platform to a request of a payer. */
export type Reply = { status: number; data: Json; error: Json }
/** A card on the page of a session. `post` sends a request of the payer to the platform. */
export type CardUse = { sessionId: string; card: string; post(path: string, body: Json): Promise<Reply> }
/** waiting: the payer is done on the page. open: the page takes another try. */
export type CardResult = 'waiting' | 'declined' | 'open'

/** A provider of the crash test: settings of the platform for it, its payers' page, and its books. */
export type Bank = {
  settings: Record<string, string>
  /** Makes it the provider of the account. */
  connect(platform: Platform): Promise<void>
  pay(use: CardUse): Promise<CardResult>
  /** Rows `session, charge, amount, fee, email` of all sessions; charge is null without a success. */
  sessions(dataDir: string): Promise<Json[]>
  /** Whether it has reported everything to the platform. */
  isIdle(): boolean
  [Symbol.asyncDispose](): Promise<void>
}

/** The built-in sandbox, whose books are in the database of the platform. */
export async function sandboxBank(): Promise<Bank> {
  return {
    settings: {},
    connect: async () => undefined,
    async pay({ sessionId, card, post }) {
      const paid = await post('/public/sandbox/pay', { sessionId, card })
      if (paid.error['reason'] === 'card_declined') return 'declined'
      if (paid.data['status'] === 'requiresAction') {
        const { status } = await post('/public/sandbox/pay', { sessionId, decision: 'approve' })
        return status === 200 ? 'waiting' : 'open'
      }
      if (paid.status === 200 || paid.error['reason'] === 'session_ended') return 'waiting'
      assert.equal(paid.status, 503, JSON.stringify(paid.error))
      return 'open'
    },
    sessions: (dataDir) => inDatabase(dataDir, sandboxSessions),
    isIdle: () => true,
    [Symbol.asyncDispose]: async () => undefined,
  }
}

const sandboxSessions = `
select id as session, case when status = 'succeeded' then 'sch_' || replace(id::text, '-', '') end as charge,
  amount, fee, email
from pay_sandbox_session`

const webhookSecret = 'whsec_fake0123456789'
/** A response comes so much later than its effect at most: a crash between them loses it. */
const latencyMsMax = 60
const deliveryMsMax = 40
const settleMsMax = 400
/** Part of the events that arrive twice. */
const doubled = 0.3

/** Cards of the sandbox as acts at Stripe. */
const acts: Readonly<Record<string, PayerAct>> = {
  '4000000000000002': 'decline',
  '4000002500003155': 'authenticate',
  '4000000000000077': 'payLater',
}

/** Stripe by its fake in this process, which outlives the platform. Events arrive late, twice and in any order. */
export async function stripeBank(seed: number): Promise<Bank> {
  const random = randomOf(seed)
  const api = await fakeStripe(() => new Date())
  api.server.latencyMs = () => random() * latencyMsMax
  const webhook = openWebhook(api, random)
  const settling = new Set<Promise<void>>()
  const settleLater = (sessionId: string) => {
    const settled = sleep(random() * settleMsMax).then(() => {
      api.act(sessionId, 'settle')
      settling.delete(settled)
    })
    settling.add(settled)
  }
  return {
    settings: { STRIPE_API_URL: api.server.url, OUTBOUND_ALLOW_PRIVATE: 'on' },
    async connect(platform) {
      const draft = { name: 'Stripe', kind: 'stripe', secrets: { secretKey: api.secretKey, webhookSecret } }
      const { webhookUrl } = await callApi(platform, 'payment/provider/create', draft)
      webhook.deliverTo(`${platform.url}${new URL(String(webhookUrl)).pathname}`)
    },
    async pay({ sessionId, card }) {
      await sleep(random() * deliveryMsMax)
      if (api.session(sessionId)['status'] !== 'open') return 'waiting'
      const by = acts[card] ?? 'pay'
      api.act(sessionId, by)
      if (by === 'decline') return 'declined'
      if (by === 'authenticate') return finishStep(api, sessionId, random)
      if (by === 'payLater') settleLater(sessionId)
      return 'waiting'
    },
    sessions: async () => api.sessions().map(rowOf),
    isIdle: () => settling.size === 0 && webhook.isIdle(),
    async [Symbol.asyncDispose]() {
      await webhook.close()
      await Promise.all(settling)
      await api[Symbol.asyncDispose]()
    },
  }
}

async function finishStep(api: StripeApi, sessionId: string, random: () => number): Promise<CardResult> {
  await sleep(random() * deliveryMsMax)
  if (api.session(sessionId)['status'] === 'open') api.act(sessionId, 'pay')
  return 'waiting'
}

/** A session of Stripe as a row. */
function rowOf(session: Json): Json {
  const charge = objectOf(objectOf(session['payment_intent'] ?? {})['latest_charge'] ?? {})
  const { fee = 0 } = objectOf(charge['balance_transaction'] ?? {})
  return {
    session: session['id'],
    charge: charge['id'] ?? null,
    amount: session['amount_total'],
    fee,
    email: session['customer_email'],
  }
}

/** Sends each event of Stripe until the platform accepts it, as Stripe does. */
function openWebhook(api: StripeApi, random: () => number) {
  let url: string | undefined
  let isOpen = true
  let seen = 0
  const pending: StripeEvent[] = []
  const deliverOne = async () => {
    for (const event of api.events.slice(seen)) pending.push(event, ...(random() < doubled ? [event] : []))
    seen = api.events.length
    if (url === undefined || pending.length === 0) return
    const index = Math.floor(random() * pending.length)
    const event = pending[index]
    if (event !== undefined && (await isAccepted(url, api.secretKey, event))) pending.splice(index, 1)
  }
  const running = (async () => {
    while (isOpen) {
      await deliverOne()
      await sleep(random() * deliveryMsMax)
    }
  })()
  return {
    deliverTo: (to: string) => void (url = to),
    isIdle: () => pending.length === 0 && seen === api.events.length,
    async close() {
      isOpen = false
      await running
    },
  }
}

async function isAccepted(url: string, secretKey: string, event: StripeEvent): Promise<boolean> {
  const payload = JSON.stringify(event)
  const signature = new Stripe(secretKey).webhooks.generateTestHeaderString({ payload, secret: webhookSecret })
  const headers = { 'stripe-signature': signature, 'content-type': 'application/json' }
  const signal = AbortSignal.timeout(15_000)
  // A killed server closes its connections: the event is sent again.
  const response = await fetch(url, { method: 'POST', headers, body: payload, signal }).catch(() => undefined)
  await response?.arrayBuffer().catch(() => undefined)
  assert.notEqual(response?.status, 400, 'the platform refuses an authentic event')
  return response?.ok === true
}
