import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('a rule has the fields of a rule, and says what it gave', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/loyalty/reward/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('A point for each euro')
  await page.getByRole('combobox', { name: 'Event' }).fill('payment.succeeded')
  await page.getByRole('textbox', { name: 'Amount', exact: true }).first().fill('1')
  assert.equal(await page.getByRole('textbox', { name: 'Cost' }).count(), 0)
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'A point for each euro' }).waitFor()
  const { items } = await w.call('loyalty.reward.all')
  assert.deepEqual(
    items.map(({ mode, status, on, amount }) => [mode, status, on, amount]),
    [['rule', 'active', 'payment.succeeded', 1]],
  )
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Amount', exact: true }).first().fill('2')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 2, name: 'Results' }).waitFor()
  assert.deepEqual(failures, [])
})

test('tokens are given and transferred on the statement of a contact, and the ledger is audited', async (t) => {
  const { page, failures, open, follow } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined || follow === undefined) return
  const ada = await w.call('marketing.contact.create', { email: 'ada@example.com', firstName: 'Ada' })
  await w.call('marketing.contact.create', { email: 'ben@example.com', firstName: 'Ben' })
  await open(`/loyalty/ledger?contactId=${ada.id}`)
  await page.getByRole('link', { name: 'Give tokens' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Welcome')
  await page.getByRole('textbox', { name: 'Amount', exact: true }).fill('500')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Welcome' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Entries in the ledger' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await follow(`/loyalty/ledger?contactId=${ada.id}`)
  await page.getByRole('button', { name: 'Transfer…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'To contact' }).click()
  await page.getByRole('option', { name: /^Ben/ }).click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('120')
  assert.deepEqual(await barriers(page), [])
  await dialog.getByRole('button', { name: 'Transfer' }).click()
  await dialog.waitFor({ state: 'detached' })
  await page.getByText('-120').waitFor()
  await page.getByText('380').first().waitFor()
  await page.getByRole('button', { name: 'Audit now' }).click()
  await page.getByText('All books are whole.').waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('the page of a contact has its tokens, on a phone too', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  const cem = await w.call('marketing.contact.create', { email: 'cem@example.com', firstName: 'Cem' })
  await w.call('loyalty.reward.create', { name: 'Gift', contactId: cem.id, amount: 40, expiresAfter: 'P30D' })
  await open(`/marketing/contact/${cem.id}?tab=tokens`)
  await page.getByText('Expire next').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Statement' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  assert.deepEqual(failures, [])
})
