import assert from 'node:assert/strict'
import { after, before, type TestContext } from 'node:test'
import type { Browser as Chromium, Page } from 'playwright-core'
import type { App } from '#app/app.ts'
import { noBrowser, openBrowser, openProfile } from '#test/world/browser.ts'
import { freePort } from '#test/world/freePort.ts'
import type { Browser } from '#test/world/signedIn.ts'
import { until } from '#test/world/until.ts'
import type { FakeCamera } from './fakeCamera.ts'

/** A page of the console, signed in, with everything that went wrong on it so far. */
export type ConsolePage = {
  page: Page
  /** Script errors, violations of the policy, requests to other hosts, responses of 500 and more. */
  failures: string[]
  origin: string
  /** Opens an address below `/console/<account>`, without a person below `/console`, and waits for its heading. */
  open(path: string): Promise<void>
  /** Follows a link of the open page to such an address, without a new document, and waits for its heading. */
  follow(path: string): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

type Visitor = Pick<Browser, 'token' | 'headers'>

/** Size and colours of a page, and its person where that is not the one of the host; null: signed out. */
export type ConsoleLook = {
  size?: { width: number; height: number }
  colorScheme?: 'light' | 'dark'
  person?: Visitor | null
  /** Folder of a browser profile, which keeps handles of files; a fresh context when left out. */
  profile?: string
}

/** A server for the tests of a file and the person who visits it. */
type ConsoleHost = {
  app: App
  person: Visitor
  /** Called once the server listens on a port. */
  onListening?(port: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** Visits to the console of one host, shared by the tests of a file. */
export type SharedConsole = {
  /** Opens the console in a new context. Skips the test and returns undefined without Chromium. */
  visit(t: TestContext, look?: ConsoleLook): Promise<ConsolePage | undefined>
}

/** Size of a phone in CSS pixels. */
export const phone = { width: 390, height: 844 }
const desktop = { width: 1280, height: 860 }
const pageTimeoutMs = 60_000

/**
 * Opens one Chromium and one host for all tests of a file, and closes both after them. `openHost` makes the server for
 * the address at which it will listen; without Chromium it is never called. `openCamera` gives the browser a camera.
 */
export function sharedConsole(
  openHost: (publicUrl: string) => Promise<ConsoleHost>,
  openCamera?: () => Promise<FakeCamera>,
): SharedConsole {
  let browser: Chromium | undefined
  let host: ConsoleHost | undefined
  let camera: FakeCamera | undefined
  let origin = ''
  before(async () => {
    camera = await openCamera?.()
    browser = await openBrowser(camera?.args)
    if (browser === undefined) return
    const port = await freePort()
    // Passkeys need a name, and of plain http browsers trust that of this machine alone.
    origin = `http://localhost:${port}`
    host = await openHost(origin)
    await host.app.server.listen({ port, host: '127.0.0.1' })
    await host.onListening?.(port)
  })
  after(async () => {
    await browser?.close()
    await host?.[Symbol.asyncDispose]()
    await camera?.[Symbol.asyncDispose]()
  })
  return {
    async visit(t, look = {}) {
      if (browser === undefined || host === undefined) {
        t.skip(noBrowser())
        return undefined
      }
      const opened = await openConsole(browser, origin, { person: host.person, ...look })
      t.after(() => opened[Symbol.asyncDispose]())
      return opened
    },
  }
}

/** Opens the console of a person's account in a new context of a browser. */
async function openConsole(browser: Chromium, origin: string, look: ConsoleLook): Promise<ConsolePage> {
  const { person = null, size = desktop, colorScheme = 'light', profile } = look
  const options = { viewport: size, colorScheme, locale: 'en-GB', reducedMotion: 'reduce' } as const
  const context = await (profile === undefined ? browser.newContext(options) : openProfile(profile, options))
  context.setDefaultTimeout(pageTimeoutMs)
  if (person !== null) {
    await context.addCookies([{ name: 'session', value: person.token, url: origin, sameSite: 'Strict' }])
  }
  const page = await context.newPage()
  const failures: string[] = []
  page.on('pageerror', (error) => failures.push(`${page.url()}: ${error.stack ?? error.message}`))
  page.on('console', (message) => {
    // A refused call is logged by the browser; the page that shows it is what the test looks at.
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      failures.push(`${page.url()}: ${message.text()}`)
    }
  })
  page.on('request', (request) => {
    const address = new URL(request.url())
    if (address.protocol.startsWith('http') && address.origin !== origin) failures.push(`request to ${address.origin}`)
  })
  page.on('response', (response) => {
    if (response.status() >= 500) failures.push(`${response.status()} of ${response.url()}`)
  })
  const base = `${origin}/console${person === null ? '' : `/${person.headers['x-account']}`}`
  return {
    page,
    failures,
    origin,
    async open(path) {
      await page.goto(`${base}${path}`, { waitUntil: 'commit' })
      await headed(page)
    },
    async follow(path) {
      await page.evaluate((to) => {
        document.querySelector('main h1')?.setAttribute('data-left', '')
        history.pushState({}, '', to)
      }, `${base}${path}`)
      await headed(page)
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

/**
 * Waits for a heading that no page before had, and until the page is idle: its keys work only after it was painted.
 * Looks at every frame: a locator that waits looks twice a second.
 */
async function headed(page: Page): Promise<void> {
  await page.waitForFunction(() => document.querySelector('main h1:not([data-left])')?.checkVisibility() === true)
  await page.evaluate(() => new Promise((done) => requestIdleCallback(done, { timeout: 5_000 })))
}

/** Fails when the page is wider than the window, once its layout has settled. */
export async function fitsWindow(page: Page): Promise<void> {
  const excess = () => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(await until(excess, (pixels) => pixels <= 0), 0, `${page.url()} is wider than its window`)
}
