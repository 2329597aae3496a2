import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import type * as Sdk from '@fairground/sdk'
import type { Browser, Page } from 'playwright-core'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { world } from '#test/world/world.ts'
import { buildSdk, sdkDist } from '#tools/buildSdk.ts'
import { listening } from './listening.ts'

/** Time-out of a page: the reference takes seconds to render where other tests use the same cores. */
const pageTimeoutMs = 120_000
let browser: Browser | undefined

before(async () => {
  buildSdk()
  browser = await openBrowser()
})

after(() => browser?.close())

/** A page of another site that uses the SDK: a read, then a refused call. */
type Tried = { names: string[]; requestIds: (string | undefined)[]; reasons: string[] }

test('a page of another origin reads with a public key, and a secret key is refused', async (t) => {
  await using w = await world()
  const address = await listening(w)
  await using shop = await shopPage()
  await using stranger = await shopPage()
  const location = { latitude: 53.5, longitude: 9.9 }
  for (const name of ['Harbour Stage', 'Old Mill']) {
    await w.call('places.place.create', { name, type: 'venue', location, status: 'active' })
  }
  const publicKey = await w.key({ kind: 'public', allowedOrigins: [shop.origin] })
  const page = await openPage(t)
  if (page === undefined) return

  const seen = await tryFrom(page, shop.origin, { address, keys: [publicKey, w.account.secretKey] })
  assert.deepEqual(seen.names.toSorted(), ['Harbour Stage', 'Old Mill'])
  assert.ok(
    seen.requestIds.every((each) => each?.startsWith('req_')),
    'the headers of a response are not readable',
  )
  assert.deepEqual(seen.reasons, ['public_key_not_allowed', 'secret_key_exposed', 'secret_key_exposed'])
  const elsewhere = await tryFrom(page, stranger.origin, { address, keys: [publicKey] })
  assert.deepEqual(elsewhere.reasons, ['origin_not_allowed', 'origin_not_allowed'])
})

for (const colorScheme of ['light', 'dark'] as const) {
  test(`the reference is complete in ${colorScheme}, sends no request elsewhere and breaks no policy`, async (t) => {
    await using w = await world()
    const address = await listening(w)
    const page = await openPage(t, colorScheme)
    if (page === undefined) return
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('request', (request) => {
      const isOwn = [address, 'data:', 'blob:'].some((start) => request.url().startsWith(start))
      if (!isOwn) complaints.push(`requested ${request.url()}`)
    })
    // The page takes CPU seconds to render: one load shows the whole reference and the operation of the address.
    await page.goto(`${address}/docs#tag/places-place/POST/api/places/general/create`)
    await page.getByRole('heading', { name: 'Fairground API' }).waitFor()
    await page.getByText('Livestream', { exact: true }).first().waitFor()
    await shoot(page, `docs-${colorScheme}`)
    const ground = await page.evaluate(() => getComputedStyle(document.body).backgroundColor)
    assert.equal(isDark(ground), colorScheme === 'dark', ground)

    const tryIt = page.getByRole('button', { name: /Test Request/ }).first()
    await tryIt.waitFor()
    await shoot(page, `operation-${colorScheme}`)
    await tryIt.click()
    await page.getByRole('button', { name: /Send/ }).first().waitFor()
    await shoot(page, `client-${colorScheme}`)

    await page.goto(`${address}/docs/errors#validation_failed`)
    await page.getByRole('heading', { name: 'validation_failed' }).waitFor()
    await shoot(page, `errors-${colorScheme}`)
    assert.deepEqual(complaints, [])
  })
}

async function openPage(t: TestContext, colorScheme: 'light' | 'dark' = 'light'): Promise<Page | undefined> {
  if (browser === undefined) {
    t.skip(noBrowser())
    return undefined
  }
  const context = await browser.newContext({ colorScheme, viewport: { width: 1360, height: 900 } })
  t.after(() => context.close())
  const page = await context.newPage()
  page.setDefaultTimeout(pageTimeoutMs)
  return page
}

/** Folder for screenshots of the test, when SHOTS is set. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder === undefined) return
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(1_500)
  await page.screenshot({ path: join(folder, `${name}.png`) })
}

function isDark(color: string): boolean {
  const channels = [...color.matchAll(/\d+/g)].slice(0, 3).map(Number)
  return channels.every((each) => each < 128)
}

/** A page of another origin that serves the built SDK as a site would. */
async function shopPage() {
  const server = createServer(async (request, response) => {
    const path = request.url ?? '/'
    if (!path.startsWith('/sdk/')) {
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Shop</title>')
      return
    }
    const script = await readFile(join(sdkDist, path.slice('/sdk/'.length))).catch(() => undefined)
    response.writeHead(script === undefined ? 404 : 200, { 'content-type': 'text/javascript' }).end(script)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // cast: a server on a port has an address with one.
  const { port } = server.address() as AddressInfo
  const close = () => {
    server.closeAllConnections()
    return new Promise<void>((resolve) => server.close(() => resolve()))
  }
  return { origin: `http://127.0.0.1:${port}`, [Symbol.asyncDispose]: close }
}

async function tryFrom(page: Page, origin: string, site: { address: string; keys: string[] }): Promise<Tried> {
  await page.goto(origin)
  return page.evaluate(async ({ address, keys }) => {
    const path = '/sdk/index.js'
    // cast: the page serves the built package there.
    const sdk = (await import(path)) as typeof Sdk
    const tried: Tried = { names: [], requestIds: [], reasons: [] }
    for (const apiKey of keys) {
      const onResponse = (response: Sdk.ResponseFacts) => void tried.requestIds.push(response.requestId)
      const { place } = sdk.createClient({ apiKey, baseUrl: address, onResponse }).places
      const refused = (error: unknown) => {
        if (error instanceof sdk.NotAuthorizedError) tried.reasons.push(error.reason)
        else throw error
      }
      await place.list().then((list) => tried.names.push(...list.items.map((each) => String(each.name))), refused)
      await place.create({ name: 'X', type: 'venue' }).catch(refused)
    }
    return tried
  }, site)
}
