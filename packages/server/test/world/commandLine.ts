import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { waitUntil } from '#platform/db/embedded/processes.ts'
import { testCluster } from './cluster.ts'
import { objectOf, type Json } from './world.ts'

/** Output and exit code of a command. */
export type Done = { code: number | null; out: string; err: string }
/** A running process, with its output so far. */
export type Running = { child: ChildProcess; out: () => string; err: () => string }
export type Env = Record<string, string>

/** The command line in processes of its own, beside a server in another, on a database and data folder of their own. */
export type CommandLine = {
  /** Address of the server. */
  url: string
  server: Running
  home: string
  masterKey: string
  /** Environment of every process; calls may add to it. */
  env: Env
  /** Starts a command and leaves it running. */
  start(args: readonly string[], env?: Env): Running
  /** Starts another server. */
  startServer(env: Env): Running
  /** Runs a command to its end. */
  fairground(args: readonly string[], env?: Env): Promise<Done>
  /** Runs a command that must succeed; returns its JSON. */
  json(...args: string[]): Promise<Json>
  /** Runs a command that must fail: with one sentence, and no stack trace. */
  refused(args: readonly string[], ...expected: [code: number, says: RegExp, env?: Env]): Promise<void>
  /** Calls the server over HTTP: GET, or POST with a body. */
  request(key: unknown, path: string, body?: Json): Promise<{ status: number; body: Json }>
  stop(): Promise<void>
}

const startTimeoutMs = 120_000
const entries = { command: '../../src/cli/fairground.ts', server: '../../src/app/main.ts' }

/** Starts a server, and its command line. */
export async function openCommandLine(serverEnv: Env = {}): Promise<CommandLine> {
  const home = await mkdtemp(join(tmpdir(), 'fairground-cli-'))
  const database = await (await testCluster()).createDatabase()
  const { host, user, database: name } = database.address
  const masterKey = Buffer.alloc(32, 7).toString('base64')
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: home,
    DATA_DIR: join(home, 'data'),
    MASTER_KEY: masterKey,
    NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? join(home, 'cache'),
    DATABASE_URL: `postgres://${user}@localhost/${name}?host=${encodeURIComponent(host)}`,
  }
  const launch = (entry: string, args: readonly string[], more: Env = {}) =>
    run(process.execPath, [join(import.meta.dirname, entry), ...args], { ...env, ...more })
  const start: CommandLine['start'] = (args, more) => launch(entries.command, args, more)
  const startServer: CommandLine['startServer'] = (more) => launch(entries.server, [], { RTMP_PORT: '0', ...more })
  const fairground: CommandLine['fairground'] = async (args, more) => {
    const { child, out, err } = start(args, more)
    await once(child, 'close')
    return { code: child.exitCode, out: out(), err: err() }
  }
  const server = startServer({ LOG_LEVEL: 'debug', PORT: '0', ...serverEnv })
  const greeting = /Base URL\s+(\S+)\n/
  assert.ok(await waitUntil(() => greeting.test(server.out()), startTimeoutMs), server.out() + server.err())
  const url = greeting.exec(server.out())?.[1] ?? ''
  return {
    url,
    server,
    home,
    masterKey,
    env,
    start,
    startServer,
    fairground,
    async json(...args) {
      const { code, out, err } = await fairground([...args, '--output', 'json'])
      assert.equal(code, 0, `${args.join(' ')}: ${err}`)
      assert.equal(err, '')
      return objectOf(JSON.parse(out))
    },
    async refused(args, ...[code, says, more]) {
      const done = await fairground(args, more)
      assert.equal(done.code, code, `${args.join(' ')}: ${done.out}${done.err}`)
      assert.match(done.err, says)
      assert.doesNotMatch(done.err, /\n\s+at |node:internal/)
    },
    async request(key, path, body) {
      const headers = { 'x-service-api-key': String(key), 'content-type': 'application/json' }
      const how = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${url}${path}`, { headers, ...how })
      return { status: response.status, body: objectOf(await response.json()) }
    },
    async stop() {
      await end(server)
      await database.drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Runs a program with an environment and collects its output. */
export function run(program: string, args: readonly string[], env: Env): Running {
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let [out, err] = ['', '']
  child.stdout.on('data', (data) => (out += data))
  child.stderr.on('data', (data) => (err += data))
  return { child, out: () => out, err: () => err }
}

/** Sends a signal to a process, unless it has ended. Returns its exit code. */
export async function end({ child }: Running, signal: NodeJS.Signals = 'SIGTERM'): Promise<number | null> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill(signal)
    await once(child, 'close')
  }
  return child.exitCode
}
