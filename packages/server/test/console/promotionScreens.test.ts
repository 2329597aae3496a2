import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('a promotion is built of effects and conditions, and a basket meets it before it runs', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/loyalty/promotion/new')
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Five euros off')
  const effect = page.getByRole('group', { name: 'Effects 1' })
  await effect.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Order amount' }).click()
  await effect.getByRole('textbox', { name: 'Amount' }).fill('5')
  await page.getByRole('button', { name: 'Add an effect' }).click()
  const second = page.getByRole('group', { name: 'Effects 2' })
  await second.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Grant tokens' }).click()
  await second.getByRole('textbox', { name: 'Amount', exact: true }).fill('50')
  await page.getByRole('button', { name: 'Add a condition' }).first().click()
  await page.getByRole('group', { name: 'Carts' }).getByRole('textbox', { name: 'Value' }).fill('20')
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Five euros off' }).waitFor()
  const { items } = await w.call('loyalty.promotion.all')
  const [made] = items
  assert.deepEqual(made?.effects, [
    { type: 'orderAmount', amount: 500 },
    { type: 'grantTokens', amount: 50 },
  ])
  assert.deepEqual(made?.filter, { field: 'cart.subtotal', is: 'gte', value: 2_000 })
  assert.equal(made?.status, 'draft')
  await page.getByRole('tab', { name: 'Try a basket' }).click()
  await page.getByRole('textbox', { name: 'Pieces' }).fill('3')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('10')
  await page.getByRole('button', { name: 'Price the basket' }).click()
  await page.getByText('€30.00 before discounts, €5.00 off').waitFor()
  await page.getByText('Takes €5.00 off: €30.00 becomes €25.00.').waitFor()
  await page.getByText('Gives 50 POINTS (Five euros off)').waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('textbox', { name: 'Pieces' }).fill('1')
  await page.getByRole('button', { name: 'Price the basket' }).click()
  await page.getByText('Cart or contact do not meet its conditions').waitFor()
  assert.deepEqual(failures, [])
})

test('a promotion warns of others that it meets, and says its conditions in words', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const other = await w.call('loyalty.promotion.create', {
    name: 'Alone',
    effects: [{ type: 'orderPercent', percentOff: 10 }],
    stacking: { class: 'order', combinesWith: [], exclusive: true, priority: 1, percentOf: 'running' },
    status: 'active',
  })
  const { id } = await w.call('loyalty.promotion.create', {
    name: 'Weekend tea',
    currency: 'EUR',
    effects: [{ type: 'orderPercent', percentOff: 5 }],
    filter: {
      op: 'and',
      of: [
        { field: 'cart.subtotal', is: 'gte', value: 2_000 },
        { field: 'time.weekday', is: 'gte', value: 6 },
        {
          op: 'or',
          of: [
            { loyalty: { balance: { token: 'POINTS', is: 'gte', value: 100 } } },
            { payment: { total: { is: 'gte', value: 5_000 }, currency: 'EUR' } },
          ],
        },
      ],
    },
  })
  await open(`/loyalty/promotion/${id}/edit`)
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Weekend')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { level: 1, name: 'Weekend', exact: true }).waitFor()
  const warning = page.getByRole('alert').filter({ hasText: 'Only one of them applies to a cart:' })
  await warning.getByRole('link', { name: /^Alone/ }).waitFor()
  await page
    .getByText(
      'Price of the cart is at least €20.00 and Day of the week is at least Saturday and ' +
        '(balance of POINTS is at least 100 or sum of payments is at least €50.00)',
    )
    .waitFor()
  assert.deepEqual(await barriers(page), [])
  await w.call('loyalty.promotion.update', { promotionId: other.id, action: 'end' })
  await page.reload()
  await page.getByText('Price of the cart is at least €20.00').waitFor()
  await until(
    () => warning.count(),
    (count) => count === 0,
  )
  assert.deepEqual(failures, [])
})

test('a basket names the offer that keeps another one out, and a code that is none', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  const alone = { class: 'order', combinesWith: [], exclusive: true, priority: 1, percentOf: 'running' } as const
  const off = (percentOff: number) => [{ type: 'orderPercent', percentOff } as const]
  const half = await w.call('loyalty.promotion.create', {
    name: 'Half',
    effects: off(50),
    stacking: alone,
    status: 'active',
  })
  await w.call('loyalty.promotion.create', { name: 'Tenth', effects: off(10), status: 'active' })
  await open('/loyalty/basket')
  await page.getByRole('textbox', { name: 'Unit price' }).fill('40')
  await page.getByRole('combobox', { name: 'Codes' }).fill('NOPE')
  await page.getByRole('button', { name: 'Price the basket' }).click()
  await page.getByText('Takes €20.00 off: €40.00 becomes €20.00.').waitFor()
  await page.getByText('It does not apply beside another offer (Half)').waitFor()
  await page.getByText('No offer has this code').waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await w.call('loyalty.promotion.update', { promotionId: half.id, action: 'end' })
  assert.deepEqual(failures, [])
})

test('results of a promotion stand beside those of its holdout', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const made = await w.call('loyalty.promotion.create', {
    name: 'With a holdout',
    effects: [{ type: 'orderPercent', percentOff: 5 }],
    holdoutPercent: 50,
    status: 'active',
  })
  const cart = { currency: 'EUR', items: [{ unitAmount: 1_000 }] }
  for (let index = 0; index < 12; index++) {
    await w.call('loyalty.promotion.evaluate', { cart, visitorId: `visitor-${index}`, isShown: true })
  }
  await open(`/loyalty/promotion/${made.id}`)
  await page.getByText('People who met it').waitFor()
  await page.getByRole('heading', { level: 2, name: 'Against the holdout' }).waitFor()
  await page.getByText(/^Difference .* points, with 95 % certainty/).waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})
