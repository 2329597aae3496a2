import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import pg from 'pg'
import { postgresIn, waitUntil } from '#platform/db/embedded/processes.ts'
import { exitCodeOf } from '#platform/startProblem.ts'
import type { StartProblemCode } from '#platform/startProblem.ts'
import { testCluster } from '#test/world/cluster.ts'
import type { TestDatabase } from '#test/world/cluster.ts'

type Env = Record<string, string>
/** A process, its output so far, and its exit code after it has ended and all output was read. */
type Launched = { child: ChildProcess; output: () => string; ended: () => Promise<number | null> }
type Server = Launched & { url: string }

let home = ''
const launched: ChildProcess[] = []
const dataDir = () => join(home, 'data')
const masterKey = Buffer.alloc(32, 1).toString('base64')
const keyPattern = /fg_sk_live_[0-9A-Za-z]{38}/
/** Bound of the end of PostgreSQL on a busy machine. */
const quietWithinMs = 30_000

before(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'fairground-main-')))
})
after(async () => {
  for (const child of launched) child.kill('SIGKILL')
  await waitUntil(isQuiet, quietWithinMs)
  await rm(home, { recursive: true, force: true })
})

function launch(env: Env, args: string[] = []): Launched {
  const bare = { PATH: process.env['PATH'] ?? '', HOME: home, LOG_LEVEL: 'warn', PORT: '0', DATA_DIR: dataDir() }
  const child = spawn(process.execPath, [join(import.meta.dirname, 'main.ts'), ...args], {
    env: { ...bare, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  launched.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (data) => (output += data))
  const closed = once(child, 'close')
  return { child, output: () => output, ended: () => closed.then(() => child.exitCode) }
}

async function started(env: Env = {}): Promise<Server> {
  const server = launch(env)
  const { child, output } = server
  const isUp = await waitUntil(() => child.exitCode !== null || /Base URL\s+\S+\n/.test(output()), 60_000)
  const url = /Base URL\s+(\S+)/.exec(output())?.[1]
  assert.ok(isUp && url !== undefined, output())
  return { ...server, url }
}

/** Output of a start that must fail: checks the exit code, and that it holds no stack trace. */
async function refused(env: Env, code: StartProblemCode, pattern: RegExp): Promise<string> {
  const { output, ended } = launch(env)
  assert.equal(await ended(), exitCodeOf[code], output())
  assert.match(output(), pattern)
  assert.doesNotMatch(output(), /\n\s+at |node:internal/)
  return output()
}

/** Address of a test database in the form of `DATABASE_URL`. */
function urlOf({ address }: TestDatabase): string {
  return `postgres://${address.user}@localhost/${address.database}?host=${encodeURIComponent(address.host)}`
}

const isQuiet = async () => (await postgresIn(join(dataDir(), 'postgres'))).length === 0

test(
  'the first start shows keys, once; a stop is clean; the next start serves the same key',
  { timeout: 240_000 },
  async () => {
    const first = await started()
    const key = keyPattern.exec(first.output())?.[0]
    assert.ok(key)
    assert.equal((await fetch(`${first.url}/nowhere`)).status, 404)
    await refused({}, 'data_dir_in_use', new RegExp(`process ${first.child.pid} `))
    first.child.kill('SIGTERM')
    assert.equal(await first.ended(), 0, first.output())
    assert.equal(await isQuiet(), true)
    const second = await started()
    assert.doesNotMatch(second.output(), keyPattern)
    second.child.kill('SIGINT')
    second.child.kill('SIGTERM')
    assert.equal(await second.ended(), 0, second.output())
    assert.equal(await isQuiet(), true)
  },
)

test(
  'a server that is killed leaves no PostgreSQL, and one killed while it starts neither',
  { timeout: 240_000 },
  async () => {
    const server = await started()
    server.child.kill('SIGKILL')
    assert.equal(await waitUntil(isQuiet, quietWithinMs), true)
    for (const delayMs of [80, 160, 320]) {
      const { child, ended } = launch({})
      await waitUntil(() => false, delayMs)
      child.kill('SIGKILL')
      await ended()
      assert.equal(await waitUntil(isQuiet, quietWithinMs), true, `killed after ${delayMs} ms`)
    }
    const { child, output, ended } = launch({})
    await waitUntil(() => false, 250)
    child.kill('SIGTERM')
    // On a busy machine the signal may arrive before the first line of main.ts runs.
    assert.ok((await ended()) === 0 || child.signalCode === 'SIGTERM', output())
    assert.equal(await waitUntil(isQuiet, quietWithinMs), true)
  },
)

test('a start reports every mistake in the settings at once', async () => {
  const printed = await refused({ PORT: 'http', LOG_LEVEL: 'all' }, 'configuration', /PORT must be/)
  assert.match(printed, /LOG_LEVEL must be one of/)
  const { output, ended } = launch({}, ['--nonsense'])
  assert.equal(await ended(), exitCodeOf.configuration)
  assert.match(output(), /--nonsense/)
})

test('a start fails for a busy port and for an address of another machine', async () => {
  await using database = await (await testCluster()).createDatabase()
  const busy = createServer().listen(0, '127.0.0.1').unref()
  await once(busy, 'listening')
  const address = busy.address()
  assert.ok(typeof address === 'object' && address !== null)
  const env = { DATABASE_URL: urlOf(database), MASTER_KEY: masterKey }
  await refused({ ...env, PORT: String(address.port) }, 'port_busy', /is in use by another program/)
  busy.close()
  await refused({ ...env, HOST: '192.0.2.1' }, 'address', /no address 192\.0\.2\.1/)
})

test('a start fails for a data folder that is a file or holds other files', async () => {
  const file = join(home, 'file')
  await writeFile(file, '')
  await refused({ DATA_DIR: file }, 'data_dir_unwritable', /set DATA_DIR to a folder/)
  await refused({ DATA_DIR: home }, 'data_dir_foreign', /not Fairground's/)
})

test('a start fails for a missing database, another schema and another master key', async () => {
  const url = 'postgres://me:hunter2@127.0.0.1:1/shop'
  assert.doesNotMatch(await refused({ DATABASE_URL: url }, 'database_unreachable', /cannot be reached/), /hunter2/)
  await using database = await (await testCluster()).createDatabase()
  const env = { DATABASE_URL: urlOf(database), MASTER_KEY: masterKey }
  const missing = env.DATABASE_URL.replace(database.address.database, 'no_such')
  await refused({ ...env, DATABASE_URL: missing }, 'database_refused', /does not exist/)
  const server = await started(env)
  assert.match(server.output(), keyPattern)
  server.child.kill('SIGTERM')
  assert.equal(await server.ended(), 0)
  await refused({ ...env, MASTER_KEY: Buffer.alloc(32, 2).toString('hex') }, 'master_key', /another master key/)
  const fresh = { DATABASE_URL: env.DATABASE_URL, DATA_DIR: join(home, 'fresh') }
  await refused(fresh, 'master_key', /there is none in/)
  await assert.rejects(readFile(join(home, 'fresh/master.key')), { code: 'ENOENT' })
  const client = new pg.Client(database.address)
  await client.connect()
  await client.query(
    "insert into ops_migration (name, checksum, applied_at) values ('29990101000000_ops_next', '', now())",
  )
  await client.end()
  await refused(env, 'schema_newer', /newer schema/)
})
