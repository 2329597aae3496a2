import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addMedia } from '#test/video/addedMedia.ts'
import { goLive, watches, type LiveStream } from '#test/video/audience.ts'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

const hourMs = 3_600_000
const agents = {
  firefox: 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  phone:
    'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 ' +
    'Mobile/15E148 Safari/604.1',
}

let w: World
let video: Record<string, unknown>
let quiet: Record<string, unknown>
let show: LiveStream
let replay: Record<string, unknown>
const { visit } = sharedConsole(async (publicUrl) => {
  const nowMs = Date.now()
  w = await world({ publicUrl, startsAt: new Date(nowMs - 9 * 24 * hourMs).toISOString() })
  const address = { videoUrl: 'https://media.example.com/mill.mp4', importMode: 'link', visibility: 'public' } as const
  video = await w.call('livestream.static.create', { title: 'Harbour at dawn', ...address })
  await addMedia(w.app, video)
  quiet = await w.call('livestream.static.create', { title: 'Quiet pier', ...address })
  await watch(3)
  w.clock.set(new Date(nowMs - 5 * 24 * hourMs).toISOString())
  await watch(6)
  w.clock.set(new Date(nowMs - 3 * hourMs).toISOString())
  await watch(2)
  await broadcast()
  w.clock.set(new Date(nowMs).toISOString())
  const person = await w.signIn('owner')
  return { app: w.app, person, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

/** Plays the video twenty seconds by so many viewers, every third on a phone that came from a search. */
async function watch(count: number): Promise<void> {
  const playbackId = String(video['id']).replace('sta_', 'plb_')
  const viewers = Array.from({ length: count }, (_, index) => {
    const isPhone = index % 3 === 2
    const headers = { 'user-agent': isPhone ? agents.phone : agents.firefox }
    const referrer = isPhone ? '=1+1' : 'https://search.example.com/?q=harbour'
    return watches(w, playbackId, { viewer: index + 1, headers, referrer, rendition: 'source', startupMs: 420 })
  })
  for (const seconds of [0, 10, 20]) {
    const staying = viewers.filter((_, index) => seconds < 20 || index % 3 === 0)
    await Promise.all(staying.map((viewer) => viewer.beat()))
    w.clock.advance(10_000)
  }
}

/** A show of half a minute with two viewers, and another stream with a recorded one. */
async function broadcast(): Promise<void> {
  const target = { name: 'Second stage', serverUrl: 'rtmp://live.example.com/app', streamKey: 'abc' }
  show = await goLive(w, { title: 'Evening on the pier', simulcastTargets: [target] })
  const viewers = [watches(w, show.playbackId), watches(w, show.playbackId)]
  for (let beat = 0; beat < 4; beat++) {
    await Promise.all(viewers.map((viewer) => viewer.beat()))
    w.clock.advance(10_000)
  }
  await show.end()
  replay = await w.call('livestream.stream.create', { title: 'Morning on the pier' })
  await addMedia(w.app, replay)
}

/** The value of a tile, such as `8`, once it is drawn. */
async function tile(page: Page, name: string): Promise<string> {
  const value = page.getByRole('button', { name: new RegExp(`^${name}`) }).locator('.tile-value')
  await value.waitFor()
  return String(await value.textContent())
}

test('the analytics of a video count its views by period and compare them with the former one', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/static/${String(video['id'])}?tab=analytics`)
  assert.equal(await tile(page, 'Views'), '8')
  const watchTime = page.getByRole('button', { name: /^Watch time(?! per)/ })
  await watchTime.click()
  await page.getByRole('figure', { name: /^Watch time: 1.8 min/ }).waitFor()
  await page
    .getByRole('button', { name: /^Views/ })
    .getByRole('img', { name: '167% more than in the former period' })
    .waitFor()
  await page.getByText('24 hours').click()
  await until(
    () => tile(page, 'Views'),
    (views) => views === '2',
  )
  assert.match(page.url(), /period=24h/)
  await page.reload()
  assert.equal(await tile(page, 'Views'), '2')
  await page.getByText('30 days').click()
  await until(
    () => tile(page, 'Views'),
    (views) => views === '11',
  )
  const table = page.getByRole('button', { name: 'Audience as a table' })
  await table.click()
  assert.equal(await page.getByRole('region', { name: 'Audience' }).last().getByRole('row').count(), 31)
  assert.deepEqual(failures, [])
})

test('an audience is ranked by device and referrer, and a file with a formula from outside is harmless', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/analytics')
  const origins = page.getByRole('region', { name: 'Origin' })
  await origins.getByText('Referrer').click()
  await origins.getByRole('listitem').first().waitFor()
  const most = page.getByRole('region', { name: 'Most watched' })
  await most.getByRole('listitem').first().getByRole('link', { name: 'Harbour at dawn' }).waitFor()
  await page.getByRole('region', { name: 'Devices' }).getByRole('listitem').nth(1).waitFor()
  const download = page.waitForEvent('download')
  await origins.getByRole('button', { name: 'Origin as CSV' }).click()
  const csv = readFileSync(await (await download).path(), 'utf8')
  assert.match(csv, /^\uFEFFReferrer,Views,Unique viewers,Watch time\r\n/)
  assert.doesNotMatch(csv, /^[=+@-]/m)
  assert.deepEqual(failures, [])
})

test('the retention curve stands over the video, and pointer and keys seek in it', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/static/${String(video['id'])}?tab=analytics`)
  const card = page.getByRole('region', { name: 'Retention' })
  await card.getByText('Less than half of the views reach 0:10.').waitFor()
  const slider = card.getByRole('slider', { name: 'Position in the video' })
  const position = () => slider.getAttribute('aria-valuetext')
  assert.equal(await position(), '100% of the views played 0:00')
  await slider.press('End')
  await until(position, (text) => /^\d+% of the views played 0:(1[5-9]|20)/.test(String(text)))
  const curve = card.locator('.retention-curve')
  await curve.scrollIntoViewIfNeeded()
  const { width = 0, height = 0 } = (await curve.boundingBox()) ?? {}
  await curve.hover({ position: { x: width / 4, y: height / 2 } })
  await card
    .locator('.retention-hint')
    .filter({ hasText: /^0:0[45] · 100%/ })
    .waitFor()
  await until(position, (text) => /played 0:0[45]$/.test(String(text)))
  assert.deepEqual(failures, [])
})

test('a video without views says how they appear', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/static/${String(quiet['id'])}?tab=analytics&period=30d`)
  await page.getByRole('heading', { name: 'No views in this period' }).waitFor()
  assert.equal(await tile(page, 'Views'), '0')
  assert.deepEqual(failures, [])
})

test('analytics fit a phone and have no barrier in both schemes', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize(colorScheme === 'dark' ? phone : { width: 1280, height: 860 })
    await open(`/livestream/static/${String(video['id'])}?tab=analytics`)
    await tile(page, 'Views')
    await page.locator('.trend .recharts-area').first().waitFor()
    await page.getByRole('region', { name: 'Origin' }).getByRole('listitem').first().waitFor()
    await fitsWindow(page)
    assert.deepEqual(await barriers(page), [], colorScheme)
  }
  assert.deepEqual(failures, [])
})

test('the page of a stream lists its sessions, and leads to the audience and the retention of each', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/stream/${show.streamId}?tab=sessions`)
  await page.getByRole('region', { name: 'Simulcast' }).getByText('Second stage').waitFor()
  const row = page.getByRole('row').filter({ hasText: 'Ended' })
  assert.match(String(await row.textContent()), /0:40.*640×360/)
  await row.getByRole('link', { name: 'Analytics' }).click()
  assert.equal(await tile(page, 'Views'), '2')
  await page.getByRole('region', { name: 'Retention' }).getByRole('slider').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('combobox', { name: 'Session' }).selectOption('All sessions')
  await page.getByText('7 days').waitFor()
  assert.deepEqual(failures, [])
})

test('the recording of a session stands on the page of its stream, on a phone too', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/stream/${String(replay['id'])}`)
  const made = page.getByRole('region', { name: 'Recordings and clips' })
  await made.getByText(/^Recording · 0:20/).waitFor()
  await page.getByRole('tab', { name: 'Sessions' }).click()
  const row = page.getByRole('row').filter({ hasText: 'Ended' })
  await row.getByRole('link', { name: /Morning on the pier/ }).waitFor()
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})
