import assert from 'node:assert/strict'
import { test } from 'node:test'
import { barriers } from '#test/world/barriers.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'
import { fakeCamera } from './fakeCamera.ts'

let w: World
const { visit } = sharedConsole(
  async (publicUrl) => {
    w = await world({ publicUrl })
    return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
  },
  () => fakeCamera('COUNTER25'),
)

const percent = { type: 'percent', percentOff: 25 } as const

test('a coupon is made by a form with the fields of its discount, in the digits of its currency', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/loyalty/coupon/new')
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Five off')
  await page.getByRole('textbox', { name: 'Code', exact: true }).fill('fiveoff')
  const discount = page.getByRole('group', { name: 'Discount' })
  await discount.getByRole('textbox', { name: 'Percent off' }).waitFor()
  await discount.getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Amount' }).click()
  assert.equal(await discount.getByRole('textbox', { name: 'Percent off' }).count(), 0)
  await discount.getByRole('combobox', { name: 'Currency' }).click()
  await page.getByRole('option', { name: 'KWD' }).click()
  await discount.getByRole('textbox', { name: 'Amount' }).fill('5.125')
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Five off' }).waitFor()
  const { discount: made } = await w.call('loyalty.coupon.get', { code: 'FIVEOFF' })
  assert.deepEqual(made, { type: 'amount', amount: 5_125, currency: 'KWD' })
  await page.getByText(/KWD\s5\.125/).waitFor()
  await page.getByRole('img', { name: 'QR code' }).waitFor()
  assert.deepEqual(failures, [])
})

test('uses of a coupon stand on its page, and one is taken back there', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const coupon = await w.call('loyalty.coupon.create', {
    name: 'Summer',
    code: 'SUMMER',
    discount: percent,
    maxRedemptions: 10,
  })
  const order = { subtotal: 10_000, currency: 'EUR' }
  for (const clientReference of ['order-1', 'order-2']) {
    await w.call('loyalty.redemption.create', { couponId: coupon.id, clientReference, order })
  }
  await open(`/loyalty/coupon/${coupon.id}`)
  await page.getByText('of 10', { exact: true }).waitFor()
  await page.getByText('€50.00').first().waitFor()
  await page.getByRole('figure', { name: 'Uses by day: 2' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('tab', { name: 'Redemptions' }).click()
  await page.getByRole('button', { name: 'Take back order-2' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('5')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Wrong table')
  assert.deepEqual(await barriers(page), [])
  await dialog.getByRole('button', { name: 'Rollback' }).click()
  await page.getByText('€5.00 taken back').waitFor()
  await page.getByText('Wrong table').waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('a batch of codes leads to its coupons, and all of them to a file', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { batch } = await w.call('loyalty.coupon.create', { name: 'Flyer', discount: percent, quantity: 30 })
  // Without a picker of files the browser saves the file by itself.
  await page.addInitScript(() => Reflect.deleteProperty(globalThis, 'showSaveFilePicker'))
  await open(`/loyalty/couponBatch/${batch?.batchId}`)
  await page.getByText('All 30 codes exist.').waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name: /CSV/ }).click()])
  assert.match(file.suggestedFilename(), /^Flyer\.csv$/)
  await page.getByRole('link', { name: 'Show the coupons' }).click()
  await page.getByRole('heading', { level: 1, name: 'Coupons' }).waitFor()
  await page.getByText('30').first().waitFor()
  assert.deepEqual(failures, [])
})

test('codes of a batch are made by its own form, each for one use, and the form leads to the batch', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/loyalty/couponBatch')
  await page.getByRole('link', { name: 'New', exact: true }).click()
  await page.getByRole('textbox', { name: 'Name' }).first().fill('Door cards')
  assert.equal(await page.getByRole('textbox', { name: 'Code', exact: true }).count(), 0)
  await page.getByRole('textbox', { name: 'Quantity', exact: true }).first().fill('12')
  await page.getByRole('group', { name: 'Discount' }).getByRole('textbox', { name: 'Percent off' }).fill('10')
  await page.getByRole('textbox', { name: 'Max redemptions per contact' }).fill('')
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByText('All 12 codes exist.').waitFor()
  assert.match(page.url(), /\/loyalty\/couponBatch\/cpb_/)
  const { items } = await w.call('loyalty.coupon.all', { query: 'Door cards' })
  assert.deepEqual(
    new Set(items.map((each) => `${each.maxRedemptions} ${each.maxRedemptionsPerContact}`)),
    new Set(['1 null']),
  )
  assert.deepEqual(failures, [])
})

test('a live drop that has ended and a use that was taken back offer no action for it', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const streamId = String((await w.call('livestream.stream.create', { title: 'Evening' })).id)
  const { id } = await w.call('loyalty.coupon.create', { name: 'Drop', code: 'DROPPED', discount: percent })
  const draft = { name: 'First ten', streamId, couponId: String(id), quantity: 10, seconds: 600 }
  const { id: dropId } = await w.call('loyalty.drop.create', draft)
  await open(`/loyalty/drop/${dropId}`)
  await page.getByRole('button', { name: 'End', exact: true }).waitFor()
  await w.call('loyalty.drop.end', { dropId: String(dropId) })
  await open(`/loyalty/drop/${dropId}`)
  await page.getByRole('button', { name: 'More' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'End', exact: true }).count(), 0)
  const { id: redemptionId } = await w.call('loyalty.redemption.create', { code: 'DROPPED', clientReference: 'drop-1' })
  await open(`/loyalty/redemption/${redemptionId}`)
  await page.getByRole('button', { name: 'Take back' }).waitFor()
  await w.call('loyalty.redemption.rollback', { redemptionId: String(redemptionId) })
  await open(`/loyalty/redemption/${redemptionId}`)
  await page.getByText('Rolled back').first().waitFor()
  assert.equal(await page.getByRole('button', { name: 'Take back' }).count(), 0)
  assert.deepEqual(failures, [])
})

test('a counter redeems a scanned code once, over a lost response, and takes it back', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone })) ?? {}
  if (page === undefined || open === undefined) return
  const coupon = await w.call('loyalty.coupon.create', {
    name: 'A quarter off',
    code: 'COUNTER25',
    discount: percent,
    maxRedemptions: 2,
  })
  await open('/loyalty/door')
  const answer = page.getByRole('status').filter({ has: page.locator('.door-answer') })
  await page.getByRole('textbox', { name: 'Price of the order' }).fill('20')
  await page.route('**/api/incentive/loyalty/redeem', async (route) => {
    await route.fetch()
    return route.abort()
  })
  await page.getByRole('button', { name: 'Use the camera' }).click()
  await answer.getByText('Not checked').waitFor()
  await page.unrouteAll({ behavior: 'wait' })
  await answer.getByText('Redeemed', { exact: true }).waitFor()
  await answer.getByText('A quarter off').waitFor()
  await answer.getByText('€15.00 to pay').waitFor()
  assert.equal((await w.call('loyalty.coupon.get', { couponId: coupon.id })).redeemed, 1)
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  await page.getByRole('button', { name: 'Camera off' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('counter25')
  await page.keyboard.press('Enter')
  await answer.getByRole('button', { name: 'Take back' }).click()
  await answer.getByText('Hold a code').waitFor()
  await page.keyboard.type('NO-SUCH-CODE\n')
  await answer.getByText('No coupon').waitFor()
  const price = page.getByRole('textbox', { name: 'Price of the order' })
  await price.focus()
  await page.keyboard.type('NOSUCH25\n')
  await answer.getByText('NOSUCH25').waitFor()
  assert.equal(await price.inputValue(), '20')
  assert.equal((await w.call('loyalty.coupon.get', { couponId: coupon.id })).redeemed, 1)
  await w.call('loyalty.coupon.update', { couponId: coupon.id, action: 'pause' })
  await page.getByRole('textbox', { name: 'Code' }).fill('COUNTER25')
  await page.keyboard.press('Enter')
  await answer.getByText('It is paused or not started').waitFor()
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})

test('a counter without a price says the discount of the code, and its inputs show the focus', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone })) ?? {}
  if (page === undefined || open === undefined) return
  await w.call('loyalty.coupon.create', { name: 'Ten', code: 'TEN10', discount: { type: 'percent', percentOff: 10 } })
  const shipping = { type: 'freeShipping' } as const
  await w.call('loyalty.coupon.create', { name: 'Parcel', code: 'PARCEL', discount: shipping })
  await open('/loyalty/door')
  const answer = page.getByRole('status').filter({ has: page.locator('.door-answer') })
  const code = page.getByRole('textbox', { name: 'Code' })
  await code.fill('TEN10')
  await page.keyboard.press('Enter')
  await answer.getByText('10% off', { exact: true }).waitFor()
  if (process.env['SHOTS'] !== undefined) await page.screenshot({ path: `${process.env['SHOTS']}/counter.png` })
  await code.fill('PARCEL')
  await page.keyboard.press('Enter')
  await answer.getByText('Free shipping', { exact: true }).waitFor()
  for (const input of [code, page.getByRole('textbox', { name: 'Price of the order' })]) {
    await input.focus()
    const ring = await input.evaluate(
      (each) => `${getComputedStyle(each).outlineStyle} ${getComputedStyle(each).outlineWidth}`,
    )
    assert.equal(ring, 'solid 2px')
  }
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})
