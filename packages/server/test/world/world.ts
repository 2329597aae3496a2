import { createCipheriv, createDecipheriv, createHash, randomBytes, randomUUID } from 'node:crypto'
import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { makeApp, type App } from '#app/app.ts'
import type { AppOptions } from '#app/appOptions.ts'
import type { FoundedAccount } from '#app/founding.ts'
import type { AccountKind, Log } from '#kit/call/context.ts'
import type { Operation } from '#kit/nouns/operation.ts'
import { ratesOf } from '#kit/call/rateClasses.ts'
import type { Product } from '#kit/nouns/product.ts'
import type { Sealer } from '#platform/http/idempotency.ts'
import type { SocketAddress } from '#platform/db/embedded/embedded.ts'
import { openTemplates, type OpenTemplates } from '#platform/templates/templates.ts'
import type { SmtpSettings } from '#platform/mail/smtp.ts'
import type { Resolved } from '#platform/net/hostResolver.ts'
import { testCluster } from './cluster.ts'
import { liveWithoutIngest } from '#test/video/liveWithoutIngest.ts'
import type { Operations } from '@fairground/sdk'
import { checkDocumented } from '#test/conformance/documentedReasons.ts'
import { listSettings } from '#app/config.ts'
import { lookAtPinnedNode } from '#app/doctor/examination.ts'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { loadRecipes } from './recipes.ts'
import { loadGrammar } from '#test/database/sqlSyntax.ts'
import { openBrowserOf, type Browser, type BrowserOptions } from './signedIn.ts'
import { checkStatement, plantTables } from '#test/database/tenancyGuard.ts'

export type Json = Record<string, unknown>

/** The id of an operation: one of the platform's, or of a product that only a test has. */
type OperationId = keyof Operations | (string & {})
/** A deeply read-only value, so that constants may be sent. */
type Frozen<T> = T extends object ? { readonly [Name in keyof T]: Frozen<T[Name]> } : T
/** The input of an operation; any object where a test defines the operation. */
export type Input<Id extends string> = Id extends keyof Operations ? Frozen<Operations[Id]['input']> : Json
/** The data of a response, in the owner's form; any object where a test defines the operation. */
export type Output<Id extends string> = Id extends keyof Operations ? Operations[Id]['output'] : Json

/** A response over HTTP. */
export type Reply = { status: number; headers: Record<string, unknown>; body: Json; text: string }

/** The clock of a world: it stands still until it is moved, except with RTMP. */
export type Clock = { now(): Date; set(iso: string): void; advance(ms: number): void }

/** A fresh account on the real server and a real PostgreSQL. */
export type World = {
  app: App
  account: FoundedAccount
  clock: Clock
  /** Runs a call that must succeed; returns `data`. `send` takes inputs of any shape. */
  call<Id extends OperationId>(operationId: Id, input?: Input<Id>, options?: SendOptions): Promise<Output<Id>>
  /** Runs a call that must be refused with this code, or as described; returns the error. */
  refused(operationId: string, input: Json, expected: string | Refusal): Promise<Json>
  /** Sends any call and returns its response. */
  send(operationId: string, input?: Json, options?: SendOptions): Promise<Reply>
  /** Another account on the same server. */
  another(kind?: AccountKind): Promise<FoundedAccount>
  /** A new person with a role in the account, signed in: `call`, `send` and `refused` go by their session. */
  signIn(role?: BrowserOptions['role'], options?: BrowserOptions): Promise<SignedIn>
  key(draft: Omit<Input<'account.key.create'>, 'name'> & { name?: string }): Promise<string>
  operation(operationId: string): Operation
  /** The input of the example, with its prerequisites created first. */
  example<Id extends OperationId>(operationId: Id, secretKey?: string): Promise<Input<Id>>
  /** Runs relay, reactions and due tasks until none is left. */
  settle(): Promise<void>
  /** Facts of the account, oldest first. */
  emitted(name?: string): Promise<{ name: string; subject: string; isPublic: boolean; payload: Json }[]>
  /** The world through another process on the same database; the process ends with the world. */
  beside(): Promise<OneProcess>
  [Symbol.asyncDispose](): Promise<void>
}
/** A world as one of its processes serves it. */
export type OneProcess = Omit<World, 'beside' | typeof Symbol.asyncDispose>
/** A signed-in person as a caller. */
export type SignedIn = Browser & Pick<World, 'call' | 'send' | 'refused'>
export type SendOptions = { key?: string | null; headers?: Record<string, string> }
/** `mention` must appear in the response, such as in its reason or in a field's path. */
export type Refusal = SendOptions & { code: string; mention?: string }

const quiet: Log = { debug() {}, info() {}, warn() {}, error: () => {} }
const loud: Log = { ...quiet, error: (message, more) => console.error(message, more) }

export type WorldOptions = {
  kind?: AccountKind
  startsAt?: string
  rates?: Partial<typeof openRates>
  /** Values of product settings in place of their defaults. */
  settings?: AppOptions['settings']
  /** Database of another process's world, in place of a new one. */
  database?: SocketAddress
  /** Public address of the installation; `http://fairground.test` when left out. */
  publicUrl?: string
  /** Products of the server; all when left out. */
  products?: readonly Product[]
  log?: Log
  /** Whether the world accepts encoders by RTMP on a free port, with the machine's clock. */
  isIngesting?: boolean
  /** Settings of live video that override those of a world. */
  live?: Partial<AppOptions['live']>
  /** Whether requests to this machine are allowed; true when left out. */
  outboundAllowPrivate?: boolean
  /** Resolver of other hosts' names; none has an address when left out. own: the server resolves as in production. */
  outboundResolve?: NonNullable<AppOptions['outboundResolve']> | 'own'
  /** Name servers for TXT records as `address:port`; none answers when left out. */
  nameServers?: readonly string[]
  /** Whether relay and jobs run by themselves once the world listens. */
  isWorking?: boolean
  /** Mail server for mails of live accounts; without one they are caught. */
  smtp?: SmtpSettings
  /** Health of the server; a healthy one, which every account sees, when left out. */
  health?: Partial<NonNullable<AppOptions['health']>>
}

/** A database of another process, which drops it. */
function shared(address: SocketAddress) {
  return { address, drop: async () => {} }
}

/** Templates of all worlds of a process, which outlive each: to start them takes longer than most tests. */
const templates: OpenTemplates = { ...openTemplates(), close: async () => {} }

/** A port on which nothing listens. */
const silentServers = ['127.0.0.1:9']

/** Resolves names of this machine alone: no test queries a resolver or reaches another host. */
function resolveHere(hostname: string): Promise<Resolved[]> {
  if (hostname === 'localhost') return Promise.resolve([{ address: '127.0.0.1', family: 4 }])
  return Promise.reject(Object.assign(new Error(`getaddrinfo ENOTFOUND ${hostname}`), { code: 'ENOTFOUND' }))
}

/** Opens a world. `await using` closes it. */
export async function world(options: WorldOptions = {}): Promise<World> {
  await loadGrammar()
  plantTables(options.products ?? [])
  const clock = options.isIngesting === true ? runningClock() : stoppedClock(options.startsAt)
  const database = await databaseOf(options)
  const folder = await mkdtemp(join(tmpdir(), 'fairground-world-'))
  const surroundings = surroundingsOf(options, { address: database.address, clock, folder })
  const apps: App[] = []
  const start = async () => {
    const app = await makeApp({ ...surroundings, nodeId: randomUUID() })
    apps.push(app)
    await app.server.ready()
    return app
  }
  const app = await start()
  const account = await app.foundAccount({ name: 'Test fair', kind: options.kind ?? 'business' })
  const made = worldOf(app, account, clock)
  return {
    ...made,
    beside: async () => worldOf(await start(), account, clock),
    async [Symbol.asyncDispose]() {
      for (const each of apps) await each.stop()
      await database.drop()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/**
 * The database of a world: that of another process, or a new one. Where its clock starts as usual, every schedule has
 * just run: to run them all first would take longer than most tests.
 */
async function databaseOf({ database, isIngesting, startsAt }: WorldOptions) {
  if (database !== undefined) return shared(database)
  const cluster = await testCluster()
  if (isIngesting === true || startsAt !== undefined) return cluster.createDatabase()
  return cluster.createPrepared('settled', runSchedules)
}

async function runSchedules(address: SocketAddress): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-world-'))
  const app = await makeApp(surroundingsOf({}, { address, clock: stoppedClock(), folder }))
  await app.settle()
  // By the clock of the machine the lease would look like that of a process that died.
  await app.pools.work.query('delete from ops_lease')
  await app.stop()
  await rm(folder, { recursive: true, force: true })
}

type Place = { address: SocketAddress; clock: Clock; folder: string }

function surroundingsOf(options: WorldOptions, { address, clock, folder }: Place): AppOptions {
  return {
    address,
    poolSizeMax: 4,
    readTimeoutMs: 15_000,
    isPreparing: true,
    publicUrl: options.publicUrl ?? 'http://fairground.test',
    nodeId: randomUUID(),
    live: { ...liveWithoutIngest(folder), ...(options.isIngesting === true ? { rtmpPort: 0 } : {}), ...options.live },
    trustProxy: false,
    countryHeader: 'x-country',
    rates: { ...openRates, ...options.rates },
    settings: options.settings ?? readSettings(productSettings, {}),
    subkey: (purpose) => createHash('sha256').update(`test ${purpose}`).digest(),
    sealer: testSealer(),
    templates,
    isChecking: true,
    checkStatement,
    isWorking: options.isWorking ?? false,
    outboundAllowPrivate: options.outboundAllowPrivate ?? true,
    nameServers: options.nameServers ?? (options.outboundResolve === 'own' ? undefined : silentServers),
    outboundResolve: options.outboundResolve === 'own' ? undefined : (options.outboundResolve ?? resolveHere),
    now: clock.now,
    log: options.log ?? (process.env['TEST_LOG'] === undefined ? quiet : loud),
    ...(options.products === undefined ? {} : { products: options.products }),
    ...(options.smtp === undefined ? {} : { smtp: options.smtp }),
    health: {
      examine: async () => [await lookAtPinnedNode()],
      lookAtDisk: async () => [],
      settings: listSettings({}),
      operators: 'every',
      ...options.health,
    },
  }
}

function worldOf(app: App, account: FoundedAccount, clock: Clock): OneProcess {
  const byId = new Map(app.products.flatMap((product) => product.operations).map((each) => [each.id, each]))
  const operation = (id: string) => {
    const found = byId.get(id)
    assert.ok(found, `no operation ${id}`)
    return found
  }
  const send: World['send'] = (id, input = {}, how = {}) =>
    sendTo(app, operation(id), { input, key: account.secretKey, ...how })
  const { call, refused } = callsBy(send)
  const made = new Map<string, string>()
  const example: World['example'] = async <Id extends OperationId>(id: Id, secretKey = account.secretKey) => {
    const input: Json = {}
    for (const [name, value] of Object.entries(operation(id).example)) input[name] = await resolved(value, secretKey)
    // cast: conformance checks that every example is a valid input.
    return input as Input<Id>
  }
  const resolved = async (value: unknown, secretKey: string): Promise<unknown> => {
    if (Array.isArray(value)) return Promise.all(value.map((each) => resolved(each, secretKey)))
    if (typeof value !== 'object' || value === null) return value
    const noun = objectOf(value)['madeFirst']
    if (typeof noun !== 'string') {
      const entries = await Promise.all(
        Object.entries(value).map(async ([name, each]) => [name, await resolved(each, secretKey)]),
      )
      return Object.fromEntries(entries)
    }
    const { as: prefix, has } = objectOf(value)
    const need = `${noun} ${String(has)}`
    const name = `${need} ${secretKey}`
    const known = made.get(name)
    if (known !== undefined) return underPrefix(known, prefix)
    const record = await call(`${noun}.create`, await example(`${noun}.create`, secretKey), { key: secretKey })
    if (has !== undefined) await (await loadRecipes()).give[need]?.(app, record)
    made.set(name, String(record['id']))
    return underPrefix(String(record['id']), prefix)
  }
  return {
    app,
    account,
    clock,
    operation,
    send,
    call,
    example,
    refused,
    signIn: async (role = 'owner', options = {}) => {
      const browser = await openBrowserOf(app, account.account, { role, ...options })
      const byBrowser: World['send'] = (id, input = {}, how = {}) =>
        sendTo(app, operation(id), { input, ...how, headers: { ...browser.headers, ...how.headers } })
      return { ...browser, send: byBrowser, ...callsBy(byBrowser) }
    },
    another: (kind = 'business') => app.foundAccount({ name: 'Another fair', kind }),
    key: async (draft) => String((await call('account.key.create', { name: 'A key', ...draft })).secret),
    settle: () => app.settle(),
    emitted: (name) => emittedFacts(app, account, name),
  }
}

/** Calls that must succeed or be refused, by one way to send. */
function callsBy(send: World['send']): Pick<World, 'call' | 'refused'> {
  return {
    async call<Id extends OperationId>(id: Id, input?: Input<Id>, how?: SendOptions) {
      const reply = await send(id, input, how)
      assert.equal(reply.status, 200, `${id}: ${reply.text}`)
      // cast: the server checks its responses against the output that the SDK's types come from.
      return objectOf(reply.body['data']) as Output<Id>
    },
    async refused(id, input, expected) {
      const { code, mention, ...how }: Refusal = typeof expected === 'string' ? { code: expected } : expected
      const reply = await send(id, input, how)
      const error = objectOf(reply.body['error'])
      assert.equal(error['code'], code, `${id}: ${reply.text}`)
      if (mention !== undefined) assert.ok(reply.text.includes(mention), `${reply.text} does not mention ${mention}`)
      return error
    },
  }
}

/** An id in the form of an example: under another prefix, or unchanged. */
export function underPrefix(id: string, prefix: unknown): string {
  return typeof prefix === 'string' ? `${prefix}${id.slice(id.indexOf('_'))}` : id
}

/** Sends an operation's input in path, query or body. */
export async function sendTo(app: App, of: Operation, sent: SendOptions & { input: Json }): Promise<Reply> {
  const rest = { ...sent.input }
  const url = of.path.replace(/\{(\w+)\}/g, (_, name: string) => {
    const value = encodeURIComponent(String(rest[name]))
    delete rest[name]
    return value
  })
  const isQuery = of.method === 'GET' || of.method === 'DELETE'
  const query = isQuery
    ? `?${new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))}`
    : ''
  const headers: Record<string, string> = { accept: 'application/json', ...sent.headers }
  if (typeof sent.key === 'string') headers['x-service-api-key'] = sent.key
  if (!isQuery) headers['content-type'] ??= 'application/json'
  const request = { method: of.method, url: url + query, headers }
  if (of.events !== undefined) return firstEvent(app, request)
  const response = await app.server.inject({ ...request, ...(isQuery ? {} : { payload: JSON.stringify(rest) }) })
  const body = jsonOf(response.body)
  checkDocumented(of, { status: response.statusCode, body })
  return { status: response.statusCode, headers: response.headers, body, text: response.body }
}

type StreamRequest = { method: Operation['method']; url: string; headers: Record<string, string> }

/** Reads a stream of events up to its first event, or a whole refusal, then disconnects. */
export async function firstEvent(app: App, request: StreamRequest): Promise<Reply> {
  const response = await app.server.inject({ ...request, payloadAsStream: true })
  let text = ''
  for await (const chunk of response.stream()) {
    text += String(chunk)
    if (response.statusCode === 200 && /^data: .*\n\n/m.test(text)) break
  }
  return { status: response.statusCode, headers: response.headers, body: jsonOf(text), text }
}

async function emittedFacts(app: App, account: FoundedAccount, name?: string) {
  const { rows } = await app.pools.work.query(
    `select name, subject, is_public, payload from account_outbox
     where account_id = $1 and kind = 'fact' order by told_at, id`,
    [account.account.id],
  )
  return rows
    .filter((row) => name === undefined || row.name === name)
    .map((row) => ({ name: row.name, subject: row.subject, isPublic: row.is_public, payload: JSON.parse(row.payload) }))
}

/** Rates above the load of any test; a test of limits sets its own. */
export const openRates = ratesOf(() => ({ perSecond: 100_000, burst: 100_000 }))

function stoppedClock(startsAt = '2026-11-21T09:00:00.000Z'): Clock {
  let at = new Date(startsAt).getTime()
  return {
    now: () => new Date(at),
    set: (iso) => (at = new Date(iso).getTime()),
    advance: (ms) => (at += ms),
  }
}

/** The machine's clock, which media needs, plus the time that a test adds. */
function runningClock(): Clock {
  let aheadMs = 0
  return {
    now: () => new Date(Date.now() + aheadMs),
    set: (iso) => (aheadMs = new Date(iso).getTime() - Date.now()),
    advance: (ms) => (aheadMs += ms),
  }
}

function testSealer(): Sealer {
  // Master key of all test processes, so that one opens values that another has sealed.
  const key = createHash('sha256').update('test sealer').digest()
  return {
    seal(plain, context) {
      const iv = randomBytes(12)
      const cipher = createCipheriv('aes-256-gcm', key, iv).setAAD(Buffer.from(context))
      const body = Buffer.concat([cipher.update(plain), cipher.final()])
      return Buffer.concat([iv, cipher.getAuthTag(), body])
    },
    open(sealed, context) {
      const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, 12)).setAAD(Buffer.from(context))
      decipher.setAuthTag(sealed.subarray(12, 28))
      return Buffer.concat([decipher.update(sealed.subarray(28)), decipher.final()]).toString()
    },
  }
}

/** A JSON object, or a failed test. */
export function objectOf(value: unknown): Json {
  assert.ok(typeof value === 'object' && value !== null, `${String(value)} is not an object`)
  return Object.fromEntries(Object.entries(value))
}

/** A JSON array, or a failed test. */
export function arrayOf(value: unknown): Json[] {
  assert.ok(Array.isArray(value))
  return value.map(objectOf)
}

function jsonOf(text: string): Json {
  try {
    return objectOf(JSON.parse(text))
  } catch {
    return {}
  }
}
