import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { arrive, linkOf, paidPayment, payAt, startOf } from '#test/payments/checkouts.ts'
import { barriers } from '#test/world/barriers.ts'
import { until } from '#test/world/until.ts'
import { world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

const tabsMax = 120

let w: World
const { visit } = sharedConsole(async (publicUrl) => {
  w = await world({ publicUrl })
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

test('a payment has its time line and its receipt, and is refunded in part and then wholly', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id } = await paidPayment(w, { start: { quantities: [2] } })
  await open('/payments/payment')
  await page.getByText('€50.00').waitFor()
  await page.getByText(/^payer-.*@example\.com$/).waitFor()
  await page.getByRole('link', { name: 'Summer night' }).first().click()
  await page.getByRole('heading', { level: 2, name: 'What happened' }).waitFor()
  const steps = page.locator('.pay-steps')
  await steps.getByText('Succeeded').waitFor()
  assert.equal(await page.getByRole('link', { name: 'Receipt' }).count(), 1)
  await page.getByRole('button', { name: 'Refund…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('€50.00 can be refunded.').waitFor()
  await dialog.getByText('A part').click()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('70')
  await dialog.getByRole('button', { name: 'Refund €70.00' }).click()
  await dialog.getByText('The amount must be above zero, and at most €50.00.').waitFor()
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('12.5')
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Seat was wet')
  assert.deepEqual(await barriers(page), [])
  await dialog.getByRole('button', { name: 'Refund €12.50' }).click()
  await page.getByText('Seat was wet').waitFor()
  await w.settle()
  const refundable = async () => (await w.call('payments.payment.get', { paymentId: id })).amountRefunded
  await until(refundable, (sum) => sum === 1_250)
  await page.reload()
  await page.getByRole('heading', { level: 2, name: 'Refunds' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  // Another person refunds at the same time: the dialog says what is left.
  await page.getByRole('button', { name: 'Refund…' }).click()
  await w.call('payments.paymentLink.refundPayment', { paymentId: id, amount: 750, clientReference: 'other-desk' })
  await dialog.getByRole('button', { name: 'Refund €37.50' }).click()
  await dialog.getByText('The amount must be above zero, and at most €30.00.').waitFor()
  await dialog.getByRole('button', { name: 'Refund €30.00' }).click()
  await dialog.waitFor({ state: 'detached' })
  await w.settle()
  await until(refundable, (sum) => sum === 5_000)
  assert.deepEqual(failures, [])
})

test('a part of a payment is refunded by keyboard alone, and the focus comes back', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  const { id } = await paidPayment(w)
  await open(`/payments/payment/${id}`)
  const button = page.getByRole('button', { name: 'Refund…' })
  await tabTo(page, button)
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.waitFor()
  await tabTo(page, dialog.getByRole('radio', { name: 'All that is left' }))
  await page.keyboard.press('ArrowRight')
  await tabTo(page, dialog.getByRole('textbox', { name: 'Amount' }))
  await page.keyboard.type('5')
  await tabTo(page, dialog.getByRole('button', { name: 'Refund €5.00' }))
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  assert.ok(await until(() => button.evaluate((each) => each === document.activeElement), Boolean))
  const refunds = async () =>
    (await w.call('payments.payment.get', { paymentId: id })).refunds.map(({ amount }) => amount)
  assert.deepEqual(await refunds(), [500])
  assert.deepEqual(failures, [])
})

/** Presses Tab until an element has the focus. */
async function tabTo(page: Page, element: Locator): Promise<void> {
  for (let pressed = 0; pressed < tabsMax; pressed++) {
    if (await element.evaluate((each) => each === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  assert.fail(`Tab does not reach ${String(element)}`)
}

test('a declined and a disputed payment say so on a phone', async (t) => {
  const { page, failures, open } = (await visit(t, { size: phone, colorScheme: 'dark' })) ?? {}
  if (page === undefined || open === undefined) return
  const disputed = await paidPayment(w, { card: '4000000000000259' })
  await arrive(w)
  await open(`/payments/payment/${disputed.id}`)
  await page.getByRole('heading', { level: 2, name: 'Disputes' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  await fitsWindow(page)
  const declined = await startOf(w, await linkOf(w))
  await payAt(w, declined, { card: '4000000000000002', status: 409 })
  await open(`/payments/payment/${declined.id}`)
  await page.locator('.pay-steps').getByText('Declined', { exact: true }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Refund…' }).count(), 0)
  assert.deepEqual(failures, [])
})

test('a link is made in the digits of its currency, and shows its results, its address and its code', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await open('/payments/paymentLink/new')
  await page.getByRole('textbox', { name: 'Title' }).fill('Balcony')
  await page.getByRole('button', { name: 'Add' }).first().click()
  const line = page.getByRole('group', { name: 'Line items 1' })
  await line.getByRole('textbox', { name: 'Name' }).fill('Seat')
  await line.getByRole('textbox', { name: 'Amount' }).fill('19.99')
  const preview = page.frameLocator('iframe[title="Preview"]')
  await preview.getByRole('heading', { name: 'Balcony', includeHidden: true }).waitFor()
  await preview.getByText('€19.99').first().waitFor()
  assert.deepEqual(await barriers(page), [])
  await page.getByRole('button', { name: 'Create' }).click()
  await page.getByRole('heading', { level: 1, name: 'Balcony' }).waitFor()
  await page.getByText('€19.99').first().waitFor()
  await page.getByRole('img', { name: 'QR code of the page' }).waitFor()
  await page.getByRole('heading', { level: 2, name: 'Results' }).waitFor()
  assert.deepEqual(await barriers(page), [])
  const { items } = await w.call('payments.paymentLink.all')
  assert.deepEqual(
    items.find(({ title }) => title === 'Balcony')?.lineItems.map(({ amount }) => amount),
    [1_999],
  )
  assert.deepEqual(failures, [])
})

test('the money of a day is compared with the provider, and the books are proved', async (t) => {
  const { page, failures, open } = (await visit(t)) ?? {}
  if (page === undefined || open === undefined) return
  await paidPayment(w)
  await open('/payments/reconciliation')
  const day = w.clock.now().toISOString().slice(0, 10)
  await page.getByRole('textbox', { name: 'Day' }).fill(day)
  await page.getByRole('group', { name: 'Money of a day' }).getByText('EUR').waitFor()
  await page.getByRole('button', { name: 'Compare with the provider' }).click()
  await page.getByText('Every sum of the day matches.').waitFor()
  await page.getByRole('button', { name: 'Prove the books' }).click()
  await page.getByText('Payments, ledger, coupons, promotions and counts of links match exactly.').waitFor()
  assert.deepEqual(await barriers(page), [])
  await w.app.pools.work.query('update pay_sandbox_session set fee = fee + 7')
  await page.getByRole('button', { name: 'Compare with the provider' }).click()
  await page.getByText('1 sum differs. It stands below.').waitFor()
  await page.getByRole('link', { name: /· Fees$/ }).click()
  await page.getByRole('heading', { level: 2, name: 'Difference' }).waitFor()
  await page.getByText('Built-in sandbox').waitFor()
  assert.deepEqual(await barriers(page), [])
  // A difference that was resolved is open again after a comparison that finds it.
  await page.getByRole('button', { name: 'Resolve' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Resolve' }).click()
  await page.locator('.record-header').getByText('Resolved').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Resolve' }).count(), 0)
  const states = async () => (await w.call('payments.reconciliation.all')).items.map(({ status }) => status)
  assert.deepEqual(await states(), ['resolved'])
  await w.call('payments.reconciliation.run', { day })
  assert.deepEqual(await states(), ['open'])
  await w.app.pools.work.query('update pay_sandbox_session set fee = fee - 7')
  assert.deepEqual(await barriers(page), [])
  assert.deepEqual(failures, [])
})
