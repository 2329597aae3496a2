import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { chromium as launcher, type Browser, type BrowserContext, type BrowserContextOptions } from 'playwright-core'
import { lackOf } from './program.ts'

/** No sandbox: tests may run as root, and open only pages of their own. Web security stays on: CORS is tested. */
const args = ['--no-sandbox', '--no-zygote', '--disable-gpu', '--disable-dev-shm-usage', '--disable-sync']
/** In a locale without Unicode, as a bare machine has it, Chromium names no file “Français”. */
const launch = { headless: true, timeout: 120_000, env: { ...process.env, LC_ALL: 'C.UTF-8' } }
/** Folder of the unpacked Chromium. It outlives a run, as unpacking takes two CPU seconds; npm removes it. */
const home = join(import.meta.dirname, '../../../../node_modules/@sparticuz/chromium/unpacked')
const unpack = "import('@sparticuz/chromium').then((found) => found.default.executablePath())"

let missing: string | undefined

/** Opens a real Chromium. Undefined where the system lacks a library that Chromium needs; `noBrowser` names it. */
export async function openBrowser(further: readonly string[] = []): Promise<Browser | undefined> {
  try {
    const executablePath = await unpacked()
    return await launcher.launch({ ...launch, executablePath, args: [...args, ...further] })
  } catch (error) {
    missing = /error while loading shared libraries: ([^\s:]+)/.exec(String(error))?.[1]
    if (missing === undefined) throw error
    return undefined
  }
}

/** Opens a Chromium of its own with the profile of a folder: it keeps handles of files, as no other context does. */
export async function openProfile(folder: string, options: BrowserContextOptions): Promise<BrowserContext> {
  const how = { ...launch, executablePath: await unpacked(), args }
  return launcher.launchPersistentContext(folder, { ...how, ...options })
}

/** The reason to skip a test for which `openBrowser` found no browser. */
export function noBrowser(): string {
  return lackOf(missing ?? 'Chromium')
}

/** Path of the unpacked Chromium, shared by test files: unpacked in another folder, then renamed. */
async function unpacked(): Promise<string> {
  const path = join(home, 'chromium')
  if (existsSync(path)) return path
  const aside = await mkdtemp(`${home}-`)
  const how = { cwd: import.meta.dirname, env: { ...process.env, TMPDIR: aside } }
  await promisify(execFile)(process.execPath, ['--input-type=module', '-e', unpack], how)
  // The folder exists when another process was faster.
  await rename(aside, home).catch(() => rm(aside, { recursive: true }))
  return path
}
