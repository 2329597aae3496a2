import assert from 'node:assert/strict'
import { test } from 'node:test'
import { encode, noEncoder, type Encoder } from '#test/video/liveWorld.ts'
import { watches } from '#test/video/audience.ts'
import { barriers } from '#test/world/barriers.ts'
import { freePort } from '#test/world/freePort.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'
import type { Page } from 'playwright-core'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
let encoder: Encoder | undefined
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, isIngesting: true, isWorking: true })
  return {
    app: w.app,
    person: await w.signIn('owner'),
    onListening: (port) => w.app.live.start(port),
    async [Symbol.asyncDispose]() {
      await encoder?.kill()
      await w[Symbol.asyncDispose]()
    },
  }
})

/** Colour of the most frequent opaque pixels of the first chart; empty without any. */
function lineColor(page: Page): Promise<string> {
  return page
    .locator('.control-charts canvas')
    .first()
    .evaluate((canvas: HTMLCanvasElement) => {
      const { data = [] } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
      const counts = new Map<string, number>()
      for (let at = 0; at < data.length; at += 4) {
        const color = data.slice(at, at + 3).join()
        if (data[at + 3] === 255) counts.set(color, (counts.get(color) ?? 0) + 1)
      }
      return [...counts].toSorted(([, one], [, other]) => other - one)[0]?.[0] ?? ''
    })
}

/** The reason of a failing simulcast, the viewers as they come, and charts in both colour schemes. */
async function lookAtFigures(page: Page, playbackId: string): Promise<void> {
  await page.getByRole('region', { name: 'Simulcast' }).getByText('The target refused the connection.').waitFor()
  // The preview of the control room is no viewer.
  await page.getByRole('img', { name: 'Viewers: 0' }).waitFor()
  await watches(w, playbackId).beat()
  await page.getByRole('img', { name: 'Viewers: 1' }).waitFor()
  const light = await lineColor(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await until(
    () => lineColor(page),
    (dark) => dark !== '' && dark !== light,
  )
  await page.emulateMedia({ colorScheme: 'light' })
}

/** Marks moments by key and button: one is named, one removed and taken back. */
async function markMoments(page: Page): Promise<void> {
  await page.keyboard.press('Shift+?')
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await keys.getByRole('listitem').filter({ hasText: 'Mark this moment' }).getByText('M', { exact: true }).waitFor()
  // Over a dialog the key marks nothing, and held it marks once: the first marker is the one that is named.
  await page.keyboard.press('m')
  await page.keyboard.press('Escape')
  await keys.waitFor({ state: 'hidden' })
  for (let down = 0; down < 3; down++) await page.keyboard.down('m')
  await page.keyboard.up('m')
  const title = page.getByRole('textbox', { name: 'Title of the marker at' })
  await page.route('**/video/marker/update', (route) => route.fulfill({ status: 403, json: {} }), { times: 1 })
  await title.fill('Lights on')
  await title.press('Enter')
  await page.getByRole('status').locator('[data-failure]').waitFor()
  assert.equal(await title.inputValue(), 'Lights on')
  await title.press('Enter')
  const markers = async () => arrayOf((await w.call('livestream.marker.all', {})).items)
  await until(markers, ([marker]) => marker?.['title'] === 'Lights on')
  assert.equal((await markers()).length, 1)
  await page.getByRole('button', { name: 'Mark this moment' }).click()
  // The list of the page follows: its last marker is the second one.
  const removals = page.getByRole('button', { name: 'Remove the marker at' })
  await until(
    () => removals.count(),
    (count) => count === 2,
  )
  await removals.last().click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(markers, ({ length }) => length === 2)
}

/** Opens the dialog of a clip, leaves it, and opens it again: the focus returns to its button. */
async function openClip(page: Page): Promise<void> {
  const clip = page.getByRole('button', { name: 'Make a clip' })
  await clip.click()
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.locator('.control-room button:focus').getByText('Make a clip').waitFor()
  await clip.click()
}

test('a stream is made, published to by ffmpeg, watched, clipped and ended', { skip: noEncoder }, async (t) => {
  const { page, failures, open, origin } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/stream/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Harbour at night')
  await page.getByRole('button', { name: 'Create' }).click()
  const secrets = page.getByRole('dialog')
  const key = String(await secrets.locator('code').first().textContent())
  await secrets.getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('No signal. Start your encoder').waitFor()
  const stream = objectOf((await w.call('livestream.stream.all', {})).items[0])
  const streamId = String(stream['id'])
  const serverUrl = `rtmp://127.0.0.1:${await freePort()}/live`
  const simulcastTargets = [{ name: 'Second stage', serverUrl, streamKey: 'x' }]
  await w.call('livestream.stream.update', { streamId, simulcastTargets })
  encoder = encode(`${w.app.live.engine.ingest().rtmpUrl}/${key}`, { seconds: 120 })
  await page.locator('.on-air[data-live]').waitFor()
  const video = page.frameLocator('iframe.preview').locator('video')
  const played = () => video.evaluate((element: HTMLVideoElement) => element.currentTime)
  const first = await until(played, (seconds) => seconds > 0)
  await until(played, (seconds) => seconds > first + 1)
  const bitrate = async () =>
    Number(/Bitrate: ([\d,]+) kbit/.exec(await page.locator('.control-charts').innerText())?.[1])
  await until(bitrate, (kbps) => kbps > 0)
  assert.ok((await page.locator('.control-charts canvas').count()) >= 3)
  assert.deepEqual(await barriers(page), [])
  const playbackId = String(objectOf(stream['playback'])['playbackId'])
  await lookAtFigures(page, playbackId)
  assert.ok((await bitrate()) > 0)
  await markMoments(page)
  await openClip(page)
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Last seconds' }).fill('3')
  await dialog.getByRole('button', { name: 'Create clip' }).click()
  await page.getByText('Create clip: done.').waitFor()
  const clips = async () => arrayOf((await w.call('livestream.static.all', {})).items)
  await until(clips, (items) => items.some(({ source, status }) => source === 'clip' && status === 'published'))
  await page.getByRole('button', { name: 'End', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End' }).click()
  await page.locator('.on-air:not([data-live])').waitFor()
  const sheets = async () => arrayOf((await w.call('livestream.details.all', {})).items)
  const titles = async () =>
    (await sheets()).flatMap((sheet) => arrayOf(sheet['chapters']).map(({ title: name }) => name))
  const [title] = await until(titles, (names) => names.includes('Lights on'))
  assert.equal(title, 'Harbour at night')
  const watched = async () => (await fetch(`${origin}/watch/${playbackId}`)).text()
  await until(watched, (html) => /data-start[^]+Lights on/.test(html))
  await page.getByRole('tab', { name: 'Sessions' }).click()
  await page.getByRole('table').getByRole('row').nth(1).waitFor()
  assert.deepEqual(failures, [])
})

test('the control room of an ended stream fits a phone', { skip: noEncoder }, async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  const [stream] = (await w.call('livestream.stream.all', {})).items
  await open(`/livestream/stream/${String(stream?.id)}`)
  await page.getByText('Harbour at night').first().waitFor()
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})
