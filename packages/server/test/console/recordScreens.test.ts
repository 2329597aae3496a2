import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import type { Operation } from '#kit/nouns/operation.ts'
import { describeProducts } from '#platform/console/description.ts'
import { openStage, type Scene, type Stage } from '#test/conformance/stage.ts'
import { barriers } from '#test/world/barriers.ts'
import { openBrowserOf } from '#test/world/signedIn.ts'
import { until } from '#test/world/until.ts'
import { objectOf } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let stage: Stage
let scene: Scene
const { visit } = sharedConsole(async (publicUrl) => {
  stage = await openStage({ publicUrl })
  scene = await stage.scene()
  const { app } = stage.world
  const person = await openBrowserOf(app, scene.account, { role: 'owner' })
  return { app, person, [Symbol.asyncDispose]: () => stage[Symbol.asyncDispose]() }
})

/** Nouns whose records have a page: a `get` by an id, for the keys of the account. */
function nounsWithPages() {
  const { nouns } = describeProducts(stage.products)
  return nouns.flatMap(({ id, prefix, idKey }) => {
    const get: Operation | undefined = stage.operation(`${id}.get`)
    const isOfKeys = get?.credential === 'secret' || get?.credential === 'public'
    if (!isOfKeys || prefix === null || idKey === null) return []
    return [{ id, idKey, get }]
  })
}

/** Opens the tab of the raw record. A panel that loads above the tabs moves them away from a pointer. */
async function opensRawView(page: Page, noun: string): Promise<void> {
  await until(
    async () => {
      await page.getByRole('tab', { name: 'JSON' }).click()
      return { noun, isOpen: await page.locator('main pre').first().isVisible() }
    },
    ({ isOpen }) => isOpen,
  )
}

test('the page of every noun opens without an error, fits a phone, and has a time line', async (t) => {
  const seen = await visit(t)
  if (seen === undefined) return
  const { page, failures, open } = seen
  const nouns = nounsWithPages()
  assert.ok(nouns.length >= 14, `only ${nouns.map(({ id }) => id).join(', ')}`)
  for (const { id } of nouns) {
    const record = await scene.make(id)
    const path = `/${id.replace('.', '/')}/${String(record['id'])}`
    await open(path)
    await page.getByRole('tab', { name: 'Overview' }).waitFor()
    assert.equal(await page.getByText(String(record['id']), { exact: true }).first().isVisible(), true, id)
    assert.equal(await page.locator('main [role=alert]').count(), 0, `${id} shows a failure`)
    await page.setViewportSize(phone)
    await fitsWindow(page)
    await page.setViewportSize({ width: 1280, height: 860 })
    await opensRawView(page, id)
    const timeLine = page.getByRole('tab', { name: 'Changes' })
    if ((await timeLine.count()) > 0) await timeLine.click()
    assert.deepEqual(failures.splice(0), [], id)
  }
})

test('an action runs and is undone, the time line shows both, and deletion leads to the list', async (t) => {
  const seen = await visit(t)
  if (seen === undefined) return
  const { page, failures, open } = seen
  const place = await scene.make('places.place', { name: 'Old Net Loft' })
  const id = String(place['id'])
  const status = async () => {
    const get = stage.operation('places.place.get')
    assert.ok(get)
    return objectOf((await scene.send(get, { placeId: id })).body['data'])['status']
  }
  const before = await status()
  // The address names a tab that the record does not have.
  await open(`/places/place/${id}?tab=clip`)
  await page.getByRole('tab', { name: 'Overview', selected: true }).waitFor()
  await page.getByRole('button', { name: 'Close temporarily' }).click()
  await page.getByText('Close temporarily: done.').waitFor()
  assert.equal(await status(), 'temporarilyClosed')
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Undone.').waitFor()
  assert.equal(await status(), before)
  await stage.world.settle()
  await page.getByRole('tab', { name: 'Changes' }).click()
  const entries = page.locator('.timeline > li')
  await until(
    () => entries.allTextContents(),
    (texts) => texts.filter((text) => /temporarilyClosed/.test(text)).length >= 2,
  )
  assert.match((await entries.allTextContents()).join('\n'), /by Person \d+/)
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Delete Old Net Loft?').waitFor()
  await dialog.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Old Net Loft is deleted.').waitFor()
  await page.waitForURL(/\/places\/place$/)
  assert.deepEqual(failures, [])
  // The page of the deleted record keeps the navigation around it.
  await open(`/places/place/${id}`)
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
  assert.ok(await page.getByRole('link', { name: 'Places', exact: true }).isVisible())
})

const focusedName = (page: Page) => page.evaluate(() => document.querySelector(':focus')?.textContent ?? '')
const focusedLabel = (page: Page) =>
  page.evaluate(() => document.querySelector(':focus')?.getAttribute('aria-label') ?? '')

test('the focus stays with the actions of a record, and returns from dialogs of its menu', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const place = await scene.make('places.place')
  await open(`/places/place/${String(place['id'])}`)
  await page.getByRole('button', { name: 'More actions' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Delete…' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await until(
    () => focusedLabel(page),
    (label) => label === 'More actions',
  )
  await page.getByRole('button', { name: 'Close temporarily' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Close temporarily: done.').waitFor()
  await until(
    () => focusedName(page),
    (name) => name === 'Reopen',
  )
  assert.deepEqual(failures, [])
})

test('a record within another one is a link to its own page', async (t) => {
  const { page, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const sheet = await scene.make('livestream.details', { locale: 'en' })
  await open(`/livestream/${String(sheet['targetType'])}/${String(sheet['targetId'])}`)
  await page
    .locator(`.record-fields a[href$="/livestream/details/${String(sheet['id'])}"]`)
    .first()
    .waitFor()
  assert.equal(await page.getByText('Maturity rating', { exact: true }).count(), 0)
})

test('on a phone the navigation takes the focus, holds it before the page, and gives it back', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place')
  await page.getByRole('button', { name: 'Navigation' }).focus()
  await page.keyboard.press('Enter')
  await until(
    () => focusedName(page),
    (name) => name === 'Places',
  )
  assert.deepEqual(await barriers(page), [])
  assert.equal(await page.locator('main').getAttribute('inert'), '')
  await page.keyboard.press('Escape')
  await until(
    () => focusedLabel(page),
    (label) => label === 'Navigation',
  )
  assert.equal(await page.locator('main').getAttribute('inert'), null)
  assert.deepEqual(failures, [])
})

test('a page whose code is missing says so, and loads again', async (t) => {
  const { page, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const code = '**/assets/settingsPage-*.js'
  await page.route(code, (route) => route.abort())
  await open('/account/settings')
  await page.getByText('Part of the console is missing').waitFor()
  await page.unroute(code)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { level: 1, name: 'Account' }).waitFor()
})

test('the palette runs the actions of the open record, and leads back to records that were open', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const place = await scene.make('places.place', { name: 'Palette Hall' })
  await open(`/places/place/${String(place['id'])}`)
  await page.getByRole('button', { name: 'Close temporarily' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('close temp')
  await page.getByRole('option', { name: 'Close temporarily' }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('Close temporarily: done.').waitFor()
  await open('/livestream/stream')
  await page.keyboard.press('Control+k')
  await page.getByRole('option', { name: 'Palette Hall' }).click()
  await page.getByRole('heading', { level: 1, name: 'Palette Hall' }).waitFor()
  assert.deepEqual(failures, [])
})

test('the page of a record is accessible in both schemes, wide and narrow', async (t) => {
  const { page, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const place = await scene.make('places.place')
  const key = await scene.make('account.key')
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    for (const size of [{ width: 1280, height: 860 }, phone]) {
      await page.setViewportSize(size)
      for (const path of [`/places/place/${String(place['id'])}`, `/account/key/${String(key['id'])}`]) {
        await open(path)
        await page.getByRole('tab', { name: 'Overview' }).waitFor()
        assert.deepEqual(await barriers(page), [], `${path} ${colorScheme} ${size.width}`)
      }
    }
  }
})
