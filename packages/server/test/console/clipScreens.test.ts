import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { clipFrom, openClipped, replayTime } from '#test/video/viewerClips.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  const { playbackId } = await openClipped(w)
  for (const [index, authorName] of ['Ann', 'Ben', 'Ben'].entries()) {
    const range = { startTime: replayTime(index), endTime: replayTime(index + 5) }
    const sent = { playbackId, viewerId: authorName, authorName, title: `Clip ${index + 1}`, ...range }
    assert.equal((await clipFrom(w, `203.0.113.${index}`, sent)).status, 200)
  }
  await w.settle()
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('an owner shows a clip of a viewer, removes it, and blocks another viewer, by keyboard', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/clips')
  await page.getByRole('heading', { level: 1, name: 'Clips of viewers' }).waitFor()
  await page.getByRole('link', { name: 'Clip 1', exact: true }).waitFor()
  await page.getByText('by \u2068Ann\u2069').waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await page.getByRole('button', { name: 'Show: Clip 1' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Show: Clip 1' }).waitFor({ state: 'detached' })
  await page.locator('.clip-card a:focus').getByText('Clip 2', { exact: true }).waitFor()
  await page.getByText('Shown', { exact: true }).click()
  await page.getByRole('button', { name: 'Take back: Clip 1' }).waitFor()
  const [shown] = (await w.call('livestream.static.all', { shelf: 'featured' })).items
  assert.deepEqual([shown?.title, shown?.visibility], ['Clip 1', 'public'])
  await page.getByText('Waiting', { exact: true }).click()
  await page.getByRole('button', { name: 'Block: Ben' }).first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('button', { name: 'Block' }).click()
  await page.getByText('No clips wait for you.').waitFor()
  await page.locator('main:focus').waitFor()
  assert.equal((await w.call('livestream.blockedViewer.all')).items[0]?.name, 'Ben')
  await page.getByText('Shown', { exact: true }).click()
  await page.getByRole('button', { name: 'Remove: Clip 1' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await page.getByText('You show no clips of viewers.').waitFor()
  assert.deepEqual(failures, [])
})
