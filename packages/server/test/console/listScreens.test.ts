import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { barriers } from '#test/world/barriers.ts'
import { seedPlaces } from '#test/world/seedPlaces.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

const placesCount = 5_000

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  const client = await w.app.pools.work.connect()
  await seedPlaces(client, { accountId: w.account.account.id, count: placesCount }).finally(() => client.release())
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

const rowsOf = (page: Page) => page.locator('.list-row a.list-first')
const titlesOf = (page: Page) => rowsOf(page).allTextContents()
const searchOf = (page: Page) => new URL(page.url()).search

/** Ids of the visible rows by row number; undefined while one of them is a placeholder. */
function visibleRows(page: Page): Promise<[number, string][] | undefined> {
  return page.evaluate(() => {
    const visible = [...document.querySelectorAll('.list-row')].filter((row) => {
      const { top, bottom } = row.getBoundingClientRect()
      return bottom > 0 && top < innerHeight
    })
    const rows = visible.map((row): [number, string] => {
      const id = row.querySelector('a')?.getAttribute('href')?.split('/').at(-1) ?? ''
      return [Number(row.getAttribute('aria-rowindex')), id]
    })
    return rows.length === 0 || rows.some(([, id]) => id === '') ? undefined : rows
  })
}

/** Ids by row number of a list that is scrolled from its top through all its rows. */
async function scrolledRows(page: Page, count: number): Promise<Map<number, string>> {
  await page.evaluate(() => scrollTo(0, 0))
  const idOfRow = new Map<number, string>()
  for (;;) {
    const rows =
      (await until(
        () => visibleRows(page),
        (each) => each !== undefined,
      )) ?? []
    for (const [row, id] of rows) {
      assert.equal(idOfRow.get(row) ?? id, id, `row ${row} changed`)
      idOfRow.set(row, id)
    }
    if (idOfRow.size >= count) return idOfRow
    const last = rows.at(-1)?.[0]
    await page.evaluate(() => scrollBy(0, innerHeight * 0.85))
    await until(
      () => visibleRows(page),
      (each) => each !== undefined && each.at(-1)?.[0] !== last,
    )
  }
}

test('a list of over 1,000 places scrolls to its end without a gap or a duplicate', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { pagination } = await w.call('places.place.all', { type: 'restaurant', withTotal: 'exact' })
  const count = Number(Object(pagination).total)
  await open('/places/place?type=restaurant')
  await page.getByText('over 1,000 places').waitFor()
  const idOfRow = await scrolledRows(page, count)
  assert.equal(idOfRow.size, count)
  assert.equal(new Set(idOfRow.values()).size, count)
  assert.ok((await page.locator('.list-row').count()) < 100)
  assert.deepEqual(failures, [])
})

test('a filter stands in the address, the back button takes it off, and a list keeps its place', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place')
  await page.getByText('over 1,000 places').waitFor()
  await page.getByRole('button', { name: 'Filter' }).click()
  await page.getByRole('menuitem', { name: 'Type', exact: true }).click()
  await page.getByRole('option', { name: 'Studio' }).click()
  await until(
    () => searchOf(page),
    (search) => search === '?type=studio',
  )
  const { pagination } = await w.call('places.place.all', { type: 'studio', withTotal: 'exact' })
  await page.getByText(`${String(Object(pagination).total)} places`).waitFor()
  await page.goBack()
  await until(
    () => searchOf(page),
    (search) => search === '',
  )
  await page.getByText('over 1,000 places').waitFor()
  // A jump ends at the last row that is loaded, and leaves the next ones to load.
  const jump = () => page.evaluate(() => scrollBy(0, 1_000)).then(() => visibleRows(page))
  const place = (await until(jump, (rows) => (rows?.[0]?.[0] ?? 0) > 100)) ?? []
  const top = await page.evaluate(() => scrollY)
  await page.locator(`a[href$="${place[5]?.[1]}"]`).click()
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  await page.goBack()
  assert.equal(
    await until(
      () => page.evaluate(() => scrollY),
      (y) => y === top,
    ),
    top,
  )
  const rows = await until(
    () => visibleRows(page),
    (each) => each !== undefined,
  )
  // The jump may have ended before the rows below the window had come.
  assert.deepEqual(rows?.slice(0, place.length), place)
  assert.deepEqual(failures, [])
})

test('a list that stands open for six minutes keeps its rows, and its keys move, select and open', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await page.clock.install()
  await open('/places/place')
  const known = await scrolledRows(page, 200)
  await page.clock.fastForward('06:00')
  await page.evaluate(() => scrollBy(0, 2))
  const rows =
    (await until(
      () => visibleRows(page),
      (each) => each !== undefined,
    )) ?? []
  const again = rows.filter(([row]) => known.has(row))
  assert.ok(again.length > 3)
  for (const [row, id] of again) assert.equal(id, known.get(row))
  const focused = () => page.evaluate(() => document.activeElement?.closest('.list-row')?.getAttribute('aria-rowindex'))
  await page.keyboard.press('j')
  const row = Number(await focused())
  for (const key of ['j', 'j', 'k', 'x']) await page.keyboard.press(key)
  assert.equal(Number(await focused()), row + 1)
  await page.getByRole('toolbar', { name: '1 selected' }).waitFor()
  await page.locator(`[aria-rowindex="${row + 1}"] .list-first`).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('tab', { name: 'Overview' }).waitFor()
  assert.deepEqual(failures, [])
})

/** Element that covers the focused one, in words; undefined where the focus is in view. */
function coverOf(page: Page): Promise<string | undefined> {
  return page.evaluate(() => {
    const focused = document.activeElement
    if (focused === null || focused === document.body) return 'nothing has the focus'
    const { left, top, width, height } = focused.getBoundingClientRect()
    const found = document.elementFromPoint(left + width / 2, top + height / 2)
    const isClear = found !== null && (focused.contains(found) || found.closest('label') !== null)
    return isClear ? undefined : `${focused.outerHTML.slice(0, 80)} is under ${found?.className}`
  })
}

test('Tab behind the link to the content, and back through a list, keeps the focus in view', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place')
  await rowsOf(page).nth(20).waitFor()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  for (let step = 0; step < 40; step++) {
    await page.keyboard.press('Tab')
    assert.equal(await coverOf(page), undefined)
  }
  for (let step = 0; step < 30; step++) {
    await page.keyboard.press('Shift+Tab')
    assert.equal(await coverOf(page), undefined)
  }
  assert.deepEqual(failures, [])
})

test('a list is sorted by its headings and searched, as the API does it', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place')
  const heading = page.getByRole('columnheader', { name: 'Name' })
  await heading.getByRole('button').click()
  await until(
    () => heading.getAttribute('aria-sort'),
    (sort) => sort === 'descending',
  )
  const names = async (input: object) =>
    arrayOf((await w.call('places.place.all', input)).items).map((each) => each['name'])
  const byName = await names({ sort: '-name', limit: 8 })
  await until(
    () => titlesOf(page),
    (titles) => String(titles.slice(0, 8)) === String(byName),
  )
  await page.keyboard.press('/')
  await page.keyboard.type('harbour club')
  await until(
    () => searchOf(page),
    (search) => search.includes('q=harbour'),
  )
  const found = await names({ q: 'harbour club', sort: '-name', limit: 8 })
  await until(
    () => titlesOf(page),
    (titles) => String(titles.slice(0, 8)) === String(found),
  )
  await page.getByRole('searchbox').fill('nowhere at all')
  await page.getByText('Nothing matches').waitFor()
  assert.deepEqual(failures, [])
})

test('chosen rows are archived together and brought back, and another filter ends the choice', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const chosen = { q: 'royal', type: 'store' } as const
  const count = async (status: 'active' | 'archived') => {
    const { pagination } = await w.call('places.place.all', { ...chosen, status, withTotal: 'exact' })
    return Number(Object(pagination).total)
  }
  const active = await count('active')
  assert.ok(active > 53)
  const archived = await count('archived')
  await page.clock.install()
  await open('/places/place?q=royal&type=store&status=active')
  await page.getByText(`${active} places`).waitFor()
  for (const row of [2, 3, 4]) await page.locator(`[aria-rowindex="${row}"]`).getByRole('checkbox').check()
  const bar = page.getByRole('toolbar', { name: '3 selected' })
  await bar.getByRole('button', { name: 'Archive' }).click()
  await page.getByText('Archive: 3 done.').waitFor()
  const undo = page.getByRole('button', { name: 'Undo' })
  await undo.hover()
  await page.clock.fastForward('00:20')
  assert.deepEqual([await count('active'), await count('archived')], [active - 3, archived + 3])
  await page.getByText(`${active - 3} places`).waitFor()
  const left = await scrolledRows(page, active - 3)
  assert.equal(new Set(left.values()).size, active - 3)
  await undo.click()
  await page.getByText('Undone.').waitFor()
  assert.deepEqual([await count('active'), await count('archived')], [active, archived])
  await page.mouse.wheel(0, -60_000)
  await page.locator('[aria-rowindex="2"]').getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Remove the filter Status' }).click()
  await until(
    () => searchOf(page),
    (search) => !search.includes('status'),
  )
  assert.equal(await page.getByRole('toolbar').count(), 0)
  assert.deepEqual(failures, [])
})

/** Exports the open list in one of its forms. */
async function exportList(page: Page, form: RegExp): Promise<void> {
  await page.getByRole('button', { name: 'Export' }).click()
  await page.getByRole('menuitem', { name: form }).click()
}

/** Lines of a file in the storage of the page, which stands for the disk: no test can use the dialog of the browser. */
async function linesOnDisk(page: Page, name: string): Promise<string[]> {
  const text = await page.evaluate(async (file) => {
    const folder = await navigator.storage.getDirectory()
    return (await (await folder.getFileHandle(file)).getFile()).text()
  }, name)
  return text.trim().split(/\r?\n/)
}

test('an export is written to the disk, can be stopped, and is a download where a page has no files', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place?type=outdoor')
  const { items } = await w.call('places.place.all', { type: 'outdoor', limit: 100 })
  const ids = arrayOf(items).map(({ id }) => String(id))
  await page.evaluate(() => {
    const showSaveFilePicker = async ({ suggestedName }: { suggestedName: string }) =>
      (await navigator.storage.getDirectory()).getFileHandle(suggestedName, { create: true })
    Object.assign(globalThis, { showSaveFilePicker })
  })
  await exportList(page, /CSV/)
  await page.getByText(/^Exported .*B\.$/).waitFor()
  const [header = '', ...rows] = await linesOnDisk(page, 'place.csv')
  const column = header.split(',').indexOf('id')
  assert.deepEqual(
    rows.map((row) => row.split(',')[column]),
    ids,
  )
  await page.route('**/api/places/general/all*', () => undefined)
  await exportList(page, /NDJSON/)
  await page.getByRole('button', { name: 'Exporting' }).click()
  await page.getByRole('button', { name: 'Export' }).waitFor()
  assert.deepEqual(await linesOnDisk(page, 'place.ndjson'), [''])
  await page.unroute('**/api/places/general/all*')
  await page.evaluate(() => Object.assign(globalThis, { showSaveFilePicker: undefined }))
  const download = page.waitForEvent('download')
  await exportList(page, /NDJSON/)
  let text = ''
  for await (const chunk of await (await download).createReadStream()) text += String(chunk)
  assert.deepEqual(
    text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line).id),
    ids,
  )
  assert.deepEqual(failures, [])
})

test('the palette finds a place by name and by id, and the drawer has the calls of the page', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { items } = await w.call('places.place.all', { limit: 1 })
  const [place] = arrayOf(items)
  for (const typed of [String(place?.['name']), String(place?.['id'])]) {
    await open('')
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill(typed)
    const option = page.getByRole('option', { name: String(place?.['name']) }).first()
    await option.waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(new RegExp(`/places/place/${String(place?.['id'])}`))
  }
  await open('/places/place?type=studio')
  await page.keyboard.press('Control+j')
  const dialog = page.getByRole('dialog')
  await dialog
    .getByRole('button', { name: /places\/general\/all/ })
    .first()
    .click()
  const curl = await dialog.locator('pre, code').first().textContent()
  assert.match(String(curl), /^curl '.*\/api\/places\/general\/all\?type=studio/)
  assert.match(String(curl), /X-Service-API-Key: \$KEY/)
  assert.deepEqual(failures, [])
})

test('lists, palette and drawer are accessible and fit a phone', async (t) => {
  for (const look of [{}, { size: phone, colorScheme: 'dark' }] as const) {
    const { page, open } = (await visit(t, look)) ?? {}
    if (page === undefined || open === undefined) return
    for (const path of ['/places/place?type=studio', '/livestream/stream', '/account/audit']) {
      await open(path)
      await page.locator('.list, .surface').first().waitFor()
      await fitsWindow(page)
      assert.deepEqual(await barriers(page), [], path)
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('pl')
    await page.getByRole('option', { name: 'New place' }).waitFor()
    assert.deepEqual(await barriers(page), [], 'palette')
    await page.keyboard.press('Escape')
    await page.getByRole('combobox').waitFor({ state: 'detached' })
    await page.keyboard.press('Control+j')
    await page.getByRole('dialog').getByRole('button').nth(1).click()
    assert.deepEqual(await barriers(page), [], 'calls')
  }
})
