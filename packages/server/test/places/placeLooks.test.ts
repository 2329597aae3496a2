import assert from 'node:assert/strict'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { barriers } from '#test/world/barriers.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { world, type World } from '#test/world/world.ts'

/** Upper bound of any wait in a page, also on a busy machine. */
const pageTimeoutMs = 60_000
let browser: Browser | undefined

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

const looks = {
  desktop: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  desktopDark: { colorScheme: 'dark', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  scriptless: { colorScheme: 'light', viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
} as const satisfies Record<string, BrowserContextOptions>

const image = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 9"><rect width="16" height="9" fill="${color}"/></svg>`

/** A hall with everything that a page shows, a café in it, a stage nearby, and places in two other countries. */
async function fill(w: World): Promise<void> {
  const base = { status: 'active', duplicateCheck: 'off' } as const
  const hall = await w.call('places.place.create', {
    ...base,
    name: 'Harbour Hall',
    type: 'venue',
    description:
      'An old crane hall at the water, with a large stage.\n\nDoors open an hour before: https://hall.example',
    address: { line1: 'Am Sandtorkai 3', city: 'Hamburg', postalCode: '20457', countryCode: 'DE' },
    location: { latitude: 53.5413, longitude: 9.9841 },
    openingHours: {
      regular: [
        { day: 4, opens: '18:00', closes: '23:30' },
        { day: 5, opens: '11:00', closes: '14:00' },
        { day: 5, opens: '18:00', closes: '03:00' },
        { day: 6, opens: '18:00', closes: '03:00' },
      ],
      exceptions: [
        { date: '2026-12-24', closed: true, note: 'Christmas Eve' },
        { date: '2026-12-31', opens: '20:00', closes: '06:00' },
      ],
    },
    capacity: 1200,
    spaces: [
      { name: 'Main hall', capacity: 1000, floor: '0' },
      { name: 'Foyer', capacity: 200, isExclusive: false },
    ],
    accessibility: { wheelchair: true, stepFree: true, hearingLoop: false },
    contact: { phone: '+49401234567', email: 'hello@hall.example', website: 'https://hall.example/' },
    photos: [
      { url: 'http://127.0.0.1/hall.svg', altText: 'The hall from the water', credit: 'Ada Sailor' },
      { url: 'http://127.0.0.1/stage.svg', altText: 'The stage' },
    ],
    categories: ['concerts', 'theatre'],
    priceLevel: 2,
    geofenceRadiusM: 150,
  })
  const near = (latitude: number, longitude: number) => ({
    location: { latitude, longitude },
    address: { line1: 'Am Sandtorkai 9', city: 'Hamburg', countryCode: 'DE' },
  })
  await w.call('places.place.create', {
    ...base,
    name: 'Crane Café',
    type: 'restaurant',
    parentPlaceId: hall.id,
    ...near(53.5414, 9.9843),
  })
  for (const [at, name] of ['Quay Records', 'Lantern Pier', 'Signal Studio'].entries()) {
    const type = (['store', 'outdoor', 'studio'] as const)[at] ?? 'other'
    await w.call('places.place.create', { ...base, name, type, ...near(53.543 - at * 0.002, 9.987 + at * 0.003) })
  }
  for (const [name, city, countryCode] of [
    ['Sumida House', 'Tokyo', 'JP'],
    ['Studio Sul', 'São Paulo', 'BR'],
  ] as const) {
    await w.call('places.place.create', { ...base, name, type: 'venue', address: { city, countryCode } })
  }
  const address = { line1: 'X'.repeat(80), city: 'Y'.repeat(60), countryCode: 'BR' }
  await w.call('places.place.create', { ...base, name: 'W'.repeat(60), type: 'store', address })
  await w.settle()
}

/** Fails for barriers, which scripts look for, and for a page that is wider than its window. */
async function look(page: Page, name: string, hasScripts: boolean): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  if (hasScripts) assert.deepEqual(await barriers(page), [], name)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(excess, 0, `${name} is wider than its window`)
}

test('pages of places are accessible and fit: wide and narrow, light and dark, with scripts and without', async (t) => {
  if (browser === undefined) return t.skip(noBrowser())
  await using w = await world({ startsAt: '2026-11-28T00:30:00.000Z' })
  await fill(w)
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  // cast: a server on a port has an address with one.
  const origin = `http://127.0.0.1:${(w.app.server.server.address() as AddressInfo).port}`
  for (const [name, options] of Object.entries(looks)) {
    const context = await browser.newContext({ ...options, timezoneId: 'Pacific/Auckland' })
    context.setDefaultTimeout(pageTimeoutMs)
    const complaints: string[] = []
    const page = await context.newPage()
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(String(error)))
    await page.route('http://127.0.0.1/*.svg', (route) =>
      route.fulfill({
        contentType: 'image/svg+xml',
        body: image(route.request().url().includes('hall') ? '#37726b' : '#b0563b'),
      }),
    )
    for (const [part, path] of [
      ['place', '/place/harbour-hall'],
      ['directory', '/places'],
      ['city', '/places?country=DE&city=Hamburg'],
      ['long', `/place/${'w'.repeat(60)}`],
    ] as const) {
      await page.goto(`${origin}${path}`)
      await look(page, `${part}-${name}`, !('javaScriptEnabled' in options))
    }
    // The zone of the visitor changes no hours: they are those of the place.
    await page.goto(`${origin}/place/harbour-hall`)
    await page.getByText('Open now · until 03:00').waitFor()
    assert.deepEqual(complaints, [], name)
    await context.close()
  }
})
