import chromium from '@sparticuz/chromium'
import { chromium as launcher, type Browser } from 'playwright-core'

/** No sandbox: tests may run as root, and open only pages of their own. Web security stays on: CORS is tested. */
const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage', '--disable-sync']
const launchTimeoutMs = 60_000

/**
 * Opens a real Chromium. Undefined, with a loud word, where the system lacks a library that it needs; under CI that is
 * an error, so that no run passes without having looked.
 */
export async function openBrowser(): Promise<Browser | undefined> {
  try {
    const executablePath = await chromium.executablePath()
    return await launcher.launch({ executablePath, args, headless: true, timeout: launchTimeoutMs })
  } catch (error) {
    const missing = /error while loading shared libraries: ([^\s:]+)/.exec(String(error))?.[1]
    if (missing === undefined || process.env['CI'] === 'true') throw error
    process.stderr.write(`\n!!! No browser test ran: Chromium needs ${missing}, which this system lacks.\n\n`)
    return undefined
  }
}
