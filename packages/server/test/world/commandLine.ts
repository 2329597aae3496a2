import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { waitUntil } from '#platform/db/embedded/processes.ts'
import type { Environment } from '#kit/nouns/setting.ts'
import { runCommand } from '#cli/runCommand.ts'
import { databaseUrlOf, testCluster } from './cluster.ts'
import { bareEnvironment, runModule, type Running, type RunningProcess } from './runningProcess.ts'
import { objectOf, type Json } from './world.ts'

/** Output and exit code of a command. */
export type Done = { code: number | null; out: string; err: string }

/** The command line beside a server in a process of its own, on a database and data folder of their own. */
export type CommandLine = {
  /** Address of the server. */
  url: string
  server: RunningProcess
  home: string
  masterKey: string
  /** Environment of every command and process; calls may add to it. */
  env: Environment
  /** Starts a command in this process. */
  start(args: readonly string[], env?: Environment): Running
  /** Starts a command in a process of its own. */
  startProcess(args: readonly string[], env?: Environment): RunningProcess
  /** Runs a command to its end, in this process. */
  fairground(args: readonly string[], env?: Environment): Promise<Done>
  /** Runs a command that must succeed; returns its JSON. */
  json(...args: string[]): Promise<Json>
  /** Runs a command that must fail: with one sentence, and no stack trace. */
  refused(args: readonly string[], ...expected: [code: number, says: RegExp, env?: Environment]): Promise<void>
  /** Calls the server over HTTP: GET, or POST with a body. */
  request(key: unknown, path: string, body?: Json): Promise<{ status: number; body: Json }>
  /** Runs SQL that no call would run. */
  inDatabase(sql: string): Promise<void>
  stop(): Promise<void>
}

const startTimeoutMs = 120_000
const src = join(import.meta.dirname, '../../src')
const entries = { command: join(src, 'cli/fairground.ts'), server: join(src, 'app/main.ts') }

/** Starts a server, and its command line. */
export async function openCommandLine(): Promise<CommandLine> {
  const home = await mkdtemp(join(tmpdir(), 'fairground-cli-'))
  const database = await (await testCluster()).createDatabase()
  const masterKey = Buffer.alloc(32, 7).toString('base64')
  const env = {
    ...bareEnvironment(home),
    DATA_DIR: join(home, 'data'),
    MASTER_KEY: masterKey,
    DATABASE_URL: databaseUrlOf(database.address),
  }
  const running: Running[] = []
  const kept = <T extends Running>(started: T): T => {
    running.push(started)
    return started
  }
  const start: CommandLine['start'] = (args, more) => kept(runHere(args, { ...env, ...more }, home))
  const startProcess: CommandLine['startProcess'] = (args, more) => kept(runProcess(args, { ...env, ...more }))
  const fairground: CommandLine['fairground'] = (args, more) => done(start(args, more))
  const server = kept(runModule(entries.server, [], { ...env, PORT: '0', RTMP_PORT: '0', LOG_LEVEL: 'debug' }))
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
    startProcess,
    fairground,
    async json(...args) {
      const { code, out, err } = await fairground([...args, '--output', 'json'])
      assert.equal(code, 0, `${args.join(' ')}: ${err}`)
      assert.equal(err, '')
      return objectOf(JSON.parse(out))
    },
    async refused(args, ...[code, says, more]) {
      checkRefusal(await fairground(args, more), code, says)
    },
    async request(key, path, body) {
      const headers = { 'x-service-api-key': String(key), 'content-type': 'application/json' }
      const how = body === undefined ? {} : { method: 'POST', body: JSON.stringify(body) }
      const response = await fetch(`${url}${path}`, { headers, ...how })
      return { status: response.status, body: objectOf(await response.json()) }
    },
    async inDatabase(sql) {
      const client = new pg.Client({ connectionString: env['DATABASE_URL'] })
      await client.connect()
      await client.query(sql).finally(() => client.end())
    },
    async stop() {
      await Promise.all(running.map((each) => each.end()))
      await database.drop()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Checks that a command has failed with an exit code and one sentence, without a stack trace. */
export function checkRefusal({ code, out, err }: Done, expectedCode: number, says: RegExp): void {
  assert.equal(code, expectedCode, out + err)
  assert.match(err, says)
  assert.doesNotMatch(err, /\n\s+at |node:internal/)
}

/** Waits for the end of a command. */
export async function done({ ended, out, err }: Running): Promise<Done> {
  return { code: await ended, out: out(), err: err() }
}

/** Starts a command in this process: with an environment, in a folder. */
export function runHere(args: readonly string[], env: Environment, folder: string): Running {
  let [out, err] = ['', '']
  const signals = new EventEmitter()
  const ended = runCommand(args, {
    env,
    cwd: () => folder,
    stdout: { write: (text) => (out += text) },
    stderr: { write: (text) => (err += text) },
    on: (signal, listener) => signals.on(signal, listener),
    exit: (code) => assert.fail(`${args.join(' ')} lost its database and exits with ${code}: ${err}`),
  })
  return {
    out: () => out,
    err: () => err,
    ended,
    end(signal = 'SIGTERM') {
      signals.emit(signal)
      return ended
    },
  }
}

/** Starts a command in a process of its own. */
export function runProcess(args: readonly string[], env: Environment): RunningProcess {
  return runModule(entries.command, args, env)
}
