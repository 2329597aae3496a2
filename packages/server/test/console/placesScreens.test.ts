import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  const make = (name: string, [latitude, longitude]: [number, number], more: object = {}) =>
    w.call('places.place.create', {
      ...{ name, type: 'venue', status: 'active', duplicateCheck: 'off', location: { latitude, longitude } },
      ...more,
    })
  await make('Quay Hall', [53.5413, 9.9841], { capacity: 1_200, address: { city: 'Hamburg', countryCode: 'DE' } })
  const spaces = [{ name: 'Main hall', capacity: 1_000, floor: '0' }, { name: 'W'.repeat(60) }]
  await make('Quay Store', [53.5414, 9.9842], { type: 'store', spaces })
  await make('Gallery One', [48.2082, 16.3738], { tags: ['art'] })
  await make('Gallery Two', [48.2082, 16.3738], { tags: ['art'] })
  await make('Northern Studio', [69.65, 18.96], { type: 'studio', status: 'draft' })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

const list = (page: Page) => page.getByRole('region', { name: 'Map of places' })
const rows = (page: Page) => list(page).locator('.place-map-row')
const counted = (page: Page, text: string) => list(page).getByRole('status').filter({ hasText: text }).waitFor()
const paramOf = (page: Page, name: string) => new URL(page.url()).searchParams.get(name)

test('the map shows all places, its list serves the keyboard, and a card leads to the place', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place')
  await page.getByText('Map', { exact: true }).click()
  await counted(page, '5 places in view')
  await page.locator('.place-dot-gray').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.locator('.place-circle', { hasText: '2' }).first().waitFor()
  await rows(page).filter({ hasText: 'Quay Hall' }).focus()
  await page.keyboard.press('Enter')
  const card = page.getByRole('article')
  await card.getByText('for 1,200 people').waitFor()
  await page.locator('.place-pin').waitFor({ state: 'attached' })
  const at = await until(
    () => Promise.resolve(paramOf(page, 'at') ?? ''),
    (view) => view.startsWith('53.54'),
  )
  await card.getByRole('link', { name: 'Open place' }).click()
  await page.getByRole('heading', { level: 1, name: 'Quay Hall' }).waitFor()
  await page.goBack()
  await rows(page).filter({ hasText: 'Quay Hall' }).waitFor()
  assert.equal(paramOf(page, 'at'), at)
  assert.deepEqual(failures, [])
})

test('filters and search of the list narrow the map; places of one spot are listed', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place?view=view&tag=art')
  await counted(page, '2 places in view')
  assert.equal(await page.locator('.place-dot').count(), 0)
  await page.locator('.place-circle').click()
  await counted(page, '2 places here')
  await list(page).getByRole('button', { name: 'Back to the view' }).click()
  await counted(page, '2 places in view')
  await page.getByRole('button', { name: 'Remove the filter Tag' }).click()
  await page.getByRole('button', { name: 'Fit all' }).click()
  await counted(page, '5 places in view')
  await page.getByRole('searchbox', { name: 'Search' }).fill('quay')
  await counted(page, '2 places in view')
  await until(
    () => rows(page).allInnerTexts(),
    (texts) => texts.length === 2,
  )
  await w.call('places.place.create', {
    ...{ name: 'Quay Office', type: 'office', duplicateCheck: 'off', location: { latitude: 53.55, longitude: 10 } },
  })
  await page.getByRole('button', { name: 'Read again' }).click()
  await counted(page, '3 places in view')
  assert.deepEqual(failures, [])
})

test('on a phone the map stands above its list, in the dark too', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place?view=view&at=53.54,9.98,12')
  await rows(page).filter({ hasText: 'Quay Hall' }).click()
  await page.getByRole('article').getByRole('link', { name: 'Quay Hall' }).waitFor()
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await page.getByRole('article').waitFor({ state: 'detached' })
  await open('/places/place?view=view&at=0,-150,6')
  await counted(page, 'No place in view')
  assert.deepEqual(failures, [])
})

test('a table of rooms on a phone keeps its words whole, and scrolls by keyboard', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone })) ?? {}
  if (page === undefined || open === undefined) return
  const [store] = (await w.call('places.place.all', { q: 'Quay Store' })).items
  await open(`/places/place/${store?.id}`)
  const table = page.getByRole('group', { name: 'Spaces' })
  await table.waitFor()
  const heights = await table.locator('th').evaluateAll((all) => all.map((each) => each.clientHeight))
  assert.ok(Math.max(...heights) < 40, `columns have heads of ${heights} pixels`)
  const cells = await table.locator('tr:nth-child(1) > td').evaluateAll((all) => all.map((each) => each.clientHeight))
  assert.ok(Math.max(...cells) < 40, `cells of short words have ${cells} pixels`)
  await table.focus()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  assert.deepEqual(failures, [])
})

test('the pin of a place stands at its position', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const [hall] = (await w.call('places.place.all', { q: 'Quay Hall' })).items
  await open(`/places/place/${hall?.id}/edit`)
  const map = page.getByRole('application')
  await map.scrollIntoViewIfNeeded()
  await page.locator('.map-pin').waitFor()
  const [frame, pin] = [await map.boundingBox(), await page.locator('.map-pin').boundingBox()]
  assert.ok(frame && pin)
  // The map opens with the place in its middle, where the tip of the pin is.
  const [right, down] = [pin.x + pin.width / 2 - frame.x - frame.width / 2, pin.y + 27 - frame.y - frame.height / 2]
  assert.ok(Math.abs(right) < 3 && Math.abs(down) < 3, `the pin is ${right}, ${down} pixels away`)
  assert.deepEqual(failures, [])
})

/** The console's language, chosen as the menu of the person does. */
const speak = (page: Page, language: string) =>
  page.addInitScript((tag) => localStorage.setItem('fairground.language', tag), language)

test('opening hours name their days, and their form fits a phone, in English and German', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone })) ?? {}
  if (page === undefined || open === undefined) return
  const regular = [
    { day: 6, opens: '18:00', closes: '03:00' },
    { day: 5, opens: '18:00', closes: '03:00' },
  ]
  const exceptions = [{ date: '2026-12-24', closed: true, note: 'Early night' }]
  const draft = { name: 'Late Hall', type: 'venue', address: { city: 'Kiel', countryCode: 'DE' } } as const
  const place = await w.call('places.place.create', { ...draft, openingHours: { regular, exceptions } })
  await open(`/places/place/${place.id}`)
  await page.getByText('Friday – Saturday', { exact: true }).waitFor()
  const lines = (await page.locator('.hours-view').allInnerTexts()).join('\n')
  assert.match(lines, /Monday – Thursday\s+Closed\s+Friday – Saturday\s+18:00 – 03:00 \(next day\)\s+Sunday\s+Closed/)
  assert.match(lines, /24 Dec 2026\s+Closed\s+Early night/)
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  await open(`/places/place/${place.id}/edit`)
  const word = page.getByText('next day').first()
  const [inner, outer] = await word.evaluate((each) =>
    [each, each.closest('.hours')].map((part) => part?.getBoundingClientRect().right ?? 0),
  )
  assert.ok(Number(inner) <= Number(outer), `the word ends at ${inner}, its box at ${outer}`)
  await speak(page, 'de')
  await open(`/places/place/${place.id}`)
  await page.getByText('Freitag – Samstag', { exact: true }).waitFor()
  assert.deepEqual(failures, [])
})

test('two places stand side by side, one takes over fields of the other and stays', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  const location = { latitude: 54.32, longitude: 10.14 }
  const kept = await w.call('places.place.create', { name: 'Old Pump House', type: 'venue', location })
  const twin = { name: 'Old pump-house', type: 'venue', location, description: 'By the canal.', capacity: 80 } as const
  const other = await w.call('places.place.create', { ...twin, duplicateCheck: 'off' })
  await open(`/places/place/${kept.id}?tab=duplicates`)
  await page.getByRole('button', { name: 'Merge…' }).click()
  await page.getByRole('heading', { name: 'Merge two places' }).waitFor()
  assert.equal(await page.getByRole('checkbox', { name: 'Take over: Description' }).isChecked(), true)
  assert.equal(await page.getByRole('checkbox', { name: 'Take over: Name' }).isChecked(), false)
  await page.getByRole('checkbox', { name: 'Take over: Capacity' }).uncheck()
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Merge', exact: true }).click()
  await page.getByText('Old pump-house is merged.').waitFor()
  const stays = await w.call('places.place.get', { placeId: other.id })
  assert.deepEqual(
    [stays.id, stays.name, stays.description, stays.capacity],
    [kept.id, 'Old Pump House', 'By the canal.', null],
  )
  assert.deepEqual(failures, [])
})
