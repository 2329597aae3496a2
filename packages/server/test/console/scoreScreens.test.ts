import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
let contactId = ''
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl, startsAt: new Date().toISOString() })
  contactId = (await w.call('marketing.contact.create', { email: 'mira@example.com', firstName: 'Mira' })).id
  const rules = [
    {
      ruleId: 'order',
      name: 'Placed an order',
      score: 'engagement' as const,
      when: { event: 'shop.order.placed' },
      points: 40,
    },
  ]
  await w.call('marketing.leadScore.update', { model: { rules, decay: { halfLife: 'P30D' } } })
  await w.settle()
  const at = (days: number) => new Date(w.clock.now().getTime() - days * 86_400_000).toISOString()
  const orders = Array.from({ length: 30 }, (_, index) => ({ name: 'app.opened', contactId, at: at(index + 1) }))
  const order = { name: 'shop.order.placed', contactId, at: at(3), subject: 'order-1001', properties: { total: 4900 } }
  await w.call('marketing.event.track', { events: [...orders, order] })
  const filter = { op: 'and' as const, of: [{ field: 'email', is: 'endsWith' as const, value: '@example.com' }] }
  await w.call('marketing.segment.create', { name: 'Example people', filter })
  await w.settle()
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('a contact shows its score with the reasons, and takes points from a person', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open(`/marketing/contact/${contactId}`)
  const panel = page.locator('section', { has: page.getByRole('heading', { name: 'Lead score' }) })
  await panel.getByRole('cell', { name: 'Placed an order' }).waitFor()
  await panel.getByText(/Falls below Warm/).waitFor()
  await panel.getByRole('figure', { name: /Total over the next 90 days/ }).waitFor()
  await panel.getByRole('textbox', { name: 'Points' }).fill('25')
  await panel.getByRole('textbox', { name: 'Reason' }).fill('Met at the fair')
  await panel.getByRole('button', { name: 'Give points' }).click()
  await panel.getByRole('cell', { name: 'Met at the fair' }).waitFor()
  await panel.getByText('Hot', { exact: true }).first().waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Why the contact is in Example people' }).click()
  await page.getByText('Email ends with @example.com').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('tab', { name: 'Activity' }).click()
  await page.getByText('Order: placed').first().waitFor()
  const entries = page.locator('.timeline > li')
  await entries.nth(24).waitFor()
  await page.getByRole('button', { name: 'Show more' }).scrollIntoViewIfNeeded()
  await entries.nth(31).waitFor()
  const name = page.getByRole('combobox', { name: 'Name of an event' })
  await name.fill('shop.order.placed')
  await name.press('Escape')
  await until(
    () => entries.count(),
    (count) => count === 1,
  )
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('a rule of a score model suggests the properties of its event and their values', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/scores')
  const rule = page.locator('.rule').first()
  await rule.getByRole('button', { name: 'Property', exact: true }).click()
  await rule.getByRole('combobox', { name: 'Property' }).click()
  await page.getByRole('option', { name: 'total' }).click()
  await rule.getByRole('combobox', { name: 'Value' }).click()
  await page.getByRole('option', { name: '4900' }).click()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Save the model' }).click()
  const question = page.getByRole('dialog', { name: 'Save the model and apply it?' })
  await question.getByRole('button', { name: 'Save and apply' }).click()
  await page.getByText('The model is saved and being applied.').waitFor()
  const { model } = await w.call('marketing.leadScore.get', {})
  const where = [{ prop: 'total', is: 'eq', value: 4900 }]
  assert.deepEqual(model?.rules[0]?.when, { event: 'shop.order.placed', where })
  assert.deepEqual(failures, [])
})

test('a score model is edited, previewed and saved, and mistakes are named', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  await open('/marketing/scores')
  await page.getByRole('button', { name: 'Add a rule' }).click()
  const rule = page.locator('.rule').nth(1)
  await rule.getByRole('textbox', { name: 'Name' }).fill('Opened the app')
  await page.getByRole('switch', { name: 'Score past events again' }).check()
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('Rule 2 “Opened the app”, Event: ', { exact: false }).waitFor()
  await rule.getByRole('combobox', { name: 'Event' }).fill('app.opened')
  await page.getByRole('button', { name: 'Preview' }).click()
  await page.getByText('1 contact, before and after:').waitFor()
  await fitsWindow(page)
  assert.deepEqual(await barriers(page), [])
  const points = rule.getByRole('textbox', { name: 'Points', exact: true })
  const given = await points.inputValue()
  await points.fill('')
  await page.getByRole('button', { name: 'Save the model' }).click()
  await page.getByText('Rule 2 “Opened the app”, Points: is needed').waitFor()
  await rule.getByText('is needed', { exact: true }).waitFor()
  await points.fill(given)
  await page.getByRole('button', { name: 'Save the model' }).click()
  const question = page.getByRole('dialog', { name: 'Save the model and apply it?' })
  await question.getByText('Past events of all contacts are scored again.', { exact: false }).waitFor()
  assert.equal((await w.call('marketing.leadScore.get', {})).model?.rules.length, 1)
  await question.getByRole('button', { name: 'Save and apply' }).click()
  await page.getByText('The model is saved and being applied.').waitFor()
  await w.settle()
  const { model } = await w.call('marketing.leadScore.get', {})
  assert.deepEqual(
    model?.rules.map(({ name }) => name),
    ['Placed an order', 'Opened the app'],
  )
  const score = await w.call('marketing.leadScore.get', { contactId })
  assert.equal(score.status, 'mql')
  const { items } = await w.call('account.fact.all', { limit: 100 })
  assert.ok(items.some(({ name }) => name === 'marketing.leadScore.changed'))
  await open('/')
  await page.locator('.facts > li').first().waitFor()
  assert.equal(await page.locator('.facts').getByText('Lead score').count(), 0)
  assert.deepEqual(failures, [])
})
