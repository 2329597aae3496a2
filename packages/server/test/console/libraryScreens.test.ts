import assert from 'node:assert/strict'
import { appendFile, copyFile, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { encodeVideo, ffmpegPath } from '#test/video/encodedVideo.ts'
import { barriers } from '#test/world/barriers.ts'
import { lacks } from '#test/world/program.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

const partBytes = 16 * 1024 ** 2

let w: World
let folder = ''
const { visit } = sharedConsole(async (publicUrl) => {
  folder = await mkdtemp(join(tmpdir(), 'fairground-library-'))
  w = await world({ publicUrl, live: { workFolder: join(folder, 'work') } })
  return {
    app: w.app,
    person: await w.signIn('owner'),
    async [Symbol.asyncDispose]() {
      await w[Symbol.asyncDispose]()
      await rm(folder, { recursive: true, force: true })
    },
  }
})
const skip = ffmpegPath === undefined ? lacks('ffmpeg') : false

let encoded: Promise<string> | undefined

/** A film of four seconds, encoded once and copied; `padding` bytes of a free box at its end make the file longer. */
async function film(name: string, padding = 0): Promise<string> {
  encoded ??= encodeVideo(join(folder, 'encoded.mp4'), { seconds: 4 })
  const path = join(folder, name)
  await copyFile(await encoded, path)
  if (padding > 0) {
    const box = Buffer.alloc(padding)
    box.writeUInt32BE(padding)
    box.write('free', 4)
    await appendFile(path, box)
  }
  return path
}

const dock = (page: Page) => page.getByRole('region', { name: 'Uploads' })
const rowOf = (page: Page, name: string) => dock(page).locator('li', { hasText: name })
const chooseFiles = (page: Page, ...paths: string[]) =>
  page.locator('.upload-tool input[type=file]').setInputFiles(paths)

/** Drops a file on the page, as from the desktop. */
async function dropFile(page: Page, name: string, path: string): Promise<void> {
  const base64 = (await readFile(path)).toString('base64')
  const transfer = await page.evaluateHandle(
    async ({ name: fileName, body }) => {
      const bytes = Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0)
      const files = new DataTransfer()
      files.items.add(new File([bytes], fileName, { type: 'video/mp4' }))
      return files
    },
    { name, body: base64 },
  )
  await page.dispatchEvent('body', 'dragover', { dataTransfer: transfer })
  await page.getByText('Drop videos anywhere to upload them').waitFor()
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer })
}

async function videoNamed(title: string) {
  const { items } = await w.call('livestream.static.all', { q: title })
  return objectOf(arrayOf(items)[0])
}

const published = (title: string) =>
  until(
    async () => {
      await w.settle()
      return (await videoNamed(title))['status']
    },
    (status) => status === 'published',
  )

test('videos are dropped, uploaded side by side, published and shown in the gallery', { skip }, async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/static')
  await dropFile(page, 'Mill_race.mp4', await film('one.mp4'))
  await chooseFiles(page, await film('Harbour at dusk.mp4'), join(import.meta.dirname, '../../package.json'))
  await rowOf(page, 'package.json').getByText('Not a video').waitFor()
  for (const [name, title] of [
    ['Mill_race.mp4', 'Mill race'],
    ['Harbour at dusk.mp4', 'Harbour at dusk'],
  ] as const) {
    await rowOf(page, name).getByRole('link', { name }).waitFor()
    await published(title)
    assert.equal((await videoNamed(title))['visibility'], 'private')
    await rowOf(page, name).getByText('Ready').waitFor()
  }
  await w.settle()
  await page.reload()
  const card = page.locator('.gallery-card', { hasText: 'Mill race' })
  await card.locator('img').waitFor()
  const isLoaded = () => card.locator('img').evaluate((image: HTMLImageElement) => image.naturalWidth > 0)
  await until(isLoaded, (loaded) => loaded)
  assert.deepEqual(await barriers(page), [])
  await card.click()
  await page.locator('video').waitFor()
  const duration = () => page.locator('video').evaluate((video: HTMLVideoElement) => video.duration)
  await until(duration, (seconds) => seconds > 1.5)
  await page.getByRole('tab', { name: 'Clip' }).click()
  await page.locator('.storyboard-strip').waitFor()
  for (const size of [phone, { width: 1280, height: 860 }]) {
    await page.setViewportSize(size)
    await fitsWindow(page)
  }
  assert.deepEqual(failures, [])
})

test('an upload stopped by a reload goes on behind its stored bytes, with the same file alone', { skip }, async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/static')
  const path = await film('Long night.mp4', partBytes + 1_000)
  const ranges: string[] = []
  let isHeld = true
  await page.route('**/uploads/video/**', async (route) => {
    const range = (await route.request().headerValue('content-range')) ?? ''
    ranges.push(range)
    // The second part never arrives: its connection hangs.
    if (!isHeld || !range.startsWith(`bytes ${partBytes}-`)) await route.continue()
  })
  page.on('dialog', (dialog) => void dialog.accept())
  await chooseFiles(page, path)
  await until(
    () => Promise.resolve(ranges.length),
    (count) => count >= 3,
  )
  await page.reload()
  const row = rowOf(page, 'Long night.mp4')
  await row.getByText(/^Interrupted at 9\d %/).waitFor()
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  const other = await film('other.mp4')
  await row.locator('input[type=file]').setInputFiles(other)
  await row.getByText('That was another file').waitFor()
  isHeld = false
  ranges.length = 0
  await row.locator('input[type=file]').setInputFiles(path)
  await published('Long night')
  await row.getByText('Ready').waitFor()
  assert.match(String(ranges[0]), /^bytes \*\//)
  assert.match(String(ranges[1]), new RegExp(`^bytes ${partBytes}-`))
  assert.deepEqual(failures, [])
})

test('an upload goes on by itself after a reload where the browser keeps a handle of its file', { skip }, async (t) => {
  const { page, failures, open } = (await visit(t, { profile: join(folder, 'profile') })) ?? {}
  if (page === undefined || open === undefined) return
  const base64 = (await readFile(await film('By handle.mp4'))).toString('base64')
  // The dialog of the browser is out of reach; a file of the origin's own has a handle of the same kind.
  await page.addInitScript(() => {
    const showOpenFilePicker = async () => {
      const folder = await navigator.storage.getDirectory()
      return [await folder.getFileHandle('By handle.mp4')]
    }
    Object.assign(window, { showOpenFilePicker })
  })
  await open('/livestream/static')
  await page.evaluate(async (body) => {
    const folder = await navigator.storage.getDirectory()
    const writing = await (await folder.getFileHandle('By handle.mp4', { create: true })).createWritable()
    await writing.write(Uint8Array.from(atob(body), (letter) => letter.codePointAt(0) ?? 0))
    await writing.close()
  }, base64)
  let isHeld = true
  await page.route('**/uploads/video/**', (route) => (isHeld ? undefined : route.continue()))
  page.on('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Upload videos' }).click()
  await rowOf(page, 'By handle.mp4').getByRole('link').waitFor()
  await page.locator('.gallery-card', { hasText: 'By handle' }).getByText('Uploading 0 %').waitFor()
  isHeld = false
  await page.reload()
  await published('By handle')
  await rowOf(page, 'By handle.mp4').getByText('Ready').waitFor()
  assert.deepEqual(failures, [])
})

test('an upload is paused, resumed and cancelled, and its draft is deleted', { skip }, async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/static')
  // The connection is lost before the draft is made: the upload waits, and makes it once.
  await page.locator('.upload-tool').waitFor()
  await page.waitForLoadState('networkidle')
  await page.context().setOffline(true)
  await page.route('**/uploads/video/**', () => undefined)
  await chooseFiles(page, await film('Never sent.mp4'))
  const row = rowOf(page, 'Never sent.mp4')
  await dock(page).locator('li[data-state=broken]').waitFor()
  await page.context().setOffline(false)
  await row.getByRole('link').waitFor()
  assert.equal((await videoNamed('Never sent'))['status'], 'draft')
  await row.getByRole('button', { name: 'Pause' }).click()
  await row.getByText('Paused at 0 %').waitFor()
  // Another page of the console keeps the uploads.
  await page.getByRole('link', { name: 'Streams' }).click()
  await page.waitForURL(/livestream\/stream$/)
  await row.getByRole('button', { name: 'Go on' }).click()
  await row.getByRole('button', { name: 'Pause' }).waitFor()
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.waitFor({ state: 'detached' })
  const { items } = await until(
    () => w.call('livestream.static.all', { q: 'Never sent' }),
    ({ items: rest }) => arrayOf(rest).length === 0,
  )
  assert.deepEqual(items, [])
  assert.deepEqual(failures, [])
})

test(
  'a draft takes its file on its page; a busy server is named while the upload waits for it',
  { skip },
  async (t) => {
    const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
    if (page === undefined || open === undefined) return
    const draft = await w.call('livestream.static.create', { title: 'Made before its file' })
    await open(`/livestream/static/${String(draft['id'])}`)
    const place = page.getByRole('region', { name: 'This video waits for its file' })
    await place.waitFor()
    await fitsWindow(page)
    assert.deepEqual(await barriers(page), [])
    let refusals = 0
    await page.route('**/uploads/video/**', async (route) => {
      refusals += 1
      if (refusals > 1) return route.continue()
      const body = JSON.stringify({ error: { reason: 'unavailable', message: 'The disk is full.' } })
      return route.fulfill({ status: 503, contentType: 'application/json', body })
    })
    await place.locator('input[type=file]').setInputFiles(await film('late.mp4'))
    const row = rowOf(page, 'late.mp4')
    await row.getByText('The server is busy at 0 %: The disk is full.').waitFor()
    await place.waitFor({ state: 'detached' })
    await published('Made before its file')
    await row.getByText('Ready').waitFor()
    await page.locator('video').waitFor()
    assert.equal((await videoNamed('Made before its file'))['id'], draft['id'])
    assert.deepEqual(
      failures?.filter((failure) => !failure.startsWith('503 ')),
      [],
    )
  },
)

test('an upload cancelled before its draft exists leaves no draft', { skip }, async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/static')
  const { promise: isCancelled, resolve: cancelled } = Promise.withResolvers<void>()
  const { promise: isMade, resolve: made } = Promise.withResolvers<string>()
  await page.route('**/api/video/static/create', async (route) => {
    const response = await route.fetch()
    made(String(objectOf(objectOf(await response.json())['data'])['id']))
    await isCancelled
    await route.fulfill({ response })
  })
  await chooseFiles(page, await film('Short lived.mp4'))
  const draftId = await isMade
  await rowOf(page, 'Short lived.mp4').getByRole('button', { name: 'Cancel' }).click()
  await dock(page).waitFor({ state: 'detached' })
  assert.equal((await videoNamed('Short lived'))['id'], draftId)
  cancelled()
  const { items } = await until(
    () => w.call('livestream.static.all', { q: 'Short lived' }),
    ({ items: rest }) => arrayOf(rest).length === 0,
  )
  assert.deepEqual(items, [])
  assert.deepEqual(failures, [])
})

test('an upload stands in its own tab alone, and in another tab once its own is closed', { skip }, async (t) => {
  const { page, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/static')
  await page.route('**/uploads/video/**', () => undefined)
  await chooseFiles(page, await film('One tab.mp4'))
  await rowOf(page, 'One tab.mp4').getByRole('link').waitFor()
  await rowOf(page, 'One tab.mp4').getByRole('button', { name: 'Pause' }).click()
  const other = await page.context().newPage()
  await other.goto(page.url())
  await other.locator('.gallery-card').first().waitFor()
  await other.waitForLoadState('networkidle')
  assert.equal(await dock(other).count(), 0)
  await page.close()
  await rowOf(other, 'One tab.mp4').getByText('Interrupted at 0 %').waitFor()
  await other.close()
})
