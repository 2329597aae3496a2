import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { fakeStripe, type StripeApi } from '#test/fakes/stripeApi.ts'
import { world, type Json, type World } from '#test/world/world.ts'
import { linkOf, startOf } from './checkouts.ts'

const secrets = { secretKey: 'sk_test_fake0123456789', webhookSecret: 'whsec_canaryHook98765' }
const newer = { secretKey: 'rk_test_fake0123456789', webhookSecret: 'whsec_canaryNext43210' }
const needles = ['fake0123456789', 'canaryHook98765', 'canaryNext43210']
const encoded = needles.flatMap((text) => [text, Buffer.from(text).toString('hex'), btoa(text).slice(0, -4)])

let api: StripeApi
let w: World
const logged: string[] = []
const answers: string[] = []

before(async () => {
  api = await fakeStripe(() => w.clock.now())
  const note = (...all: unknown[]) => void logged.push(JSON.stringify(all, errorsWhole))
  const log = { debug: note, info: note, warn: note, error: note }
  w = await world({ log, settings: readSettings(productSettings, { STRIPE_API_URL: api.server.url }) })
})
after(async () => {
  await w[Symbol.asyncDispose]()
  await api[Symbol.asyncDispose]()
})

function errorsWhole(_name: string, value: unknown): unknown {
  return value instanceof Error ? { message: value.message, stack: value.stack, cause: value.cause } : value
}

async function send(id: string, input: Json, options: object = {}): Promise<Json> {
  const { text } = await w.send(id, input, options)
  answers.push(`${id} ${text}`)
  return Object(JSON.parse(text))
}

/** A company that repeats the key of a request in its refusals. */
function indiscreet(status: number) {
  api.server.trouble = ({ headers }) => ({
    status,
    body: { error: { type: 'api_error', message: `Refused: ${String(headers.authorization)}` } },
  })
}

test('secrets of a provider are in no answer, log line, fact, audit row, job, export or column', async () => {
  const made = await send('payments.provider.create', { name: 'Stripe', kind: 'stripe', secrets })
  const providerId = String(Object(made['data'])['id'])
  const link = await linkOf(w, { providerId })
  const { id: paymentId } = await startOf(w, link)
  for (const status of [500, 401]) {
    indiscreet(status)
    await send('payments.provider.check', { providerId })
    await startOf(w, link).catch((error: unknown) => answers.push(String(error)))
    await send('payments.provider.create', { name: 'Other', kind: 'stripe', secrets: newer })
    await w.settle()
  }
  api.server.trouble = () => undefined
  await send('payments.provider.update', { providerId, secrets: newer })
  await send('payments.provider.update', { providerId, secrets: { webhookSecret: `${newer.webhookSecret} x` } })
  await send('payments.provider.delete', { providerId })
  await w.settle()
  const reads = w.app.products
    .flatMap((product) => product.operations)
    .filter(({ scope, events, credential }) => scope.endsWith(':read') && events === undefined && credential !== 'none')
  for (const { id, method } of reads) {
    for (const input of [{}, { limit: 100 }, { providerId }, { paymentId }]) {
      await send(id, input)
      if (method !== 'GET') continue
      const { text } = await w.send(id, input, { headers: { accept: 'text/csv' } })
      answers.push(`${id} ${text}`)
    }
  }
  assert.ok(reads.length > 100 && answers.length > 400 && logged.length > 5, `${answers.length}, ${logged.length}`)
  assert.deepEqual(answers.filter(isRevealing), [])
  assert.deepEqual(logged.filter(isRevealing), [])
  assert.deepEqual((await rowsOfAll()).filter(isRevealing), [])
})

function isRevealing(text: string): boolean {
  return encoded.some((each) => text.includes(each))
}

/** Every row of every table, as text. */
async function rowsOfAll(): Promise<string[]> {
  const { work } = w.app.pools
  const { rows: tables } = await work.query(
    `select format('%I.%I', table_schema, table_name) as name from information_schema.tables
     where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`,
  )
  const found: string[] = []
  for (const { name } of tables) {
    const { rows } = await work.query(`select t::text as row from ${String(name)} t`)
    found.push(...rows.map(({ row }) => `${String(name)} ${String(row)}`))
  }
  assert.ok(tables.length > 100 && found.some((row) => row.includes('payments_provider')), `${tables.length} tables`)
  return found
}
