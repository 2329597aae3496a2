import assert from 'node:assert/strict'
import type { Account, AccountKind, Log } from '#kit/call/context.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { executor, transaction } from '#platform/db/pools.ts'
import { createAccount, suspendAccount } from '#products/account/account.ts'
import { issue, revoke, type KeyDraft } from '#products/account/key.ts'
import { makeKey } from '#platform/auth/keyFormat.ts'
import { mailPort } from '#platform/mail/mailPort.ts'
import { giveMedia } from '#test/video/givenMedia.ts'
import { until } from '#test/world/until.ts'
import {
  arrayOf,
  objectOf,
  sendTo,
  underPrefix,
  world,
  type Json,
  type Reply,
  type SendOptions,
  type World,
  type WorldOptions,
} from '#test/world/world.ts'
import { plainOf, propertiesOf, sampleOf } from './schema.ts'

/** What every operation must hold. `applies` says to which operations it speaks. */
export type Rule = {
  name: string
  applies(of: Operation, stage: Stage): boolean
  /** Throws an assertion that says what is broken. */
  check(stage: Stage, of: Operation): Promise<void>
}

/** A server on which operations are put to the test, each in accounts of its own. */
export type Stage = {
  world: World
  products: readonly Product[]
  /** Everything logged so far. */
  logs: string[]
  cast: Cast
  resourceOf(of: Operation): Resource | undefined
  operation(id: string): Operation | undefined
  send(of: Operation, input: Json, how: SendOptions): Promise<Reply>
  raw(of: Operation, request: RawRequest): Promise<Reply>
  /** A fresh account with a secret key. */
  scene(kind?: AccountKind): Promise<Scene>
  /** Rows of an account in every table, as text: what a refused request must leave as it was. */
  snapshot(account: Account): Promise<string[]>
  /** Fails when the account's rows are others than before. */
  unchanged(account: Account, before: string[], what: string): Promise<void>
  rows(sql: string, values: unknown[]): Promise<Json[]>
  [Symbol.asyncDispose](): Promise<void>
}
export type RawRequest = {
  key?: string
  headers?: Record<string, string>
  payload?: string | Buffer
  query?: string
  method?: string
}

/** One account that a rule may do with as it likes. */
export type Scene = {
  account: Account
  /** Its secret key. */
  key: string
  keyId: string
  newKey(draft: KeyDraft): Promise<string>
  send(of: Operation, input: Json, how?: SendOptions): Promise<Reply>
  /** The example of an operation; what it needs is made first, anew each time. */
  example(of: Operation): Promise<Json>
  /** A new record of a noun by the example of its create, varied where it must be unique. */
  make(resourceId: string, override?: Json): Promise<Json>
}

/** Keys that must be refused, made once. */
export type Cast = {
  unauthentic: Record<'missing' | 'malformed' | 'unknown' | 'expired' | 'revoked', string | undefined>
  scopeless: string
  publicKey: string
  elsewhere: string
  personal: string
  suspended: string
}

/** The only origin that the cast's public key may be used from. */
export const allowedOrigin = 'https://shop.example'

/** `sql` runs before anything else: for tables that only a test has. */
export type StageOptions = Pick<WorldOptions, 'products' | 'rates' | 'outboundResolve'> & { sql?: string }

/** Opens a stage. `await using` closes it. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const logs: string[] = []
  const note = (message: string, more?: Json) => void logs.push(`${message} ${JSON.stringify(more ?? {})}`)
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const w = await world({ ...options, log })
  const { app } = w
  const resources = new Map(app.products.flatMap((product) => product.resources).map((each) => [each.id, each]))
  const operations = new Map(app.products.flatMap((product) => product.operations).map((each) => [each.id, each]))
  const rows = async (sql: string, values: unknown[]): Promise<Json[]> => (await app.pools.work.query(sql, values)).rows
  const tallied = app.products.flatMap(({ tallies }) => tallies.map(({ table }) => table))
  if (options.sql !== undefined) await app.pools.work.query(options.sql)
  const snapshotSql = await snapshotText(rows, tallied)
  const stage: Stage = {
    world: w,
    products: app.products,
    logs,
    cast: await castOf(w),
    resourceOf: (of) => resources.get(of.id.slice(0, of.id.lastIndexOf('.'))),
    operation: (id) => operations.get(id),
    send: (of, input, how) => sendTo(app, of, { input, ...how }),
    raw: (of, request) => rawTo(w, of, request),
    scene: (kind) => openScene(stage, kind ?? 'business'),
    snapshot: async (account) => (await rows(snapshotSql, [account.id])).map((row) => String(row['x'])),
    async unchanged(account, before, what) {
      const after = await stage.snapshot(account)
      const gone = before.filter((row) => !after.includes(row))
      const fresh = after.filter((row) => !before.includes(row))
      assert.deepEqual({ gone, fresh }, { gone: [], fresh: [] }, `${what}: ${[...gone, '=>', ...fresh].join('\n')}`)
    },
    rows,
    [Symbol.asyncDispose]: () => w[Symbol.asyncDispose](),
  }
  return stage
}

/** A fresh account whose requests go through this very stage. */
export async function openScene(stage: Stage, kind: AccountKind): Promise<Scene> {
  const { account, key, keyId } = await foundOne(stage.world, kind)
  const make: Scene['make'] = (resourceId, override) => made(scene, stage, { resourceId, override, known: new Map() })
  const scene: Scene = {
    account,
    key,
    keyId,
    make,
    newKey: async (draft) => (await issue(stage.world.app.operatorCtx(account, 'test'), draft)).secret,
    send: async (of, input, how) => begun(scene, stage, { of, reply: await stage.send(of, input, { key, ...how }) }),
    example: (of) => resolved(scene, stage, { value: of.example, known: new Map() }).then(objectOf),
  }
  return scene
}

async function foundOne({ app }: World, kind: AccountKind) {
  const draft = { name: 'One of many', kind }
  const { liveId } = await transaction(app.pools, (db) => createAccount(db, draft, app.kernel.now()))
  const account = await app.kernel.accounts.find(liveId)
  assert.ok(account)
  const made = await issue(app.operatorCtx(account, 'test'), { name: 'First key', kind: 'secret' })
  return { account, key: made.secret, keyId: made.record.id }
}

type Making = { resourceId: string; override?: Json | undefined; known: Map<string, unknown> }
let variants = 0

async function made(scene: Scene, stage: Stage, { resourceId, override, known }: Making): Promise<Json> {
  const create = stage.operation(`${resourceId}.create`)
  if (create === undefined) return happened(scene, stage, resourceId)
  let input: Json = { ...objectOf(await resolved(scene, stage, { value: create.example, known })), ...override }
  for (let attempt = 0; ; attempt++) {
    const reply = await scene.send(create, input)
    if (reply.status === 200) return objectOf(reply.body['data'])
    assert.ok(reply.status === 409 && attempt < 3, `${create.id}: the example is refused: ${reply.text}`)
    input = variant(create, input, reply)
  }
}

/** A record that waits for its first task is waited for: a rule would see it change by itself. */
async function begun(scene: Scene, stage: Stage, { of, reply }: { of: Operation; reply: Reply }): Promise<Reply> {
  const resource = stage.resourceOf(of)
  const get = stage.operation(`${resource?.id}.get`)
  const made = plainOf(reply.body['data'])
  if (made['status'] !== 'pending' || resource === undefined || get === undefined) return reply
  const look = async () => {
    await stage.world.settle()
    const { body } = await stage.send(get, { [resource.idKey]: made['id'] }, { key: scene.key })
    return plainOf(body['data'])
  }
  await until(look, ({ status }) => status !== 'pending')
  return reply
}

/** The input with other values in the fields that a conflict names. */
function variant(create: Operation, input: Json, reply: Reply): Json {
  const fields = Object(reply.body['error'])['fields'] ?? []
  const result = { ...input }
  for (const { path } of fields) {
    const name = String(path).slice(1)
    const schema = propertiesOf(create.input)[name]
    variants += 1
    if (schema !== undefined) result[name] = sampleOf(schema, variants)
  }
  return result
}

type Resolving = { value: unknown; known: Map<string, unknown> }

async function resolved(scene: Scene, stage: Stage, { value, known }: Resolving): Promise<unknown> {
  if (Array.isArray(value)) {
    const items: unknown[] = []
    for (const each of value) items.push(await resolved(scene, stage, { value: each, known }))
    return items
  }
  if (typeof value !== 'object' || value === null) return value
  const { madeFirst: resourceId, as: prefix, has } = plainOf(value)
  if (typeof resourceId === 'string') {
    const name = `${resourceId} ${String(has)}`
    if (!known.has(name)) {
      const record = await made(scene, stage, { resourceId, known })
      if (has === 'media') await giveMedia(stage.world.app, record)
      known.set(name, record['id'])
    }
    return underPrefix(String(known.get(name)), prefix)
  }
  const result: Json = {}
  for (const [name, each] of Object.entries(value)) result[name] = await resolved(scene, stage, { value: each, known })
  return result
}

async function rawTo({ app }: World, of: Operation, request: RawRequest): Promise<Reply> {
  const { key, headers, payload, query, method } = request
  const response = await app.server.inject({
    // cast: the methods of tests are those of HTTP.
    method: (method ?? of.method) as 'POST',
    url: of.path.replace(/\{\w+\}/g, 'x') + (query === undefined ? '' : `?${query}`),
    headers: { ...(key === undefined ? {} : { 'x-service-api-key': key }), ...headers },
    ...(payload === undefined ? {} : { payload }),
  })
  let body: Json = {}
  if (response.body.startsWith('{')) body = objectOf(JSON.parse(response.body))
  return { status: response.statusCode, headers: response.headers, body, text: response.body }
}

async function castOf(w: World): Promise<Cast> {
  const { app, clock } = w
  const { account } = await foundOne(w, 'business')
  const ctx = app.operatorCtx(account, 'test')
  const key = async (draft: Omit<KeyDraft, 'name'>) => issue(ctx, { name: 'Cast', ...draft })
  const expired = await key({ kind: 'secret', expiresAt: new Date(clock.now().getTime() - 1).toISOString() })
  const revoked = await key({ kind: 'secret' })
  await revoke(ctx, revoked.record.id)
  const banned = await foundOne(w, 'business')
  await suspendAccount(executor(app.pools.work, true), banned.account.id, { isSuspended: true, at: clock.now() })
  app.keyring.forget(banned.account.id)
  const open = { allowedOrigins: [allowedOrigin] }
  return {
    unauthentic: {
      missing: undefined,
      malformed: 'fg_sk_live_nothing',
      unknown: makeKey('secret', 'live'),
      expired: expired.secret,
      revoked: revoked.secret,
    },
    scopeless: (await key({ kind: 'restricted', scopes: ['nothing.nowhere:read'] })).secret,
    publicKey: (await key({ kind: 'public', ...open })).secret,
    elsewhere: (await key({ kind: 'secret', allowedAddresses: ['203.0.113.0/24'] })).secret,
    personal: (await foundOne(w, 'personal')).key,
    suspended: banned.key,
  }
}

/** Tables that the platform's own work writes by and by, and columns of the same kind. */
const elsewhere = /^(ops_|account_(request|inbox)|account_audit_(leaf|seal)$|directory_\w+_feed$)/
const columnsLeftOut = "array['last_used_at', 'published_at']"

async function snapshotText(rows: Stage['rows'], tallied: readonly string[]): Promise<string> {
  const found = await rows(
    `select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_name)
     where c.table_schema = 'public' and t.table_schema = 'public' and c.column_name = 'account_id' order by 1`,
    [],
  )
  const tables = found
    .map((row) => String(row['name']))
    .filter((name) => !elsewhere.test(name) && !tallied.some((table) => name.startsWith(table)))
  const each = tables.map(
    (table) =>
      `select '${table} ' || (to_jsonb(t) - ${columnsLeftOut})::text as x from ${table} t where account_id = $1`,
  )
  return `${each.join(' union all ')} order by 1`
}

/** Nouns that no one creates: they come about when something else happens, some a little later. */
async function happened(scene: Scene, stage: Stage, resourceId: string): Promise<Json> {
  const list = stage.operation(`${resourceId}.all`)
  assert.ok(list, `${resourceId} has neither a create to make one with nor a list to find one in`)
  const [first] = await happenings(scene, stage, { list, input: {}, min: 1 })
  return objectOf(first)
}

type Happening = { list: Operation; input: Json; min: number }

/** Lets things happen in an account until a list shows as many of them. */
export async function happenings(scene: Scene, stage: Stage, { list, input, min }: Happening): Promise<Json[]> {
  await scene.make('account.webhookEndpoint', { url: 'http://127.0.0.1:45871/', facts: ['*'] })
  const create = stage.operation('account.key.create')
  assert.ok(create)
  for (let made = 0; made < min; made++) {
    variants += 1
    const mail = { to: 'ada@example.com', subject: 'Hello', text: 'Hello Ada', idempotencyKey: `mail ${variants}` }
    await stage.world.app.kernel.ports.get(mailPort).send(scene.account, mail)
    await scene.make('account.key')
    // Its attendees get tickets.
    if (stage.operation('livestream.ticketingEvent.create') !== undefined) await scene.make('livestream.ticketingEvent')
    // The log of requests keeps every refusal; of a flood of successes some may be missing.
    await scene.send(create, {})
  }
  const look = async () => {
    await stage.world.settle()
    // Otherwise requests of before may come to their log while it is paged through.
    await stage.world.app.observation.requestLog.flush()
    const reply = await scene.send(list, input)
    assert.equal(reply.status, 200, `${list.id}: ${reply.text}`)
    return arrayOf(objectOf(reply.body['data'])['items'])
  }
  return until(look, (items) => items.length >= min)
}
