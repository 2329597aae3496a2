import type { Json } from '#test/world/world.ts'
import { fakeServer, type FakeReply, type FakeRequest, type FakeServer } from './fakeServer.ts'

/** Acts of a payer on the page of a session. settle, bounce: the money of a delayed method arrives, or does not. */
export type PayerAct = 'pay' | 'decline' | 'authenticate' | 'payLater' | 'settle' | 'bounce'

/** An object of the API. */
type Thing = Json & { id: string; object: string }

/** An event as a webhook of the company carries it. */
export type StripeEvent = Thing & { type: string; created: number; data: { object: Thing } }

/** An account at the company: its key, and its objects, which other accounts do not see. */
export type StripeAccount = {
  secretKey: string
  session(id: string): Thing
  /** All sessions, each with its intent, charge and balance transaction. */
  sessions(): Thing[]
  /** Acts as the payer of a session, and makes the events of it. */
  act(sessionId: string, by: PayerAct): void
  /** Opens a dispute of a charge, or moves it. */
  dispute(chargeId: string, status: string): void
  /** Events, oldest first. */
  events: StripeEvent[]
  /** Webhook endpoints, with their secrets. */
  endpoints(): Thing[]
}

/** A server that speaks the API of Stripe: sessions, refunds, disputes, balance, idempotency keys, errors. */
export type StripeApi = StripeAccount & {
  server: FakeServer
  /** Another account. */
  other: StripeAccount
  /** Another key of the first account; `secretKey` ends. */
  rollKey(): string
  [Symbol.asyncDispose](): Promise<void>
}

type Books = {
  /** Part of each id, so that no two accounts have the same ids. */
  mark: string
  /** End of each valid key, after its kind and mode. */
  keyEnd: string
  sessions: Map<string, Thing>
  intents: Map<string, Thing>
  charges: Map<string, Thing>
  moves: Map<string, Thing>
  refunds: Map<string, Thing>
  disputes: Map<string, Thing>
  endpoints: Map<string, Thing>
  endpointsMade: number
  replies: Map<string, { body: string; reply: FakeReply }>
  events: StripeEvent[]
  now(): number
}

const leastAmount = 50

/** Opens the fake. `now`: its clock. */
export async function fakeStripe(now: () => Date): Promise<StripeApi> {
  const own = booksOf(now, { mark: '', keyEnd: 'fake0123456789' })
  const other = booksOf(now, { mark: 'other_', keyEnd: 'other0123456789' })
  const server = await fakeServer((request) => {
    const reply = replyTo([own, other], request)
    return { ...reply, headers: { date: now().toUTCString(), 'request-id': 'req_fake', ...reply.headers } }
  })
  return {
    ...accountOf(own),
    server,
    other: accountOf(other),
    rollKey: () => {
      own.keyEnd = 'rolled0123456789'
      return keyOf(own)
    },
    [Symbol.asyncDispose]: () => server[Symbol.asyncDispose](),
  }
}

function booksOf(now: () => Date, names: Pick<Books, 'mark' | 'keyEnd'>): Books {
  return {
    ...names,
    sessions: new Map(),
    intents: new Map(),
    charges: new Map(),
    moves: new Map(),
    refunds: new Map(),
    disputes: new Map(),
    endpoints: new Map(),
    endpointsMade: 0,
    replies: new Map(),
    events: [],
    now: () => Math.floor(now().getTime() / 1000),
  }
}

function keyOf({ keyEnd }: Books): string {
  return `sk_test_${keyEnd}`
}

function accountOf(books: Books): StripeAccount {
  const session = (id: string) => known(books.sessions, id)
  return {
    secretKey: keyOf(books),
    session,
    sessions: () => [...books.sessions.values()].map((each) => expanded(books, each)),
    act: (sessionId, by) => act(books, session(sessionId), by),
    dispute: (chargeId, status) => dispute(books, known(books.charges, chargeId), status),
    events: books.events,
    endpoints: () => [...books.endpoints.values()],
  }
}

function replyTo(accounts: readonly Books[], request: FakeRequest): FakeReply {
  const { method, path, headers } = request
  const [, keyEnd] = /^Bearer [sr]k_(?:test|live)_(\w+)$/.exec(headers.authorization ?? '') ?? []
  const books = accounts.find((each) => each.keyEnd === keyEnd)
  if (books === undefined) return refusal(401, 'Invalid API Key provided')
  const key = headers['idempotency-key']
  if (method !== 'POST' || typeof key !== 'string') return serve(books, request)
  const body = JSON.stringify([path, request.body])
  const former = books.replies.get(key)
  if (former !== undefined && former.body !== body) {
    const text = 'Keys for idempotent requests can only be used with the same parameters'
    return refusal(400, text, { type: 'idempotency_error' })
  }
  const reply = former?.reply ?? serve(books, request)
  // Refusals of the input are not kept under the key.
  if (reply.status < 400) books.replies.set(key, { body, reply })
  return former === undefined ? reply : { ...reply, headers: { 'idempotent-replayed': 'true' } }
}

function serve(books: Books, request: FakeRequest): FakeReply {
  const { method, path, query, body } = request
  const form = Object(body)
  const [, , noun = '', id = '', verb = ''] = path.replace('/checkout', '').split('/')
  switch (`${method} ${noun}${id === '' ? '' : '/id'}${verb === '' ? '' : `/${verb}`}`) {
    case 'GET balance':
      return ok({ object: 'balance', available: [] })
    case 'POST sessions':
      return open(books, form)
    case 'GET sessions/id': {
      const found = books.sessions.get(id)
      if (found === undefined) return refusal(404, `No such checkout.session: ${id}`, { code: 'resource_missing' })
      return ok(query.has('expand[0]') ? expanded(books, found) : found)
    }
    case 'POST sessions/id/expire':
      return expire(books, id)
    case 'POST refunds':
      return refund(books, form)
    case 'GET refunds':
    case 'GET disputes': {
      const all = [...(noun === 'refunds' ? books.refunds : books.disputes).values()]
      return ok(
        listOf(
          path,
          all.filter(({ charge }) => charge === query.get('charge')),
        ),
      )
    }
    case 'GET webhook_endpoints':
      return ok(
        listOf(
          path,
          [...books.endpoints.values()].map(({ secret: _secret, ...shown }) => shown),
        ),
      )
    case 'POST webhook_endpoints':
      return makeEndpoint(books, form)
    case 'POST webhook_endpoints/id':
    case 'DELETE webhook_endpoints/id': {
      const found = books.endpoints.get(id)
      if (found === undefined) return refusal(404, `No such webhook endpoint: '${id}'`, { code: 'resource_missing' })
      if (method === 'DELETE') books.endpoints.delete(id)
      else Object.assign(found, endpointOf(form))
      const { secret: _secret, ...shown } = found
      return ok(shown)
    }
    case 'GET balance_transactions':
      return ok(listOf(path, movesOf(books, query)))
    default:
      return refusal(404, `Unrecognized request URL (${method}: ${path})`)
  }
}

/** An endpoint as the API returns it when it is made: its secret is shown once. */
function makeEndpoint(books: Books, form: Record<string, string>): FakeReply {
  if (!String(form['url']).startsWith('https://')) return refusal(400, 'Invalid URL: URL must be publicly accessible')
  const number = ++books.endpointsMade
  const made: Thing = {
    id: `we_${books.mark}${number}`,
    object: 'webhook_endpoint',
    status: 'enabled',
    api_version: form['api_version'] ?? null,
    metadata: metadataOf(form, 'metadata'),
    ...endpointOf(form),
    secret: `whsec_${books.mark}endpoint${number}00000000`,
  }
  books.endpoints.set(made.id, made)
  return ok(made)
}

function endpointOf(form: Record<string, string>): Json {
  const events = Object.entries(form).filter(([name]) => name.startsWith('enabled_events['))
  return { url: form['url'], enabled_events: events.map(([, name]) => name) }
}

function open(books: Books, form: Record<string, string>): FakeReply {
  const lines = Object.keys(form).filter((name) => /^line_items\[\d+\]\[quantity\]$/.test(name))
  const amount = lines.reduce((sum, name) => {
    const price = Number(form[name.replace('[quantity]', '[price_data][unit_amount]')])
    return sum + price * Number(form[name])
  }, 0)
  const currency = form['line_items[0][price_data][currency]'] ?? ''
  const expiresAt = Number(form['expires_at'])
  const life = expiresAt - books.now()
  if (!/^[a-z]{3}$/.test(currency)) return refusal(400, `Invalid currency: ${currency}`)
  if (!Number.isInteger(amount)) return refusal(400, 'Invalid integer: unit_amount')
  if (amount < leastAmount) {
    return refusal(400, 'The total amount due must add up to at least 50 cents.', { code: 'amount_too_small' })
  }
  if (life < 30 * 60 || life > 24 * 3600) return refusal(400, 'expires_at must be from 30 minutes to 24 hours away')
  const id = `cs_test_${books.mark}${books.sessions.size + 1}`
  const made: Thing = {
    id,
    object: 'checkout.session',
    amount_total: amount,
    client_reference_id: form['client_reference_id'] ?? null,
    created: books.now(),
    currency,
    customer_email: form['customer_email'] ?? null,
    expires_at: expiresAt,
    livemode: false,
    locale: form['locale'] ?? null,
    metadata: metadataOf(form, 'metadata'),
    mode: form['mode'],
    payment_intent: null,
    payment_status: 'unpaid',
    status: 'open',
    success_url: form['success_url'],
    cancel_url: form['cancel_url'],
    url: `https://checkout.stripe.com/c/pay/${id}`,
    intentMetadata: metadataOf(form, 'payment_intent_data[metadata]'),
    names: lines.map((name) => form[name.replace('[quantity]', '[price_data][product_data][name]')]),
  }
  books.sessions.set(id, made)
  return ok(made)
}

function expire(books: Books, id: string): FakeReply {
  const found = books.sessions.get(id)
  if (found === undefined) return refusal(404, `No such checkout.session: ${id}`, { code: 'resource_missing' })
  if (found['status'] !== 'open') {
    return refusal(400, `Only Checkout Sessions with a status in ["open"] can be expired.`)
  }
  found['status'] = 'expired'
  emit(books, 'checkout.session.expired', found)
  return ok(found)
}

function act(books: Books, session: Thing, by: PayerAct): void {
  const intent = intentOf(books, session)
  const isDone = session['status'] === 'complete'
  if (session['status'] === 'expired' || isDone !== ['settle', 'bounce'].includes(by)) {
    throw new Error(`a payer cannot ${by} a session that is ${String(session['status'])}`)
  }
  if (by === 'authenticate') Object.assign(intent, { status: 'requires_action' })
  if (by === 'decline') {
    const declined = { code: 'card_declined', decline_code: 'insufficient_funds' }
    const error = { ...declined, charge: `ch_failed_${books.mark}${books.events.length + 1}` }
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
    emit(books, 'payment_intent.payment_failed', intent)
  }
  if (by === 'payLater') {
    Object.assign(session, { status: 'complete' })
    Object.assign(intent, { status: 'processing' })
    emit(books, 'checkout.session.completed', session)
  }
  if (by === 'bounce') {
    const error = { code: 'payment_intent_payment_attempt_failed', decline_code: null }
    Object.assign(intent, { status: 'requires_payment_method', last_payment_error: error })
    emit(books, 'checkout.session.async_payment_failed', session)
  }
  if (by === 'pay' || by === 'settle') {
    Object.assign(session, { status: 'complete', payment_status: 'paid' })
    Object.assign(intent, { status: 'succeeded', last_payment_error: null, latest_charge: charge(books, session).id })
    const name = by === 'pay' ? 'completed' : 'async_payment_succeeded'
    emit(books, `checkout.session.${name}`, session)
  }
}

function intentOf(books: Books, session: Thing): Thing {
  const found = books.intents.get(String(session['payment_intent']))
  if (found !== undefined) return found
  const id = `pi_${books.mark}${books.intents.size + 1}`
  const made: Thing = { id, object: 'payment_intent', latest_charge: null, metadata: session['intentMetadata'] }
  made['currency'] = session['currency']
  books.intents.set(id, Object.assign(made, { status: 'requires_payment_method', last_payment_error: null }))
  session['payment_intent'] = id
  return made
}

function charge(books: Books, session: Thing): Thing {
  const id = `ch_${books.mark}${books.charges.size + 1}`
  const amount = Number(session['amount_total'])
  const made: Thing = {
    id,
    object: 'charge',
    amount,
    amount_captured: amount,
    amount_refunded: 0,
    balance_transaction: null,
    created: books.now(),
    currency: session['currency'],
    disputed: false,
    metadata: session['intentMetadata'],
    payment_method_details: { type: 'card', card: { brand: 'visa', last4: '4242' } },
  }
  books.charges.set(id, made)
  made['balance_transaction'] = move(books, 'charge', { source: id, amount, fee: Math.round(amount * 0.029) + 30 })
  return made
}

function move(books: Books, type: string, more: { source: string; amount: number; fee: number }): string {
  const id = `txn_${books.mark}${books.moves.size + 1}`
  books.moves.set(id, { id, object: 'balance_transaction', type, created: books.now(), currency: 'eur', ...more })
  return id
}

function refund(books: Books, form: Record<string, string>): FakeReply {
  const found = books.charges.get(form['charge'] ?? '')
  if (found === undefined) return refusal(404, `No such charge: '${form['charge']}'`, { code: 'resource_missing' })
  const amount = Number(form['amount'])
  const rest = Number(found['amount_captured']) - Number(found['amount_refunded'])
  if (rest === 0) return refusal(400, 'Charge has already been refunded.', { code: 'charge_already_refunded' })
  if (amount > rest) return refusal(400, 'Refund amount is greater than unrefunded amount on charge')
  const id = `re_${books.mark}${books.refunds.size + 1}`
  const made: Thing = {
    id,
    object: 'refund',
    amount,
    charge: found.id,
    created: books.now(),
    currency: found['currency'],
    metadata: metadataOf(form, 'metadata'),
    reason: form['reason'] ?? null,
    status: 'succeeded',
  }
  books.refunds.set(id, made)
  found['amount_refunded'] = Number(found['amount_refunded']) + amount
  move(books, 'refund', { source: id, amount: -amount, fee: 0 })
  emit(books, 'refund.created', made)
  return ok(made)
}

function dispute(books: Books, of: Thing, status: string): void {
  const former = [...books.disputes.values()].find((each) => each['charge'] === of.id)
  const id = former?.id ?? `dp_${books.mark}${books.disputes.size + 1}`
  const { amount, currency } = of
  const made: Thing = { id, object: 'dispute', charge: of.id, amount, currency, status, reason: 'fraudulent' }
  books.disputes.set(id, made)
  of['disputed'] = true
  const isClosed = ['won', 'lost'].includes(status)
  emit(books, `charge.dispute.${isClosed ? 'closed' : former === undefined ? 'created' : 'updated'}`, made)
}

function movesOf(books: Books, query: URLSearchParams): Thing[] {
  const [from, to] = [Number(query.get('created[gte]')), Number(query.get('created[lt]'))]
  const within = [...books.moves.values()].filter(({ created }) => Number(created) >= from && Number(created) < to)
  return within.map((each) => {
    const id = String(each['source'])
    const refunded = books.refunds.get(id)
    if (refunded === undefined) return { ...each, source: books.charges.get(id) }
    return { ...each, source: { ...refunded, charge: books.charges.get(String(refunded['charge'])) } }
  })
}

function expanded(books: Books, session: Thing): Thing {
  const intent = books.intents.get(String(session['payment_intent']))
  if (intent === undefined) return session
  const found = books.charges.get(String(intent['latest_charge']))
  const settled = found && { ...found, balance_transaction: books.moves.get(String(found['balance_transaction'])) }
  return { ...session, payment_intent: { ...intent, latest_charge: settled ?? null } }
}

function emit(books: Books, type: string, object: Thing): void {
  const id = `evt_${books.mark}${books.events.length + 1}`
  const copy = structuredClone(object)
  books.events.push({ id, object: 'event', type, created: books.now(), livemode: false, data: { object: copy } })
}

function metadataOf(form: Record<string, string>, of: string): Json {
  const own = Object.entries(form).filter(([name]) => name.startsWith(`${of}[`))
  return Object.fromEntries(own.map(([name, value]) => [name.slice(of.length + 1, -1), value]))
}

function known(things: ReadonlyMap<string, Thing>, id: string): Thing {
  const found = things.get(id)
  if (found === undefined) throw new Error(`${id} was never made`)
  return found
}

function listOf(url: string, data: Thing[]): Json {
  return { object: 'list', url, has_more: false, data }
}

function ok(body: Json): FakeReply {
  return { status: 200, body }
}

function refusal(status: number, message: string, more: Json = {}): FakeReply {
  return { status, body: { error: { type: 'invalid_request_error', message, ...more } } }
}
