import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as launcher, type Browser } from 'playwright-core'

/** No sandbox: tests may run as root, and open only pages of their own. Web security stays on: CORS is tested. */
const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage', '--disable-sync']
const launchTimeoutMs = 120_000
const home = join(tmpdir(), 'fairground-chromium')
const unpack = "await (await import('@sparticuz/chromium')).default.executablePath()"

/**
 * Opens a real Chromium. Undefined, with a loud word, where the system lacks a library that it needs; under CI that is
 * an error, so that no run passes without having looked.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  try {
    const executablePath = await unpacked()
    return await launcher.launch({ executablePath, args, headless: true, timeout: launchTimeoutMs })
  } catch (error) {
    const missing = /error while loading shared libraries: ([^\s:]+)/.exec(String(error))?.[1]
    if (missing === undefined || process.env['CI'] === 'true') throw error
    process.stderr.write(`\n!!! No browser test ran: Chromium needs ${missing}, which this system lacks.\n\n`)
    return undefined
  }
}

/** Where Chromium lies, once unpacked: aside, and moved in whole, for files of tests that begin at once share it. */
async function unpacked(): Promise<string> {
  const path = join(home, 'chromium')
  if (existsSync(path)) return path
  const aside = await mkdtemp(`${home}-`)
  const how = { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: aside } }
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], how)
  // It is not empty any more where another process was faster.
  await rename(aside, home).catch(() => rm(aside, { recursive: true }))
  return path
}
