import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '#test/world/program.ts'
import { objectOf, type Json } from '#test/world/world.ts'
import { startPlatform } from '#tools/bench/startup.ts'

/** The platform in a separate process, on an installation of this run, and its publishers. */
export type LivePlatform = {
  url: string
  pid: number
  /** Calls an operation under `/api/video/`: GET without a body, else POST. Returns its data; throws a refusal. */
  call(path: string, body?: Json): Promise<Json>
  /** Calls an operation by PUT. */
  update(path: string, body: Json): Promise<Json>
  stream(draft: Json): Promise<BenchStream>
  /** A number from `/metrics`. */
  figure(name: string): Promise<number>
  /** Runs ffmpeg until `stop`, or until the bench ends. */
  encoder(args: readonly string[], input?: 'pipe'): BenchEncoder
  /** The same platform with a new account: an account has at most ten live streams. */
  another(): Promise<LivePlatform>
  stop(): Promise<void>
}
/** A stream with the address to publish to, its key included. */
export type BenchStream = { id: string; playbackId: string; publishUrl: string }
/** A running ffmpeg. `stop` kills it, as a power cut does. */
export type BenchEncoder = { child: ChildProcess; stop(): Promise<void> }

const run = promisify(execFile)
const operatorScript = join(import.meta.dirname, '../../../packages/server/src/cli/fairground.ts')
const pollMs = 20
const waitMs = 20_000
const manyRequests = '1000000'

/** Starts the platform like `npm start`, with limits above every measurement. */
export async function startLivePlatform(port: number): Promise<LivePlatform> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairground-bench-live-'))
  const rates = { RATE_SECRET_PER_SECOND: manyRequests, RATE_PUBLIC_PER_SECOND: manyRequests }
  const env = { DATA_DIR: dataDir, RTMP_PORT: '0', LOG_LEVEL: 'warn', ...rates }
  const { url, pid, key, stop } = await startPlatform(port, env)
  const encoders = new Set<BenchEncoder>()
  const shared: Omit<LivePlatform, keyof Calls> = {
    url,
    pid,
    async figure(name) {
      const text = await (await fetch(`${url}/metrics`)).text()
      return Number(new RegExp(`^${name} (.+)$`, 'm').exec(text)?.[1])
    },
    encoder(args, input) {
      const encoder = runEncoder(args, input)
      encoders.add(encoder)
      return encoder
    },
    another: async () => ({ ...shared, ...callsOf(url, await makeAccount({ ...env, PORT: String(port) })) }),
    async stop() {
      await Promise.all([...encoders].map((each) => each.stop()))
      await stop()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
  return { ...shared, ...callsOf(url, key) }
}

type Calls = Pick<LivePlatform, 'call' | 'update' | 'stream'>

function callsOf(url: string, key: string): Calls {
  const call: LivePlatform['call'] = (path, body) =>
    callOf(`${url}/api/video/${path}`, key, body === undefined ? undefined : { method: 'POST', body })
  return {
    call,
    update: (path, body) => callOf(`${url}/api/video/${path}`, key, { method: 'PUT', body }),
    async stream(draft) {
      const made = await call('stream/create', { title: 'Bench', ...draft })
      const { rtmpUrl, streamKey } = objectOf(made['ingest'])
      return {
        id: String(made['id']),
        playbackId: String(objectOf(made['playback'])['playbackId']),
        publishUrl: `${String(rtmpUrl).replace('localhost', '127.0.0.1')}/${String(streamKey)}`,
      }
    },
  }
}

/** Creates an account like an operator. Returns its secret key. */
async function makeAccount(env: Record<string, string>): Promise<string> {
  const args = [operatorScript, 'account', 'create', '--name', 'Another']
  const { stdout } = await run(process.execPath, args, { env: { ...process.env, ...env } })
  const [key] = /fg_sk_live_[0-9A-Za-z]+/.exec(stdout) ?? []
  if (key === undefined) throw new Error(`no account was made:\n${stdout}`)
  return key
}

type Sent = { method: 'POST' | 'PUT'; body: Json }

async function callOf(url: string, key: string, sent: Sent | undefined): Promise<Json> {
  const headers = { 'x-service-api-key': key, 'content-type': 'application/json' }
  const how = sent === undefined ? {} : { method: sent.method, body: JSON.stringify(sent.body) }
  const response = await fetch(url, { headers, ...how })
  const text = await response.text()
  if (response.status !== 200) throw new Error(`${url}: ${response.status} ${text}`)
  return objectOf(objectOf(JSON.parse(text))['data'])
}

/** Prints the messages of an encoder, except that its connection closed. */
function runEncoder(args: readonly string[], input: 'pipe' | 'ignore' = 'ignore'): BenchEncoder {
  const all = ['-hide_banner', '-nostdin', '-loglevel', 'error', ...args]
  const child = spawn(findProgram('ffmpeg') ?? '', all, { stdio: [input, 'ignore', 'inherit'] })
  child.stdin?.on('error', () => undefined)
  return {
    child,
    async stop() {
      if (child.exitCode !== null || child.signalCode !== null) return
      child.kill('SIGKILL')
      await once(child, 'close')
    },
  }
}

/** Polls until the value is defined. */
export async function wait<T>(what: string, read: () => Promise<T | undefined>, forMs = waitMs): Promise<T> {
  const endsAt = performance.now() + forMs
  for (;;) {
    const value = await read()
    if (value !== undefined) return value
    if (performance.now() > endsAt) throw new Error(`${what} did not come about`)
    await sleep(pollMs)
  }
}

/** Waits until a stream is live and has a segment to be loaded. */
export async function live(on: LivePlatform, { id, playbackId }: BenchStream): Promise<void> {
  await wait('live', async () => ((await on.call(`stream/get?streamId=${id}`))['status'] === 'live' ? true : undefined))
  await wait('a playlist', async () => {
    const response = await fetch(`${on.url}/hls/${playbackId}/video.m3u8`)
    await response.arrayBuffer()
    return response.status === 200 ? true : undefined
  })
}
