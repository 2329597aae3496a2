import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { addMedia } from '#test/video/addedMedia.ts'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
// The media of the test take the place of the linked file.
const elsewhere = {
  videoUrl: 'https://media.example.com/concert.mp4',
  importMode: 'link',
  visibility: 'private',
} as const

let staticId = ''
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  const made = await w.call('livestream.static.create', { title: 'Harbour concert', ...elsewhere })
  staticId = String(made.id)
  await addMedia(w.app, made)
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

const srt = '1\n00:00:01,000 --> 00:00:03,000\nGood evening.\n\n2\n00:00:04,000 --> 00:00:06,000\nHere we go.\n'
const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })

/** Moves the player once it can play. */
async function seek(page: Page, seconds: number): Promise<void> {
  const video = page.locator('video')
  const state = () => video.evaluate((element: HTMLVideoElement) => element.readyState)
  await until(state, (ready) => ready >= 1)
  await video.evaluate((element: HTMLVideoElement, at) => {
    element.currentTime = at
  }, seconds)
}

async function sheetOf() {
  const { items } = await w.call('livestream.details.all', { targetId: staticId })
  return objectOf(arrayOf(items)[0])
}

const textOfCaption = async () => {
  const { id } = await sheetOf()
  const { text } = await w.call('livestream.details.getCaption', { detailsId: String(id), position: 0 })
  return String(text)
}

test('captions come from a file, are edited beside the player, outlive a reload and are saved', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/static/${staticId}?tab=captions`)
  await page.getByRole('combobox', { name: 'Add a page language' }).click()
  await page.getByRole('option', { name: 'German', exact: true }).click()
  const file = page.locator('input[type=file]')
  await file.setInputFiles(fileOf('broken.srt', '1\n00:00:01,000 --> soon\nHello\n'))
  await page.getByRole('alert').getByText('line 2').waitFor()
  await file.setInputFiles(fileOf('evening.srt', srt))
  await page.getByText('2 cues').waitFor()
  await seek(page, 4.5)
  await page.locator('.video-overlay', { hasText: 'Here we go.' }).waitFor()
  await seek(page, 8)
  await page.getByRole('button', { name: 'Add at the player’s time' }).click()
  await page.getByText('Has no text.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save' }).isDisabled(), true)
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'))
  assert.equal(await until(focused, (label) => label === 'Text of cue 3'), 'Text of cue 3')
  await page.keyboard.type('The last one.')
  await page.locator('.video-overlay', { hasText: 'The last one.' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.reload()
  await page.getByRole('button', { name: 'Edit' }).last().click()
  await page.getByText('3 cues').waitFor()
  await page.getByText('unsaved changes of an earlier visit').waitFor()
  await page.getByRole('textbox', { name: 'Text of cue 1' }).fill('Good night.')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('textbox', { name: 'End of cue 1' }).fill('2.5')
  await page.getByRole('textbox', { name: 'End of cue 1' }).press('Control+s')
  await page.getByText('The captions are saved.').waitFor()
  const text = await textOfCaption()
  assert.match(text, /00:00:01\.000 --> 00:00:02\.500\nGood evening\./)
  assert.match(text, /00:00:08\.000 --> 00:00:10\.000\nThe last one\./)
  assert.deepEqual(failures, [])
})

test('a text that someone else has changed is replaced only by consent, by a draft after a reload too', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/static/${staticId}?tab=captions`)
  await page.getByRole('button', { name: 'Edit' }).last().click()
  await page.getByRole('textbox', { name: 'Text of cue 1' }).fill('Mine.')
  const caption: { language: string; label: string; kind: 'captions'; text: string } = {
    language: 'de',
    label: 'Deutsch',
    kind: 'captions',
    text: 'WEBVTT\n\n00:01.000 --> 00:02.000\nTheirs.\n',
  }
  await w.call('livestream.details.setCaption', { detailsId: String((await sheetOf())['id']), position: 0, ...caption })
  await page.reload()
  await page.getByText('Unsaved changes').waitFor()
  await page.getByRole('button', { name: 'Edit' }).last().click()
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed these captions' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.match(await textOfCaption(), /Theirs\./)
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await page.getByText('The captions are saved.').waitFor()
  assert.match(await textOfCaption(), /Mine\./)
  assert.deepEqual(failures, [])
})

test('captions typed from nothing reach no viewer before they are saved', async (t) => {
  const { page, failures, open } = (await visit(t, { colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/static/${staticId}?tab=captions`)
  await page.getByRole('combobox', { name: 'Language of the captions' }).click()
  await page.getByRole('option', { name: 'French', exact: true }).click()
  await page.getByRole('button', { name: 'Type them here' }).click()
  await page.getByText('0 cues').waitFor()
  await page.keyboard.press('Tab')
  await page.getByRole('button', { name: 'Add at the player’s time' }).click()
  await page.getByRole('textbox', { name: 'Text of cue 1' }).fill('Je <3 Paris --> & vous')
  await page.getByRole('button', { name: 'Close' }).click()
  const labels = async () => arrayOf((await sheetOf())['captions']).map((each) => objectOf(each)['label'])
  assert.deepEqual(await labels(), ['Deutsch'])
  const draft = page.getByRole('listitem').filter({ hasText: 'Français' })
  await draft.getByText('Unsaved changes').waitFor()
  await draft.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Text of cue 1' }).press('Control+s')
  await page.getByText('The captions are saved.').waitFor()
  assert.deepEqual(await labels(), ['Deutsch', 'Français'])
  const { id } = await sheetOf()
  const { text } = await w.call('livestream.details.getCaption', { detailsId: String(id), position: 1 })
  assert.match(String(text), /Je &lt;3 Paris --&gt; &amp; vous/)
  await page.getByRole('button', { name: 'Close', exact: true }).first().click()
  await page.getByRole('button', { name: 'More for Français' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByText('Download as .vtt').click()])
  assert.equal(file.suggestedFilename(), 'Français.vtt')
  await page.getByRole('button', { name: 'More for Deutsch' }).click()
  const menu = page.getByRole('menu', { name: 'More for Deutsch' })
  await menu.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('Deutsch is removed.').waitFor()
  assert.deepEqual(await labels(), ['Français'])
  await page.getByRole('button', { name: 'Undo' }).click()
  await until(labels, (names) => names.join() === 'Deutsch,Français')
  assert.doesNotMatch(await textOfCaption(), /Paris/)
  assert.deepEqual(failures, [])
})

test('chapters are set at the player’s time, on a phone', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/static/${staticId}?tab=chapters`)
  const add = page.getByRole('button', { name: 'Add at the player’s time' })
  await add.click()
  await page.getByRole('textbox', { name: 'Title of chapter 1' }).fill('Arrival')
  await seek(page, 12.5)
  await add.click()
  await page.getByRole('textbox', { name: 'Title of chapter 2' }).fill('Encore')
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  // Another part of the sheet changes: the chapters are saved without a question.
  const detailsId = String((await sheetOf())['id'])
  await w.call('livestream.details.update', { detailsId, title: 'Concert at the harbour' })
  await page.reload()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('The chapters are saved.').waitFor()
  const saved = [
    { startSeconds: 0, title: 'Arrival' },
    { startSeconds: 12.5, title: 'Encore' },
  ]
  assert.deepEqual((await sheetOf())['chapters'], saved)
  await page.getByRole('textbox', { name: 'Title of chapter 2' }).fill('Mine')
  await w.call('livestream.details.update', { detailsId, chapters: [{ startSeconds: 0, title: 'Theirs' }] })
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'Someone else has changed these chapters' })
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  assert.deepEqual((await sheetOf())['chapters'], [{ startSeconds: 0, title: 'Theirs' }])
  await page.getByRole('button', { name: 'Save' }).click()
  await dialog.getByRole('button', { name: 'Replace' }).click()
  await until(sheetOf, ({ chapters }) => arrayOf(chapters).length === 2)
  assert.deepEqual(failures, [])
})

test('a clip is cut between two handles that keys move, and its page opens', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/livestream/static/${staticId}?tab=clip`)
  await seek(page, 4.9)
  await page.getByRole('button', { name: 'Start the clip at the player’s time' }).click()
  await page.getByRole('textbox', { name: 'Start' }).press('ArrowUp')
  const end = page.getByRole('slider', { name: 'End' })
  await end.focus()
  for (let step = 0; step < 10; step += 1) await end.press('ArrowLeft')
  assert.equal(await page.getByRole('textbox', { name: 'Start' }).inputValue(), '0:05.000')
  const shown = String(await page.getByRole('textbox', { name: 'End' }).inputValue())
  assert.match(shown, /^0:1\d\.\d00$/)
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Play the clip' }).click()
  await page.locator('video').evaluate((video: HTMLVideoElement) => video.pause())
  await page.getByRole('button', { name: 'Play the clip' }).waitFor()
  await page.getByRole('textbox', { name: 'Title' }).fill('The best of it')
  await page.getByRole('button', { name: 'Cut the clip' }).click()
  await page.getByRole('heading', { name: 'The best of it' }).waitFor()
  const { items } = await w.call('livestream.static.all', { q: 'The best of it' })
  assert.equal(objectOf(arrayOf(items)[0])['source'], 'clip')
  assert.deepEqual(failures, [])
})
