import assert from 'node:assert/strict'
import type { Account, AccountKind, Log } from '#kit/call/context.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import type { Product } from '#kit/nouns/product.ts'
import type { Resource } from '#kit/nouns/resource.ts'
import { loadRecipes } from '#test/world/recipes.ts'
import { openBrowserOf, type Browser, type BrowserHeaders, type BrowserOptions } from '#test/world/signedIn.ts'
import { castOf, foundTenant, issueKey, type Cast } from '#test/world/tenants.ts'
import { until } from '#test/world/until.ts'
import {
  firstEvent,
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
import type { Recipes } from './recipe.ts'
import { plainOf, propertiesOf, sampleOf } from './schema.ts'

/** A rule for every operation that `applies` selects. */
export type Rule = {
  name: string
  applies(of: Operation, among: Nouns): boolean
  /** Throws an assertion that names the violation. */
  check(stage: Stage, of: Operation): Promise<void>
}

/** Products with their nouns and operations by id. */
export type Nouns = {
  products: readonly Product[]
  resourceOf(of: Operation): Resource | undefined
  operation(id: string): Operation | undefined
}

/** A server on which rules test operations, each in accounts of its own. */
export type Stage = Nouns & {
  world: World
  recipes: Recipes
  /** Log lines since the start. */
  logs: string[]
  cast: Cast
  send(of: Operation, input: Json, how: SendOptions): Promise<Reply>
  raw(of: Operation, request: RawRequest): Promise<Reply>
  /** A fresh account with a secret key. */
  scene(kind?: AccountKind): Promise<Scene>
  /** Rows of an account in every table, as text. A refused request must not change them. */
  snapshot(account: Account): Promise<string[]>
  /** Fails when the rows of the account have changed. */
  unchanged(account: Account, before: string[], what: string): Promise<void>
  rows(sql: string, values: unknown[]): Promise<Json[]>
  [Symbol.asyncDispose](): Promise<void>
}
export type RawRequest = {
  key?: string | null
  headers?: Record<string, string>
  payload?: string | Buffer
  query?: string
  method?: string
}

/** An account for one rule. */
export type Scene = {
  account: Account
  /** Secret key of the account. */
  key: string
  keyId: string
  newKey(draft: Parameters<typeof issueKey>[2]): Promise<string>
  /** Credentials for an operation: the session of a person for operations of people, else the key. */
  caller(of: Operation): Promise<{ key: string | null; headers?: BrowserHeaders }>
  /** A new member of the account, signed in. */
  signIn(options?: BrowserOptions): Promise<Browser>
  /** People of the account. */
  people: Browser[]
  send(of: Operation, input: Json, how?: SendOptions): Promise<Reply>
  /** The example of an operation, with new records for the ids in it. */
  example(of: Operation): Promise<Json>
  /** A new record of a noun by the example of its create, varied where it must be unique. */
  make(resourceId: string, override?: Json): Promise<Json>
}

/** `sql` runs before anything else: for tables that only a test has. */
export type StageOptions = Pick<WorldOptions, 'products' | 'rates' | 'outboundResolve' | 'publicUrl'> & { sql?: string }

/** Opens a stage. `await using` closes it. */
export async function openStage(options: StageOptions = {}): Promise<Stage> {
  const logs: string[] = []
  const note = (message: string, more?: Json) => void logs.push(`${message} ${JSON.stringify(more ?? {})}`)
  const log: Log = { debug: note, info: note, warn: note, error: note }
  const w = await world({ ...options, log })
  const { app } = w
  const rows = async (sql: string, values: unknown[]): Promise<Json[]> => (await app.pools.work.query(sql, values)).rows
  const tallied = app.products.flatMap(({ tallies }) => tallies.map(({ table }) => table))
  if (options.sql !== undefined) await app.pools.work.query(options.sql)
  const snapshotSql = await snapshotText(rows, tallied)
  const stage: Stage = {
    ...nounsOf(app.products),
    // Scenes run concurrently, and each run is over all accounts.
    world: { ...w, settle: sharedRuns(() => w.settle()) },
    recipes: await loadRecipes(),
    logs,
    cast: await castOf(w),
    send: (of, input, how) => sendTo(app, of, { input, ...how }),
    raw: (of, request) => rawTo(w, of, request),
    scene: (kind) => openScene(stage, kind ?? 'business'),
    async snapshot(account) {
      // Named: the server plans its many tables once per connection.
      const read = { name: 'conformance.snapshot', text: snapshotSql, values: [account.id] }
      return (await app.pools.work.query(read)).rows.map((row) => String(row.x))
    },
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

/** Runs one at a time. Callers during a run share the next one, which begins after all of them called. */
function sharedRuns(run: () => Promise<void>): () => Promise<void> {
  let last: Promise<void> = Promise.resolve()
  let next: Promise<void> | undefined
  return () => {
    next ??= last
      .catch(() => undefined)
      .then(() => {
        next = undefined
        last = run()
        return last
      })
    return next
  }
}

/** The id of an operation's noun: `<product>.<noun>`. */
export function nounOf(of: Operation): string {
  return of.id.slice(0, of.id.lastIndexOf('.'))
}

/** Looks nouns and operations of products up by id. */
export function nounsOf(products: readonly Product[]): Nouns {
  const resources = new Map(products.flatMap((product) => product.resources).map((each) => [each.id, each]))
  const operations = new Map(products.flatMap((product) => product.operations).map((each) => [each.id, each]))
  return { products, resourceOf: (of) => resources.get(nounOf(of)), operation: (id) => operations.get(id) }
}

/** A fresh account whose requests go through this very stage. */
export async function openScene(stage: Stage, kind: AccountKind): Promise<Scene> {
  const { account, key, keyId } = await foundTenant(stage.world, kind)
  const make: Scene['make'] = (resourceId, override) => made(scene, stage, { resourceId, override, known: new Map() })
  let person: Promise<Browser> | undefined
  const scene: Scene = {
    account,
    key,
    keyId,
    make,
    newKey: (draft) => issueKey(stage.world, account, draft),
    people: [],
    async signIn(options) {
      const browser = await openBrowserOf(stage.world.app, account, options)
      scene.people.push(browser)
      return browser
    },
    async caller(of) {
      if (of.credential !== 'person') return { key }
      const {
        person: { id },
        headers,
      } = await (person ??= scene.signIn())
      if (!Object.hasOwn(stage.recipes.endsAccess, of.id)) return { key: null, headers }
      const open = await stage.rows('select id from person_session where person_id = $1', [id])
      if (open.length === 0) person = scene.signIn()
      return { key: null, headers: (await person).headers }
    },
    async send(of, input, how = {}) {
      const own = await scene.caller(of)
      const headers = { ...own.headers, ...how.headers }
      return begun(scene, stage, { of, reply: await stage.send(of, input, { ...own, ...how, headers }) })
    },
    async example(of) {
      await scene.caller(of)
      const given = stage.recipes.examples[of.id]
      if (given !== undefined) return given(scene, stage)
      return objectOf(await resolved(scene, stage, { value: of.example, known: new Map() }))
    },
  }
  return scene
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

/** Waits for the first task of a record, which would change the record during a rule. */
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

/** The input with other values in the conflicting fields. */
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
      if (has !== undefined) await stage.recipes.give[name]?.(stage.world.app, record)
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
  const sent = {
    // cast: the methods of tests are those of HTTP.
    method: (method ?? of.method) as 'POST',
    url: of.path.replace(/\{\w+\}/g, 'x') + (query === undefined ? '' : `?${query}`),
    headers: { ...(typeof key === 'string' ? { 'x-service-api-key': key } : {}), ...headers },
  }
  if (of.events !== undefined && method === undefined) return firstEvent(app, sent)
  const response = await app.server.inject({ ...sent, ...(payload === undefined ? {} : { payload }) })
  let body: Json = {}
  if (response.body.startsWith('{')) body = objectOf(JSON.parse(response.body))
  return { status: response.statusCode, headers: response.headers, body, text: response.body }
}

/**
 * Tables and columns that the platform's own work changes at any time; a caught mail follows a task of the outbox, the
 * name of an attribute the fact of a change.
 */
const elsewhere =
  /^(ops_|(account_(request|inbox|mail|audit_(leaf|seal))|ledger_seal|directory_\w+_feed|marketing_attribute)$)/
const columnsLeftOut =
  "array['last_used_at', 'last_seen_at', 'published_at', 'seal_sequence', 'seal_position', 'digest']"

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
  const members = 'select person_id from person_membership where account_id = $1'
  const ofPeople = ['person_passkey', 'person_recovery_code', 'person_session'].map(
    (table) =>
      `select '${table} ' || (to_jsonb(t) - ${columnsLeftOut})::text as x from ${table} t
       where person_id in (${members})`,
  )
  const people = `select 'person_person ' || to_jsonb(t)::text as x from person_person t where id in (${members})`
  return `${[...each, ...ofPeople, people].join(' union all ')} order by 1`
}

/** Records of nouns without a create operation, made by the recipe of the product; some appear later. */
async function happened(scene: Scene, stage: Stage, resourceId: string): Promise<Json> {
  const list = stage.operation(`${resourceId}.all`)
  assert.ok(list, `${resourceId} has neither a create to make one with nor a list to find one in`)
  const [first] = await happenings(scene, stage, { list, input: {}, min: 1 })
  return objectOf(first)
}

type Happening = { list: Operation; input: Json; min: number }

/** Lets records of a noun without a create appear until a list shows as many of them. */
export async function happenings(scene: Scene, stage: Stage, { list, input, min }: Happening): Promise<Json[]> {
  const happen = stage.recipes.happen[nounOf(list)]
  assert.ok(happen, `${nounOf(list)} has neither a create nor a line in \`happen\` of its product's test/recipe.ts`)
  await happen(scene, stage, min)
  const look = async () => {
    await stage.world.settle()
    // Pending entries of earlier requests would be added to the log while its pages are read.
    await stage.world.app.observation.requestLog.flush()
    const reply = await scene.send(list, input)
    assert.equal(reply.status, 200, `${list.id}: ${reply.text}`)
    return arrayOf(objectOf(reply.body['data'])['items'])
  }
  return until(look, (items) => items.length >= min)
}
