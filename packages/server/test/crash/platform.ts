import assert from 'node:assert/strict'
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** The real platform in a process of its own, on a data folder that outlives it. */
export type Platform = {
  url: string
  secretKey: string
  /** Starts the process when it is not running, and waits until it is ready. */
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

const readyTimeoutMs = 60_000
const main = new URL('../../src/main.ts', import.meta.url).pathname

/** Prepares a platform on a data folder; nothing runs until `start`. */
export async function openPlatform(dataDir: string): Promise<Platform> {
  const port = await freePort()
  const url = `http://127.0.0.1:${port}`
  let child: ChildProcess | undefined
  let output = ''
  const platform: Platform = {
    url,
    secretKey: '',
    async start() {
      const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), RATE_SECRET_PER_SECOND: '100000' }
      child = spawn(process.execPath, [main], { env, stdio: ['ignore', 'pipe', 'pipe'] })
      for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => (output += String(chunk)))
      await platform.waitUntilReady()
      platform.secretKey ||= /fg_sk_live_[0-9A-Za-z]{38}/.exec(output)?.[0] ?? ''
    },
    async killServer() {
      const ended = new Promise((done) => child?.once('exit', done))
      child?.kill('SIGKILL')
      await ended
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
      const ended = new Promise((done) => child?.once('exit', done))
      child?.kill('SIGTERM')
      await ended
    },
    postgresPids: () => pidsOn(dataDir),
    output: () => output,
  }
  return platform
}

async function isReady(url: string): Promise<boolean> {
  const answer = await fetch(`${url}/health/ready`, { signal: AbortSignal.timeout(2_000) }).catch(() => undefined)
  await answer?.arrayBuffer()
  return answer?.status === 200
}

/** Every process whose command line or working folder lies in the data folder. */
function pidsOn(dataDir: string): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid && /postgres/.test(textOf(`/proc/${pid}/cmdline`)))
    .filter(
      (pid) => textOf(`/proc/${pid}/environ`).includes(dataDir) || textOf(`/proc/${pid}/cmdline`).includes(dataDir),
    )
}

function textOf(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return ''
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const address = server.address()
  server.close()
  return typeof address === 'object' && address !== null ? address.port : 0
}
