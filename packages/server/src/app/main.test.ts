import assert from 'node:assert/strict'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { mkdtemp, realpath, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Environment } from '#kit/nouns/setting.ts'
import { postgresIn, waitUntil } from '#platform/db/embedded/processes.ts'
import { exitCodeOf } from '#platform/startProblem.ts'
import type { StartProblemCode } from '#platform/startProblem.ts'
import { databaseUrlOf, testCluster } from '#test/world/cluster.ts'
import { bareEnvironment, runModule, type RunningProcess } from '#test/world/runningProcess.ts'
import { until } from '#test/world/until.ts'

type Server = RunningProcess & { url: string }

let home = ''
const launched: RunningProcess[] = []
const dataDir = () => join(home, 'data')
const masterKey = Buffer.alloc(32, 1).toString('base64')
const keyPattern = /fg_sk_live_[0-9A-Za-z]{38}/
const consolePattern = /Console +(\S+\/console\/link#([\w-]{54})) {2}\(once, for 15 minutes\)/
/** Bound of the end of PostgreSQL on a busy machine. */
const quietWithinMs = 30_000

before(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'fairground-main-')))
})
after(async () => {
  await Promise.all(launched.map((each) => each.end('SIGKILL')))
  await waitUntil(isQuiet, quietWithinMs)
  await rm(home, { recursive: true, force: true })
})

function launch(env: Environment, args: string[] = []): RunningProcess {
  const settings = { LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir(), ...env }
  const server = runModule(join(import.meta.dirname, 'main.ts'), args, { ...bareEnvironment(home), ...settings })
  launched.push(server)
  return server
}

async function started(env: Environment = {}): Promise<Server> {
  const server = launch(env)
  const isUp = await waitUntil(() => server.child.exitCode !== null || /Base URL\s+\S+\n/.test(server.out()), 60_000)
  const url = /Base URL\s+(\S+)/.exec(server.out())?.[1]
  assert.ok(isUp && url !== undefined, outputOf(server))
  return { ...server, url }
}

/** Whole output of a start that must fail: checks the exit code, and that it holds no stack trace. */
async function refused(env: Environment, code: StartProblemCode, pattern: RegExp): Promise<string> {
  const server = launch(env)
  assert.equal(await server.ended, exitCodeOf[code], outputOf(server))
  assert.match(server.err(), pattern)
  assert.doesNotMatch(server.err(), /\n\s+at |node:internal/)
  return outputOf(server)
}

function outputOf({ out, err }: RunningProcess): string {
  return out() + err()
}

/** Opens a link to the console as a new owner. Returns the status of the response. */
async function openLink({ url }: Server, token: string | undefined): Promise<number> {
  const body = JSON.stringify({ token, email: 'mira@example.com', name: 'Mira', password: 'quiet harbour at night' })
  const headers = { 'content-type': 'application/json' }
  return (await fetch(`${url}/public/account/link/open`, { method: 'POST', headers, body })).status
}

/** Address and process of the running server, from its data folder. */
function addressFile(): { url: unknown; pid: unknown } | undefined {
  const path = join(dataDir(), 'server.json')
  if (!existsSync(path)) return undefined
  const { url, pid } = Object(JSON.parse(readFileSync(path, 'utf8')))
  return { url, pid }
}

const isQuiet = async () => (await postgresIn(join(dataDir(), 'postgres'))).length === 0

test(
  'the first start shows keys and a link to the console, once; a stop is clean; the next start serves the same key',
  { timeout: 240_000 },
  async () => {
    const first = await started()
    const key = keyPattern.exec(first.out())?.[0] ?? ''
    assert.equal((await fetch(`${first.url}/nowhere`)).status, 404)
    const [, link, token] = consolePattern.exec(first.out()) ?? []
    assert.ok(link?.startsWith(first.url), first.out())
    const document = await (await fetch(`${first.url}/openapi.json`)).json()
    assert.equal(Object(document).servers[0].url, first.url)
    assert.deepEqual(addressFile(), { url: first.url, pid: first.child.pid })
    assert.equal(await openLink(first, token), 200)
    assert.equal(await openLink(first, token), 404)
    await refused({}, 'data_dir_in_use', new RegExp(`process ${first.child.pid} `))
    first.child.kill('SIGINT')
    assert.equal(await first.end('SIGTERM'), 0, outputOf(first))
    assert.equal(await isQuiet(), true)
    assert.equal(addressFile(), undefined)
    const second = await started()
    assert.doesNotMatch(second.out(), keyPattern)
    assert.match(second.out(), /Console {2,}http\S+\/console\n/)
    const headers = { 'x-service-api-key': key }
    assert.equal((await fetch(`${second.url}/api/account/general/get`, { headers })).status, 200)
    await second.end('SIGKILL')
    assert.equal(await waitUntil(isQuiet, quietWithinMs), true)
  },
)

test('a server that ends while it starts leaves no PostgreSQL', { timeout: 240_000 }, async () => {
  const early = launch({})
  await waitUntil(() => false, 80)
  await early.end('SIGKILL')
  assert.equal(await waitUntil(isQuiet, quietWithinMs), true)
  for (const signal of ['SIGKILL', 'SIGTERM'] as const) {
    const server = launch({})
    await until(async () => !(await isQuiet()))
    assert.equal(await server.end(signal), signal === 'SIGTERM' ? 0 : null, outputOf(server))
    assert.equal(await waitUntil(isQuiet, quietWithinMs), true)
  }
})

test('a start reports every mistake in the settings at once', async () => {
  const printed = await refused({ PORT: 'http', LOG_LEVEL: 'all' }, 'configuration', /PORT must be/)
  assert.match(printed, /LOG_LEVEL must be one of/)
  const { err, ended } = launch({}, ['--nonsense'])
  assert.equal(await ended, exitCodeOf.configuration)
  assert.match(err(), /--nonsense/)
})

test('a start without a database names it and hides its password', async () => {
  const url = 'postgres://me:hunter2@127.0.0.1:1/shop'
  assert.doesNotMatch(await refused({ DATABASE_URL: url }, 'database_unreachable', /cannot be reached/), /hunter2/)
})

test('a first start on a busy port fails after it has printed its keys', async () => {
  await using database = await (await testCluster()).createDatabase()
  const busy = createServer().listen(0, '127.0.0.1').unref()
  await once(busy, 'listening')
  const address = busy.address()
  assert.ok(typeof address === 'object' && address !== null)
  const env = { DATABASE_URL: databaseUrlOf(database.address), MASTER_KEY: masterKey, PORT: String(address.port) }
  assert.match(await refused(env, 'port_busy', /is in use by another program/), keyPattern)
  busy.close()
})
