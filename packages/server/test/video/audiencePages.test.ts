import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import type { Browser, Page } from 'playwright-core'
import { assetsDir } from '#app/config.ts'
import { openAssets } from '#platform/pages/assets.ts'
import { hostOf } from './hostOf.ts'
import { barriers } from '#test/world/barriers.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { objectOf, world, type Json, type World } from '#test/world/world.ts'

const kilobyte = 1_000
/** Upper bound of any wait in a page, also on a busy machine. */
const pageTimeoutMs = 60_000
let browser: Browser | undefined

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

test('a watch page loads at most 220 kB of script and 15 kB of style, compressed', async () => {
  const assets = openAssets(assetsDir)
  const sizeOf = (address: string) => gzipSync(readFileSync(join(assetsDir, address.slice('/assets/'.length)))).length
  const { style, modules } = await assets.of('watch')
  const script = modules.reduce((sum, each) => sum + sizeOf(each), 0)
  assert.ok(script > 50 * kilobyte && script <= 220 * kilobyte, `${script} bytes of script`)
  assert.ok(sizeOf(style) <= 15 * kilobyte, `${sizeOf(style)} bytes of style`)
  const { modules: small } = await assets.of('live')
  assert.ok(small.reduce((sum, each) => sum + sizeOf(each), 0) <= 10 * kilobyte, 'a list of videos loads a player')
})

/** Creates a channel with live, scheduled and recorded videos, and sheets with every detail. */
async function fill(w: World): Promise<{ handle: string; adult: string; mature: string }> {
  const home = await w.call('livestream.channel.create', {
    name: 'Harbour Stage',
    description: 'Small rooms, big water.\nEvery Friday from Hamburg: https://harbour.example',
    coverPhotoUrl: 'http://127.0.0.1/cover.svg',
    links: [{ label: 'Shop', url: 'https://shop.example' }],
  })
  const channelId = home.id
  await w.call('livestream.category.create', { name: 'Music', color: '#b3267f' })
  await w.call('livestream.details.create', { targetType: 'channel', targetId: channelId, locale: 'en', ...sheet })
  const recorded = [
    'The first night',
    'A long title that says what happened on that evening, and who was there to see it',
  ]
  for (const title of recorded) {
    const linked = {
      videoUrl: 'https://media.example/a.mp4',
      importMode: 'link',
      coverPhotoUrl: 'http://127.0.0.1/a.svg',
    } as const
    await w.call('livestream.static.create', { title, channelId, ...linked, category: 'Music' })
  }
  const tonight = { scheduleDate: '2026-11-27', scheduleTime: '20:00:00' }
  for (const title of ['Friday from the harbour', longWord]) {
    await w.call('livestream.stream.create', { title, channelId, ...tonight })
  }
  for (const [title, category] of [
    ['Open rehearsal', 'Music'],
    ['Ships, explained', 'Talk'],
  ] as const) {
    await goLive(w, { title, channelId, category, coverPhotoUrl: 'http://127.0.0.1/a.svg' })
  }
  const rated = { videoUrl: 'https://media.example/a.mp4', importMode: 'link', channelId, category: 'Music' } as const
  const [adult, mature] = [
    await makeRated(w, { ...rated, title: 'After midnight' }, 'adult'),
    await makeRated(w, { ...rated, title: 'The storm' }, 'mature'),
  ]
  return { handle: String(home.handle), adult, mature }
}

/** Longer than a phone is wide: names of people and addresses have such words. */
const longWord = 'W'.repeat(60)

const sheet = {
  description: '## The band\n\n- A *small* room\n- A **big** ship\n\n> And the sea.\n\nMore: https://harbour.example',
  tags: 'Jazz, Live music, Harbour',
  licence: 'CC-BY-4.0',
  credits: [
    { role: 'Camera', name: 'Ada Lind', url: 'https://ada.example' },
    { role: 'Sound', name: 'Bo Carter' },
  ],
  links: [
    { label: 'Programme', url: 'https://programme.example' },
    { label: longWord.slice(0, 40), url: 'https://long.example' },
  ],
  customFields: { filmed_with: 'Two cameras and a drone' },
  products: [
    { label: 'The record, on vinyl', url: 'https://shop.example/record' },
    { label: 'A shirt', url: 'https://shop.example/shirt' },
  ],
}

/** Makes a video with a rating and every detail. Returns the path of its page. */
async function makeRated(w: World, draft: Json, maturityRating: 'adult' | 'mature'): Promise<string> {
  const made = await w.call('livestream.static.create', draft)
  const contentWarnings = ['Flashing lights', longWord]
  const target = { targetType: 'static', targetId: made.id, locale: 'en' } as const
  await w.call('livestream.details.create', {
    ...target,
    ...sheet,
    coverPhotoUrl: 'http://127.0.0.1/a.svg',
    maturityRating,
    contentWarnings,
  })
  return `/watch/${String(made.id).replace('sta_', 'plb_')}`
}

async function goLive(w: World, draft: Json): Promise<void> {
  const host = hostOf(w.app)
  const made = await w.call('livestream.stream.create', draft)
  const key = String(objectOf(made.ingest)['streamKey'])
  const admission = await host.admit({ key, address: '127.0.0.1', protocol: 'rtmp' })
  assert.ok('plan' in admission, JSON.stringify(admission))
  await host.store(admission.plan, { kind: 'ready', videoCodec: 'avc1', audioCodec: null, width: 640, height: 360 })
  await w.settle()
}

test('pages of lists, channels and refusals are accessible and fit, light and dark, wide and narrow', async (t) => {
  if (browser === undefined) return t.skip(noBrowser())
  await using w = await world()
  const { handle, adult, mature } = await fill(w)
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  // cast: a server on a port has an address with one.
  const address = `http://127.0.0.1:${(w.app.server.server.address() as AddressInfo).port}`
  for (const [width, height] of [
    [1280, 800],
    [390, 844],
  ] as const) {
    for (const colorScheme of ['light', 'dark'] as const) {
      const look = { colorScheme, viewport: { width, height }, locale: 'en-GB', reducedMotion: 'reduce' } as const
      const context = await browser.newContext(look)
      context.setDefaultTimeout(pageTimeoutMs)
      const page = await context.newPage()
      const complaints: string[] = []
      page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
      page.on('pageerror', (error) => complaints.push(error.message))
      await page.route(/\.svg$/, (route) =>
        route.fulfill({ path: join(import.meta.dirname, 'poster.svg'), contentType: 'image/svg+xml' }),
      )
      for (const [name, path] of Object.entries({
        channel: `/c/${handle}`,
        live: '/live',
        lost: '/watch/nothing',
        adult,
        mature,
      })) {
        await page.goto(address + path)
        assert.deepEqual(await barriers(page), [], `${name}, ${width}, ${colorScheme}`)
        const overflow = await page.evaluate(
          () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
        )
        assert.equal(overflow, 0, `${name} is wider than ${width}`)
        const panels = await page.locator('.scene').evaluateAll((all) => all.map((e) => e.scrollWidth - e.clientWidth))
        assert.ok(Math.max(0, ...panels) === 0, `the panel of ${name} is wider than the player at ${width}`)
        const folder = process.env['SHOTS']
        if (folder !== undefined)
          await page.screenshot({ path: join(folder, `${name}-${width}-${colorScheme}.png`), fullPage: true })
      }
      assert.deepEqual(
        complaints.filter((each) => !each.includes('400')),
        [],
      )
      await context.close()
    }
  }
})

test('pages of rated videos work without scripts', async (t) => {
  if (browser === undefined) return t.skip(noBrowser())
  await using w = await world()
  const { adult, mature } = await fill(w)
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  // cast: as above.
  const address = `http://127.0.0.1:${(w.app.server.server.address() as AddressInfo).port}`
  for (const [width, colorScheme] of [
    [1280, 'light'],
    [390, 'dark'],
  ] as const) {
    const look = { colorScheme, viewport: { width, height: 844 }, javaScriptEnabled: false, locale: 'en-GB' } as const
    const context = await browser.newContext(look)
    context.setDefaultTimeout(pageTimeoutMs)
    const page = await context.newPage()
    await page.route(/\.svg$/, (route) =>
      route.fulfill({ path: join(import.meta.dirname, 'poster.svg'), contentType: 'image/svg+xml' }),
    )
    const shoot = async (name: string) => {
      const folder = process.env['SHOTS']
      const path = `${folder}/plain-${name}-${width}-${colorScheme}.png`
      if (folder !== undefined) await page.screenshot({ path, fullPage: true })
    }
    await page.goto(address + adult)
    await shoot('adult')
    assert.equal(await page.locator('video').count(), 0)
    await page.getByRole('link', { name: 'I am 18 or older' }).click()
    await page.locator('video.plain').waitFor()
    await page.goto(address + adult.replace('/watch/', '/embed/video/'))
    await shoot('embed')
    await page.getByRole('link', { name: 'I am 18 or older' }).click()
    await page.locator('video.plain').waitFor()
    assert.match(page.url(), /\/embed\/video\//)
    await page.goto(address + mature)
    await shoot('mature')
    await page.locator('.caution').waitFor()
    await context.close()
  }
})

test('the page of live streams refreshes while it is open, and ignores a late response', async (t) => {
  if (browser === undefined) return t.skip(noBrowser())
  await using w = await world()
  await w.app.server.listen({ port: 0, host: '127.0.0.1' })
  // cast: as above.
  const address = `http://127.0.0.1:${(w.app.server.server.address() as AddressInfo).port}`
  const context = await browser.newContext()
  t.after(() => context.close())
  context.setDefaultTimeout(pageTimeoutMs)
  const page = await context.newPage()
  await page.clock.install()
  await page.goto(`${address}/live`)
  await page.getByText('No stream is live at this moment.').waitFor()
  // The response of the first refresh arrives after that of the second.
  const [isRequested, isLate] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const late = { times: 1 }
  await page.route(
    `${address}/live`,
    async (route) => {
      const response = await route.fetch()
      isRequested.resolve()
      await isLate.promise
      await route.fulfill({ response })
    },
    late,
  )
  await passes(page, isRequested.promise)
  await goLive(w, { title: 'Out of nowhere' })
  const link = page.getByRole('link', { name: 'Out of nowhere' })
  await passes(page, link.waitFor())
  const arrived = page.waitForEvent('requestfinished', (request) => request.url() === `${address}/live`)
  isLate.resolve()
  await arrived
  await page.evaluate(() => new Promise(requestAnimationFrame))
  assert.equal(await link.count(), 1, 'an older response replaced a newer one')
})

/** Advances the clock of a page by ten seconds, after which it refreshes its list, and awaits `happened`. */
async function passes(page: Page, happened: Promise<unknown>): Promise<void> {
  await page.clock.fastForward(10_100)
  await happened
}
