import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world, type Json, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

/** The first input with a label; that of a required one ends in a star. */
function inputOf(page: Page, label: string): Locator {
  return page.getByLabel(new RegExp(`^${label.replace(/[()]/g, '\\$&')}( \\*)?$`)).first()
}

/** Moves the focus to an input by its label and types there with the keyboard alone. */
async function type(page: Page, label: string, ...keys: readonly string[]): Promise<void> {
  await inputOf(page, label).focus()
  for (const key of keys) {
    if (key.startsWith('{')) await page.keyboard.press(key.slice(1, -1))
    // Numbers and moments are typed key by key: their inputs read what is on its way to a value.
    else if (/^[-#\d]/.test(key)) await page.keyboard.type(key)
    else await page.keyboard.insertText(key)
  }
}

/** Presses a button with the keyboard. */
async function press(button: Locator): Promise<void> {
  await button.focus()
  await button.press('Enter')
}

/** Chooses an option of a list: types a part of its name, then takes the first one. */
async function choose(page: Page, label: string, words: string): Promise<void> {
  await type(page, label, '{ArrowDown}', words)
  const options = page.getByRole('option')
  await until(
    () => options.allInnerTexts(),
    (texts) => texts.length === 1 && texts[0] === words,
  )
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
}

/** Sends the form with the keyboard, and returns the record that it made. `idKey`: parameter of its id. */
async function created(page: Page, noun: string, idKey: string): Promise<Json> {
  await page.keyboard.press('Control+Enter')
  const problems = page.getByRole('alert')
  const idOfPage = () => /\/([a-z]{3}_[0-9a-z]{34})$/.exec(page.url())?.[1]
  // A record with a secret shows it first.
  const secret = page.getByRole('dialog').getByRole('button', { name: 'Close' }).last()
  await until(
    async () => [await problems.count(), await secret.count()],
    (counts) => counts.some((count) => count > 0) || idOfPage() !== undefined,
  )
  assert.deepEqual(await problems.allInnerTexts(), [])
  if ((await secret.count()) > 0) await press(secret)
  await until(
    () => Promise.resolve(idOfPage()),
    (id) => id !== undefined,
  )
  return w.call(`${noun}.get`, { [idKey]: idOfPage() })
}

test('a category is filled in by keyboard: texts, address, colour, number and switch', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/category/new')
  await type(page, 'Name', 'Harbour music')
  await type(page, 'Description', 'Everything', '{Enter}', 'by the water')
  await type(page, 'Icon URL', 'https://example.com/icon.png')
  await type(page, 'Color', '#3366cc')
  await type(page, 'Position', '7')
  await page.getByRole('switch', { name: 'Active' }).press('Space')
  const made = await created(page, 'livestream.category', 'categoryId')
  const { name, description, iconUrl, color, position, isActive } = made
  assert.deepEqual(
    { name, description, iconUrl, color, position, isActive },
    {
      name: 'Harbour music',
      description: 'Everything\nby the water',
      iconUrl: 'https://example.com/icon.png',
      color: '#3366cc',
      position: 7,
      isActive: false,
    },
  )
  // The form shows the icon, which lies elsewhere.
  const others = failures?.filter((each) => each !== 'request to https://example.com')
  assert.deepEqual(others, [])
})

test('a place is filled in by keyboard: position, country, zone, groups, words, pairs and objects', async (t) => {
  const { page, failures, origin, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place/new')
  await type(page, 'Name', 'Southern Pier')
  await choose(page, 'Type', 'Venue')
  await choose(page, 'Country code', 'Argentina')
  await type(page, 'Latitude', '-54.8')
  await type(page, 'Longitude', '-68.3')
  await choose(page, 'Time zone', 'America/Argentina/Ushuaia')
  await type(page, 'Email', 'pier@example.com')
  await type(page, 'Wheelchair', '{ArrowDown}')
  // The list marks its first option once it is open.
  await page.locator('[role=option][data-combobox-selected]').waitFor()
  await page.keyboard.press('Enter')
  await type(page, 'Tags', 'sea', '{Enter}', 'wind', '{Enter}')
  await press(page.getByRole('group', { name: 'Photos' }).getByRole('button', { name: 'Add' }))
  await type(page, 'Alt text', 'A pier at night')
  await type(page, 'URL', `${origin}/pier.jpg`)
  await press(page.getByRole('group', { name: 'External IDs' }).getByRole('button', { name: 'Add' }))
  await type(page, 'Value', 'R2094')
  await type(page, 'Name', '{End}')
  await page.getByRole('group', { name: 'External IDs' }).getByLabel('Name').pressSequentially('osm')
  const made = await created(page, 'places.place', 'placeId')
  const photo = Object(arrayOf(made['photos'])[0])
  assert.deepEqual(made['location'], { latitude: -54.8, longitude: -68.3 })
  assert.deepEqual([Object(made['address']).countryCode, made['timezone']], ['AR', 'America/Argentina/Ushuaia'])
  assert.deepEqual([Object(made['contact']).email, made['tags']], ['pier@example.com', ['sea', 'wind']])
  assert.deepEqual([photo.url, photo.altText], [`${origin}/pier.jpg`, 'A pier at night'])
  assert.deepEqual([Object(made['accessibility']).wheelchair, made['externalIds']], [true, { osm: 'R2094' }])
  assert.deepEqual(failures, [])
})

test('an event is filled in by keyboard: a record by its name, moments of the own zone, durations', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await w.call('livestream.channel.create', { name: 'Lighthouse' })
  await open('/livestream/ticketingEvent/new')
  await choose(page, 'Provider', 'Generic')
  await type(page, 'External event', 'show-1')
  await type(page, 'Channel', '{ArrowDown}', 'Lighthouse')
  await until(
    () => inputOf(page, 'Channel').getAttribute('aria-busy'),
    (isBusy) => isBusy !== 'true',
  )
  await page.getByRole('option', { name: 'Lighthouse' }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const zone = /\(in (.*)\)/.exec(await page.getByText(/^Starts at/).innerText())?.[1] ?? ''
  await type(page, `Starts at (in ${zone})`, '12242026', '0730PM')
  await type(page, 'Access opens before (minutes)', '90')
  const made = await created(page, 'livestream.ticketingEvent', 'ticketingEventId')
  const wall = new Date(String(made['startsAt'])).toLocaleString('sv-SE', { timeZone: zone.replaceAll(' ', '_') })
  assert.deepEqual([wall, made['accessOpensMinutesBefore']], ['2026-12-24 19:30:00', 90])
  assert.deepEqual(failures, [])
})

test('messages land on their fields, the first has the focus, and each goes with its cause', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place/new')
  await type(page, 'Email', 'pier')
  await type(page, 'Phone', '040 123')
  await type(page, 'Website', 'example.com')
  await type(page, 'Capacity', '0')
  await page.keyboard.press('Control+Enter')
  await page.getByRole('alert').filter({ hasText: 'fields need a look' }).waitFor()
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  await until(
    () => name.evaluate((input) => input === document.activeElement),
    (isFocused) => isFocused,
  )
  const messages = {
    Name: 'is needed',
    Email: 'mira@example.com',
    Phone: '+4930123456',
    Website: 'https://example.com',
  }
  for (const [label, text] of Object.entries(messages)) {
    const input = page.getByRole('textbox', { name: label, exact: true })
    assert.equal(await input.getAttribute('aria-invalid'), 'true', label)
    const described = await input.evaluate((each) => {
      const ids = each.getAttribute('aria-describedby')?.split(' ') ?? []
      return ids.map((id) => document.getElementById(id)?.textContent).join(' ')
    })
    assert.ok(described.includes(text), `${label}: ${described}`)
  }
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await type(page, 'Email', '{End}', '@example.com')
  await until(
    () => page.getByRole('textbox', { name: 'Email' }).getAttribute('aria-invalid'),
    (invalid) => invalid !== 'true',
  )
  assert.equal(await page.getByRole('textbox', { name: 'Phone' }).getAttribute('aria-invalid'), 'true')
  assert.deepEqual(failures, [])
})

test('an action keeps its input without a network, over a reload, and after its record is gone', async (t) => {
  const own = await w.signIn('owner', { email: 'action@example.com' })
  const { page, failures, open } = (await visit(t, { person: own })) ?? {}
  if (page === undefined || open === undefined) return
  const { id } = await w.call('account.key.create', { name: 'Door', kind: 'restricted', scopes: ['places.place:read'] })
  const dialog = page.getByRole('dialog', { name: 'Rotate' })
  const overlap = dialog.getByRole('textbox', { name: 'Overlap seconds' })
  await open(`/account/key/${id}`)
  await page.getByRole('button', { name: 'Rotate' }).click()
  await overlap.fill('900')
  await page.context().setOffline(true)
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await dialog.getByText('everything you typed is kept here').waitFor()
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await dialog.getByText('Your unsaved input is back.').waitFor()
  await until(
    () => overlap.inputValue(),
    (text) => text.startsWith('900'),
  )
  await w.call('account.key.revoke', { keyId: id })
  await dialog.getByRole('button', { name: 'Rotate' }).click()
  await dialog.getByRole('alert').waitFor()
  assert.match(await overlap.inputValue(), /^900/)
  assert.deepEqual(failures, [])
})

test('fields that take the focus by the tab key are clear of the bar of buttons, and open no list', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/contact/new')
  await page.getByRole('textbox', { name: 'Email' }).first().focus()
  const hidden: string[] = []
  for (let count = 0; count < 25; count++) {
    await page.keyboard.press('Tab')
    const found = await page.evaluate(() => {
      const focused = document.activeElement
      const bar = document.querySelector('.form-buttons')
      if (focused === null || bar === null || bar.contains(focused)) return undefined
      const isLow = focused.getBoundingClientRect().bottom > bar.getBoundingClientRect().top
      return isLow ? focused.outerHTML.slice(0, 200) : ''
    })
    if (found === undefined) break
    if (found !== '') hidden.push(found)
    assert.equal(await page.locator('[role=listbox]:visible').count(), 0)
  }
  assert.deepEqual(hidden, [])
  assert.deepEqual(failures, [])
})

test('inputs of a row are level, whichever of them has a hint', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/contact/new')
  const rows = await page
    .locator('.form-grid')
    .first()
    .evaluate((grid) => {
      const tops = new Map<number, Set<number>>()
      for (const label of grid.querySelectorAll<HTMLElement>('.mantine-TextInput-root')) {
        const row = Math.round(label.getBoundingClientRect().top)
        const input = Math.round(label.querySelector('input')?.getBoundingClientRect().top ?? 0)
        tops.set(row, (tops.get(row) ?? new Set()).add(input))
      }
      return [...tops.values()].map((each) => each.size)
    })
  assert.ok(rows.length > 0 && rows.every((count) => count === 1), String(rows))
  assert.deepEqual(failures, [])
})
