import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  for (const [name, country] of [
    ['ada', 'DE'],
    ['bob', 'AT'],
    ['cleo', 'FR'],
  ] as const) {
    await w.call('marketing.contact.create', { email: `${name}@example.com`, country, tags: ['beta'] })
  }
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('a segment is made with rows and with text, and the number of contacts follows', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/segment/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Neighbours')
  const filter = page.getByRole('group', { name: 'Filter' })
  await filter.getByText('No condition yet: add one.').waitFor()
  await filter.getByRole('button', { name: 'Field', exact: true }).click()
  await filter.getByText('Enter a value.').waitFor()
  await filter.getByText('Complete the condition to count the contacts.').waitFor()
  assert.equal(await filter.getByText('contacts ·').count(), 0)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('alert').getByText('Condition 1 is incomplete: Enter a value.').first().waitFor()
  assert.deepEqual(await barriers(page), [])
  const value = filter.getByRole('combobox', { name: 'Value' })
  await value.fill('beta')
  await value.press('Enter')
  await filter.getByText('tags any of ("beta")').waitFor()
  await filter.getByRole('button', { name: 'Mail', exact: true }).click()
  await filter.getByText('tags any of ("beta") and opened mail within 30 days').waitFor()
  assert.deepEqual(await barriers(page), [])
  await filter.getByText('Text', { exact: true }).click()
  const text = filter.getByRole('textbox', { name: 'Text' })
  await text.fill('country in ("DE", "AT"')
  await filter.getByText(/at character/).waitFor()
  // The filter before the text must not be saved in place of it.
  await page.getByRole('button', { name: 'Create' }).click()
  await filter.getByRole('alert').waitFor()
  assert.deepEqual((await w.call('marketing.segment.all')).items, [])
  await text.fill('country in ("DE", "AT") and tags any of ("beta")')
  await filter.getByText('2 contacts').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/seg_/)
  const { items } = await w.call('marketing.segment.all')
  assert.deepEqual(
    items.map(({ name, count }) => [name, count]),
    [['Neighbours', 2]],
  )
  assert.deepEqual(failures, [])
})

test('rows compare coupons, tokens and payments of a contact', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone })) ?? {}
  if (page === undefined || open === undefined) return
  const { id: contactId } = await w.call('marketing.contact.get', { email: 'bob@example.com' })
  await w.call('loyalty.reward.create', { name: 'Welcome', contactId, amount: 150 })
  await open('/marketing/segment/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Collectors')
  const filter = page.getByRole('group', { name: 'Filter' })
  const add = (name: string) => filter.getByRole('button', { name, exact: true }).click()
  await add('Tokens')
  await filter.getByText('Enter a value.').waitFor()
  await filter.getByRole('textbox', { name: 'Value' }).fill('100')
  await filter.getByText('balance of POINTS >= 100', { exact: true }).waitFor()
  await filter.getByText('1 contacts').waitFor()
  await add('Payments')
  await filter.getByRole('combobox', { name: 'Payments' }).click()
  await page.getByRole('option', { name: 'Their sum' }).click()
  await filter.getByRole('combobox', { name: 'Comparison' }).last().click()
  await page.getByRole('option', { name: 'is less than' }).click()
  await filter.getByRole('textbox', { name: 'Value' }).last().fill('49.5')
  await add('Coupon')
  await filter.getByRole('combobox', { name: 'Contact' }).click()
  await page.getByRole('option', { name: 'did not' }).click()
  await filter
    .getByText('balance of POINTS >= 100 and paid EUR < 4950 and not redeemed coupon within 30 days')
    .waitFor()
  await filter.getByText('1 contacts').waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/seg_/)
  const { items } = await w.call('marketing.segment.all', { query: 'Collectors' })
  assert.equal(items[0]?.count, 1)
  assert.deepEqual(failures, [])
})

test('a condition suggests the names that the account uses', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id: contactId } = await w.call('marketing.contact.get', { email: 'ada@example.com' })
  await w.call('marketing.contact.update', { contactId, attributes: { plan: 'pro' } })
  await w.call('marketing.event.track', { events: [{ name: 'shop.order.placed', contactId }] })
  await w.settle()
  await open('/marketing/segment/new')
  const filter = page.getByRole('group', { name: 'Filter' })
  const suggested = (name: string) => page.getByRole('option', { name, exact: true })
  await filter.getByRole('button', { name: 'Event', exact: true }).click()
  await filter.getByRole('combobox', { name: 'Event' }).fill('order')
  await suggested('shop.order.placed').click()
  await filter.getByText('did shop.order.placed within 30 days').waitFor()
  await filter.getByRole('button', { name: 'Field', exact: true }).click()
  await filter.getByRole('combobox', { name: 'Value' }).fill('be')
  await suggested('beta').click()
  await filter.getByText('did shop.order.placed within 30 days and tags any of ("beta")').waitFor()
  await filter.getByText('1 contact', { exact: false }).waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('a condition on an event suggests its properties and their values', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id: contactId } = await w.call('marketing.contact.get', { email: 'bob@example.com' })
  const properties = { plan: 'gold', total: 12 }
  await w.call('marketing.event.track', { events: [{ name: 'app.plan.chosen', contactId, properties }] })
  await open('/marketing/segment/new')
  const filter = page.getByRole('group', { name: 'Filter' })
  await filter.getByRole('button', { name: 'Event', exact: true }).click()
  await filter.getByRole('combobox', { name: 'Event' }).fill('app.plan.chosen')
  await filter.getByRole('button', { name: 'Property', exact: true }).click()
  await filter.getByText('Enter the name of the property.').waitFor()
  await filter.getByRole('combobox', { name: 'Property' }).click()
  await page.getByRole('option', { name: 'plan' }).click()
  await filter.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: 'gold' }).click()
  await filter.getByText('did app.plan.chosen [plan = "gold"] within 30 days').waitFor()
  await filter.getByText('1 contact', { exact: false }).waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('a filter with groups in groups is typed as text and changed in the builder, by keyboard too', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/segment/new')
  await page.getByRole('textbox', { name: 'Name' }).fill('Nested')
  const filter = page.getByRole('group', { name: 'Filter', exact: true })
  await filter.getByText('Text', { exact: true }).click()
  const text = 'tags any of ("beta") and (country = "DE" or not (country = "FR" or country = "AT"))'
  await filter.getByRole('textbox', { name: 'Text' }).fill(text)
  await filter.getByText('1 contact', { exact: false }).waitFor()
  await filter.getByText('Builder', { exact: true }).click()
  const groups = filter.getByRole('group', { name: 'Group of conditions' })
  assert.equal(await groups.count(), 2)
  const inner = groups.nth(1)
  assert.equal(await inner.getByRole('radio', { name: 'none' }).isChecked(), true)
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await inner.getByRole('button', { name: 'Remove the condition' }).first().press('Enter')
  await filter.getByText('tags any of ("beta") and (country = "DE" or not country = "AT")').waitFor()
  await inner.getByRole('button', { name: 'Segment', exact: true }).press('Enter')
  await filter.getByText('Choose a segment.').waitFor()
  await page.keyboard.press('Escape')
  await inner.getByRole('button', { name: 'Remove the condition' }).nth(1).press('Enter')
  await groups.first().getByRole('radio', { name: 'all' }).first().press('Space')
  await filter.getByText('tags any of ("beta") and (country = "DE" and not country = "AT")').waitFor()
  await page.getByRole('button', { name: 'Create' }).click()
  await page.waitForURL(/seg_/)
  assert.deepEqual(failures, [])
})

const plan = { field: 'attributes.plan', is: 'eq', value: 'pro' }
const country = { field: 'country', is: 'in', value: ['DE'] }
const filtersOfAddresses = [
  [{ op: 'and', of: [country, { op: 'not', of: plan }] }, 'Country is one of DE and not (Plan is pro)'],
  [
    { op: 'or', of: [{ op: 'and', of: [plan, country] }, plan] },
    '(Plan is pro and Country is one of DE) or Plan is pro',
  ],
  [{ segment: 'seg_gone' }, 'is in the segment seg_gone'],
  [{ op: 'and', of: [] }, 'set'],
  [{ op: 'and', of: [null] }, '{}'],
  [{ event: 'x', where: [null], count: { is: 'constructor', value: 1 } }, 'did x with null'],
] as const

test('a chip says the filter of any address in words, and takes it off', async (t) => {
  const { page, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  for (const [filter, words] of filtersOfAddresses) {
    await open(`/marketing/contact?filter=${encodeURIComponent(JSON.stringify(filter))}`)
    const chip = page.getByRole('button', { name: 'Filter: ' })
    await until(
      () => chip.innerText(),
      (text) => text === `Filter: ${words}`,
    )
    await page.getByRole('button', { name: 'Remove the filter' }).click()
    await chip.waitFor({ state: 'detached' })
  }
})

test('a list is filtered by tags, states and conditions, and the back button takes the filter off', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await w.call('marketing.contact.create', { email: 'dora@example.com', country: 'DE', tags: ['festival'] })
  await open('/marketing/contact')
  const rows = page.locator('.list-row a.list-first')
  const shows = (emails: readonly string[]) =>
    until(
      async () => (await rows.allTextContents()).sort(),
      (each) => each.join() === emails.join(),
    )
  const dialog = page.getByRole('dialog')
  const filterBy = async (name: string) => {
    await page.getByRole('button', { name: 'Filter', exact: true }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  const all = ['ada@example.com', 'bob@example.com', 'cleo@example.com', 'dora@example.com']
  await shows(all)
  await filterBy('Tags')
  await dialog.getByRole('combobox', { name: 'Tags' }).fill('fest')
  await page.getByRole('option', { name: 'festival' }).click()
  await dialog.getByRole('combobox', { name: 'Tags' }).press('Tab')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await shows(['dora@example.com'])
  await page.reload()
  await shows(['dora@example.com'])
  await page.getByRole('button', { name: 'Tags: festival' }).waitFor()
  // No one answers the dialog for files of a headless browser.
  await page.evaluate(() => Reflect.set(globalThis, 'showSaveFilePicker', undefined))
  await page.getByRole('button', { name: 'Export' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: /^CSV/ }).click()
  const exported = await readFile(await (await download).path(), 'utf8')
  assert.deepEqual([exported.includes('dora@'), exported.includes('ada@')], [true, false])
  await page.goBack()
  await shows(all)
  await filterBy('Filter')
  await dialog.getByRole('button', { name: 'Field', exact: true }).click()
  await dialog.getByRole('combobox', { name: 'Value' }).fill('beta')
  await dialog.getByRole('combobox', { name: 'Value' }).press('Enter')
  await dialog.getByRole('combobox', { name: 'Value' }).press('Tab')
  await dialog.getByText('3 contacts').waitFor()
  assert.deepEqual(await barriers(page), [])
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await shows(all.slice(0, 3))
  await page.getByRole('button', { name: 'Filter: Tags has any of beta' }).waitFor()
  await filterBy('Status')
  await dialog.getByRole('combobox', { name: 'Status' }).press('ArrowDown')
  await page.getByRole('option', { name: 'Archived' }).click()
  await dialog.getByRole('combobox', { name: 'Status' }).press('Tab')
  await dialog.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Nothing matches').waitFor()
  await page.goBack()
  await shows(all.slice(0, 3))
  assert.deepEqual(failures, [])
})
