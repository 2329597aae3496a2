import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync, readlinkSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { findRunning } from '#platform/db/embedded/embedded.ts'
import { freePort } from '#test/world/freePort.ts'
import { until } from '#test/world/until.ts'
import { objectOf, type Json } from '#test/world/world.ts'

/** The real platform in a process of its own, on a data folder that outlives it. */
export type Platform = {
  url: string
  secretKey: string
  /** Starts the process, and waits until it is ready and has printed so: it then accepts encoders as well. */
  start(): Promise<void>
  /** kill -9 of the server process. */
  killServer(): Promise<void>
  /** kill -9 of the postmaster. */
  killPostgres(): void
  waitUntilReady(): Promise<void>
  stop(): Promise<void>
  /** Processes of the embedded PostgreSQL on this data folder. */
  postgresPids(): number[]
  output(): string
}

const readyTimeoutMs = 120_000
const main = new URL('../../src/app/main.ts', import.meta.url).pathname

/** Prepares a platform on a data folder; no process runs until `start`. `settings`: further environment variables. */
export async function openPlatform(dataDir: string, settings: Record<string, string> = {}): Promise<Platform> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''
  const platform: Platform = {
    url,
    secretKey: '',
    async start() {
      const ports = { PORT: String(port), RTMP_PORT: '0' }
      const env = { ...process.env, DATA_DIR: dataDir, ...ports, RATE_SECRET_PER_SECOND: '100000', ...settings }
      child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      const before = output.length
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
      await platform.waitUntilReady()
      await until(() => output.includes('Fairground is ready.', before))
      platform.secretKey ||= /fg_sk_live_[0-9A-Za-z]{38}/.exec(output)?.[0] ?? ''
    },
    async killServer() {
      await endChild(child, 'SIGKILL')
    },
    killPostgres() {
      const pid = Number(readFileSync(`${dataDir}/postgres/postmaster.pid`, 'utf8').split('\n')[0])
      assert.ok(pid > 1)
      process.kill(pid, 'SIGKILL')
    },
    async waitUntilReady() {
      const end = Date.now() + readyTimeoutMs
      while (!(await isReady(url))) {
        assert.ok(Date.now() < end, `not ready in time:\n${output}`)
        assert.ok(child?.exitCode === null, `ended by itself:\n${output}`)
        await sleep(50)
      }
    },
    async stop() {
      await endChild(child, 'SIGTERM')
    },
    postgresPids: () => pidsOn(dataDir),
    output: () => output,
  }
  return platform
}

/** Calls an operation below `/api/` with the platform's key; without a body it reads. */
export async function callApi({ url, secretKey }: Platform, path: string, body?: Json): Promise<Json> {
  const response = await fetch(`${url}/api/${path}`, {
    method: body === undefined ? 'GET' : path.endsWith('update') ? 'PUT' : 'POST',
    headers: { 'x-service-api-key': secretKey, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  const answer = objectOf(await response.json())
  assert.equal(response.status, 200, JSON.stringify(answer))
  return objectOf(answer['data'])
}

/** Calls an operation of the video product. */
export function callVideo(platform: Platform, path: string, body?: Json): Promise<Json> {
  return callApi(platform, `video/${path}`, body)
}

/** Rows of one statement on the embedded database of a running platform. */
export async function inDatabase(dataDir: string, sql: string, values: readonly unknown[] = []): Promise<Json[]> {
  const client = await connected(dataDir)
  const { rows } = await client.query<Json>(sql, [...values])
  await client.end()
  return rows
}

/** A client of the embedded database of a running platform. */
export async function connected(dataDir: string): Promise<pg.Client> {
  const running = await findRunning(dataDir)
  assert.ok(running)
  const client = new pg.Client(running.address)
  client.on('error', () => undefined)
  await client.connect()
  return client
}

async function endChild(child: ChildProcess | undefined, signal: 'SIGKILL' | 'SIGTERM'): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((done) => child.once('exit', done))
  child.kill(signal)
  await ended
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

/** Every postgres process whose working directory is the data folder. */
function pidsOn(dataDir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && workingFolder(pid).startsWith(dataDir))
}

function workingFolder(pid: number): string {
  try {
    return readlinkSync(`/proc/${pid}/cwd`)
  } catch {
    return ''
  }
}
