import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { hashPassword } from '#platform/secrets/password.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, world, type SignedIn, type World } from '#test/world/world.ts'
import { phone, sharedConsole } from './consoleStage.ts'

const email = 'ada@example.com'
const password = 'quiet harbour at night'

let w: World
let person: SignedIn
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  person = await w.signIn('owner', { email, passwordHash: await hashPassword(password) })
  return { app: w.app, person, [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

const location = { latitude: 53.5, longitude: 10 }
const makePlace = (name: string) => w.call('places.place.create', { name, type: 'venue', location })

/** Fills the form of a new place with what it needs. */
async function fillPlace(page: Page, name: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await page.getByRole('textbox', { name: 'Latitude' }).fill('53.5')
  await page.getByRole('textbox', { name: 'Longitude' }).fill('10')
  await page.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Venue' }).click()
}

test('a form keeps its input without a network, and is sent when the network is back', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place/new')
  await fillPlace(page, 'Lighthouse Studio')
  await page.context().setOffline(true)
  await page.getByText('No connection. What you typed stays here').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('everything you typed is kept here').waitFor()
  await page.context().setOffline(false)
  await page.getByText('No connection. What you typed stays here').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Lighthouse Studio' }).waitFor()
  const { items } = await w.call('places.place.all', { q: 'Lighthouse' })
  assert.equal(items.length, 1)
  assert.deepEqual(failures, [])
})

test('a session that ends while a form is open: the person signs in, and the input is there again', async (t) => {
  const own = await w.signIn('owner', { email: 'grace@example.com', passwordHash: await hashPassword(password) })
  const { page, failures, open } = (await visit(t, { person: own })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place/new')
  await fillPlace(page, 'Tide Clock Hall')
  await own.call('account.session.end')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill('grace@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByText('Your unsaved input is back.').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), 'Tide Clock Hall')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Tide Clock Hall' }).waitFor()
  assert.deepEqual(failures, [])
})

test('a browser forgets what it keeps of one person when another one signs in', async (t) => {
  const secret = { passwordHash: await hashPassword(password) }
  const first = await w.signIn('owner', { email: 'joan@example.com', ...secret })
  await w.signIn('owner', { email: 'edith@example.com', ...secret })
  const { page, failures, open } = (await visit(t, { person: first })) ?? {}
  if (page === undefined || open === undefined) return
  const { id } = await makePlace('Net Loft')
  await open(`/places/place/${id}`)
  const recents = () => page.evaluate(() => Object.keys(localStorage).filter((key) => key.includes('.recent.')))
  await until(recents, ({ length }) => length === 1)
  await open('/places/place/new')
  await fillPlace(page, 'A secret plan')
  await first.call('account.session.end')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('E-mail').fill('edith@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Name', exact: true }).inputValue(), '')
  assert.deepEqual(await recents(), [])
  assert.deepEqual(failures, [])
})

test('a page that is opened after its session has ended leads through the sign-in and back', async (t) => {
  const own = await w.signIn('owner', { email: 'mary@example.com', passwordHash: await hashPassword(password) })
  const { page, failures, open } = (await visit(t, { person: own })) ?? {}
  if (page === undefined || open === undefined) return
  // A form reads nothing again by itself, which would meet the end of the session before the next page does.
  await open('/places/place/new')
  await page.waitForLoadState('networkidle')
  await own.call('account.session.end')
  await page.getByRole('link', { name: 'Places' }).click()
  await page.getByLabel('E-mail').fill('mary@example.com')
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Places', level: 1 }).waitFor()
  assert.deepEqual(failures, [])
})

test('a form shows the values of fields that are left out, and Ctrl+Enter sends it', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/livestream/stream/new')
  assert.equal(await page.getByRole('switch', { name: 'Record' }).isChecked(), true)
  await page.getByRole('textbox', { name: 'Title' }).fill('Evening show')
  await page.getByRole('textbox', { name: 'Description' }).press('Control+Enter')
  await page.getByRole('dialog', { name: 'Evening show' }).getByRole('button', { name: 'Close' }).last().click()
  await page.getByText('Evening show is created.').waitFor()
  const { items } = await w.call('livestream.stream.all', { q: 'Evening' })
  assert.equal(items[0]?.record, true)
  assert.deepEqual(failures, [])
})

test('two people change one record: other fields are merged, the same field is chosen', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id } = await makePlace('Rope Walk')
  await open(`/places/place/${id}/edit`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Rope Walk Hall')
  await w.call('places.place.update', { placeId: id, description: 'Where ropes were made.' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Rope Walk Hall' }).waitFor()
  const merged = await w.call('places.place.get', { placeId: id })
  assert.deepEqual([merged.name, merged.description], ['Rope Walk Hall', 'Where ropes were made.'])
  await open(`/places/place/${id}/edit`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Mine')
  await w.call('places.place.update', { placeId: id, name: 'Theirs' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Someone else changed this' }).waitFor()
  await page.getByText('Rope Walk Hall', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Theirs' }).check()
  await page.getByRole('button', { name: 'Save the merged record' }).click()
  await page.getByRole('heading', { name: 'Theirs' }).waitFor()
  assert.deepEqual(failures, [])
})

test('a draft over an older record is merged with it, and one over a deleted record becomes a new one', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id } = await makePlace('Net Loft')
  const name = page.getByRole('textbox', { name: 'Name', exact: true })
  const description = page.getByRole('textbox', { name: 'Description' })
  await open(`/places/place/${id}/edit`)
  await name.fill('Net Loft of mine')
  await description.fill('Typed before.')
  await w.call('places.place.update', { placeId: id, name: 'Net Loft of theirs', capacity: 7 })
  await open(`/places/place/${id}/edit`)
  await page.getByRole('heading', { name: 'Your unsaved input is older than this record' }).waitFor()
  await page.getByText('Net Loft', { exact: true }).waitFor()
  await page.getByRole('radio', { name: 'Net Loft of mine' }).check()
  await page.getByRole('button', { name: 'Go on with these' }).click()
  await page.getByText('Your unsaved input is back.').waitFor()
  assert.deepEqual([await name.inputValue(), await description.inputValue()], ['Net Loft of mine', 'Typed before.'])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: 'Net Loft of mine' }).waitFor()
  const { capacity } = await w.call('places.place.get', { placeId: id })
  assert.equal(capacity, 7)
  await open(`/places/place/${id}/edit`)
  await description.fill('Typed again.')
  await w.call('places.place.delete', { placeId: id })
  await open(`/places/place/${id}/edit`)
  await page.getByRole('button', { name: 'Use it for a new one' }).click()
  await page.getByText('Your unsaved input is back.').waitFor()
  assert.equal(await description.inputValue(), 'Typed again.')
  assert.deepEqual(failures, [])
})

test('a record is deleted while its form is open: the input becomes a new one', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id } = await makePlace('Ferry Shed')
  await open(`/places/place/${id}/edit`)
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Ferry House')
  await w.call('places.place.delete', { placeId: id })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name: 'Use it for a new one' }).click()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Ferry House' }).waitFor()
  assert.deepEqual(failures, [])
})

test('two tabs stand in two accounts, and each writes to its own', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place/new')
  const [twin] = (await person.call('account.session.get')).accounts
  const other = await page.context().newPage()
  await other.goto(`${new URL(page.url()).origin}/console/${twin?.testAccountId}/places/place/new`)
  await other.getByText('Test data: nothing here reaches your audience.').waitFor()
  for (const [tab, name] of [
    [page, 'Live Hall'],
    [other, 'Test Hall'],
  ] as const) {
    await fillPlace(tab, name)
    await tab.getByRole('button', { name: 'Create' }).click()
    await tab.getByRole('heading', { name }).waitFor()
  }
  const { items } = await w.call('places.place.all', { q: 'Hall' })
  const names = new Set(arrayOf(items).map(({ name }) => name))
  assert.deepEqual([names.has('Live Hall'), names.has('Test Hall')], [true, false])
  assert.deepEqual(failures, [])
})

test('a place is set on the map with the keys of its pin', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/places/place/new')
  await fillPlace(page, 'Buoy Yard')
  await page.getByRole('application').focus()
  await page.keyboard.press('Shift+ArrowUp')
  const moved = () => page.getByRole('textbox', { name: 'Latitude' }).inputValue()
  await until(moved, (text) => Number(text) > 53.5)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { name: 'Buoy Yard' }).waitFor()
  const [place] = arrayOf((await w.call('places.place.all', { q: 'Buoy' })).items)
  assert.ok(Number(Object(place?.['location']).latitude) > 53.5)
  assert.deepEqual(failures, [])
})
