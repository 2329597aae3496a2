import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

const rows = ['email;Vorname;Plätze', 'ada@example.com;Ada;3', 'bob@example.com;Bob;2', 'no address;Cleo;1']
const file = { name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(`${rows.join('\r\n')}\r\n`) }

test('a file is chosen, mapped, checked and imported, and its wrong rows are listed', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await w.call('marketing.contact.create', { email: 'first@example.com', attributes: { seats: 1 } })
  await open('/marketing/contactImport')
  await page.getByRole('button', { name: 'Import contacts' }).first().click()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.waitForURL(/imp_/)
  await until(
    () => w.call('marketing.contactImport.all'),
    ({ items }) => items[0]?.status === 'reading',
  )
  await w.settle()
  const target = page.getByRole('combobox', { name: 'Vorname becomes' })
  await target.waitFor()
  assert.equal(await target.inputValue(), 'field:firstName')
  const seats = page.getByRole('combobox', { name: 'Plätze becomes' })
  assert.equal(await seats.inputValue(), 'attribute:platze:number')
  const attribute = page.getByRole('combobox', { name: 'Attribute of Plätze' })
  await attribute.fill('no key')
  await page.getByText('An attribute has letters, digits, - and _, and begins with a letter.').waitFor()
  await attribute.fill('sea')
  await page.getByRole('option', { name: 'seats', exact: true }).click()
  assert.equal(await seats.inputValue(), 'attribute:seats:number')
  await page.getByRole('textbox', { name: 'Tags for all' }).fill('guest, may')
  await page.getByRole('textbox', { name: 'Source of the agreement' }).fill('Form at the till')
  await page.getByRole('button', { name: 'Check without writing' }).click()
  await page.getByText('The rows are being checked').waitFor()
  await w.settle()
  await page.getByText('A check has read all rows').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('The contacts are being imported').waitFor()
  const state = page.getByRole('heading', { name: /^The (contacts are being imported|import is done)$/ })
  await until(
    () => state.evaluate((heading) => document.activeElement === heading),
    (isFocused) => isFocused,
  )
  await w.settle()
  await page.getByText('The import is done').waitFor()
  await page.getByText('must be a mail address such as mira@example.com').waitFor()
  await page.getByRole('cell', { name: 'no address' }).waitFor()
  const ada = await w.call('marketing.contact.get', { email: 'ada@example.com' })
  assert.deepEqual([ada.firstName, ada.status, ada.tags], ['Ada', 'subscribed', ['guest', 'may']])
  assert.deepEqual(ada.attributes, { seats: 3 })
  assert.deepEqual(failures, [])
})

test('a finished import leads to its new contacts, and its corrected file is checked with its options', async (t) => {
  const columns = { email: 'email', Vorname: 'firstName' } as const
  const mapping = Object.entries(columns).map(([columnName, field]) => ({ columnName, field }))
  const made = await w.call('marketing.contact.import', { name: 'doors.csv', mapping, tags: ['door'] })
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const text = 'email,Vorname\r\ndan@example.com,Dan\r\nno address,Eve\r\n'
  await open(`/marketing/contactImport/${String(made.id)}`)
  await page.locator('input[type=file]').setInputFiles({ ...file, buffer: Buffer.from(text) })
  await page.getByText('The file is being read').waitFor()
  await w.settle()
  await page.getByRole('link', { name: 'Contacts created during the import' }).click()
  await page.getByRole('link', { name: 'dan@example.com' }).click()
  await page.getByRole('heading', { name: 'Dan', level: 1 }).waitFor()
  await open(`/marketing/contactImport/${String(made.id)}`)
  const chosen = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Import the corrected file' }).click()
  const corrected = Buffer.from(text.replace('no address', 'eve@example.com'))
  await (await chosen).setFiles({ ...file, buffer: corrected })
  await page.getByText('The file is being read').waitFor()
  await w.settle()
  await page.getByText('A check has read all rows').waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Tags for all' }).inputValue(), 'door')
  const [again] = (await w.call('marketing.contactImport.all')).items
  assert.deepEqual([again?.createdCount, again?.unchangedCount, again?.errorCount], [1, 1, 0])
  assert.deepEqual(failures, [])
})

test('a phone shows an import that waits for its file, and goes on with the file', async (t) => {
  const made = await w.call('marketing.contact.import', { name: 'guests.csv' })
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/contactImport/${String(made.id)}`)
  await page.getByText('The file guests.csv is not here yet').waitFor()
  await page.locator('input[type=file]').setInputFiles(file)
  await page.getByText('The file is being read').waitFor()
  await w.settle()
  await page.getByRole('combobox', { name: 'Vorname becomes' }).waitFor()
  await fitsWindow(page)
  assert.deepEqual(failures, [])
})
