import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { digitsOf } from '#products/account/viewers/viewerCode.ts'
import { parseId } from '#kit/values/ids.ts'
import { barriers } from '#test/world/barriers.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { freePort } from '#test/world/freePort.ts'
import { world, type Input, type World } from '#test/world/world.ts'

/** Upper bound of any wait in a page, also on a busy machine. */
const pageTimeoutMs = 60_000
const looks = {
  desktop: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'dark', viewport: { width: 390, height: 844 }, locale: 'de-DE' },
  scriptless: { colorScheme: 'light', viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
} as const satisfies Record<string, BrowserContextOptions>

let browser: Browser | undefined
let w: World
let origin: string
before(async () => {
  browser = await openBrowser()
  const port = await freePort()
  origin = `http://localhost:${port}`
  w = await world({ publicUrl: origin })
  await w.app.server.listen({ port, host: '127.0.0.1' })
})
after(async () => {
  await browser?.close()
  await w[Symbol.asyncDispose]()
})

/** Fails for barriers, and for a page that is wider than its window. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  assert.deepEqual(await barriers(page), [], name)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(excess, 0, `${name} is wider than its window`)
}

async function madeLink(more: object = {}) {
  const lineItems = [
    { name: 'Seat on the balcony', amount: 2_500, adjustable: { min: 1, max: 9 } },
    { name: 'Programme', amount: 450 },
  ]
  const draft = { title: 'Summer night', description: 'Doors open at 19:00.', currency: 'EUR', lineItems, ...more }
  // cast: `more` completes the draft.
  const made = await w.call('payments.paymentLink.create', draft as Input<'payments.paymentLink.create'>)
  return { id: made.id, url: `${origin}/pay/${made.slug}` }
}

async function statesOf(paymentLinkId: string): Promise<(string | number)[][]> {
  const { items } = await w.call('payments.payment.all', { paymentLinkId, sort: 'createdAt' })
  return items.map(({ status, amount }) => [status, amount])
}

/** Fills the form, and opens the page of the sandbox. */
async function payerOf(page: Page): Promise<void> {
  await page.locator('input[name=email]').fill('ada@example.com')
  await page.locator('form[data-pay] button').click()
  await page.waitForURL('**/sandbox/checkout/**')
}

async function payByCard(page: Page, card: string): Promise<void> {
  await page.locator('input[name=card]').fill(card)
  await page.locator('form button').first().click()
}

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const words = {
  en: { thanks: 'Thank you!', receipt: 'Receipt', over: 'This offer is over', sold: 'This is sold out' },
  de: { thanks: 'Vielen Dank!', receipt: 'Beleg', over: 'Dieses Angebot ist vorbei', sold: 'Ausverkauft' },
}

for (const [name, options] of Object.entries(looks)) {
  test(`a payer chooses, is declined, passes the extra step and gets a receipt, ${name}`, async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
    t.after(() => context.close())
    context.setDefaultTimeout(pageTimeoutMs)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const hasScripts = !('javaScriptEnabled' in options)
    const seen = (part: string) => (hasScripts ? look(page, `${part}-${name}`) : Promise.resolve())
    const texts = 'locale' in options ? words.de : words.en
    const link = await madeLink({ allowCoupons: true })
    await page.goto(link.url)
    await seen('pay')
    await page.locator('input[name=q]').fill('3')
    if (!hasScripts) await page.locator('[data-scriptless]').click()
    await page.locator('form[data-pay] button', { hasText: '79' }).waitFor()
    await page.locator('input[name=code]').fill('NOSUCHCODE')
    if (!hasScripts) await page.locator('[data-scriptless]').click()
    await page.getByText('NOSUCHCODE:').waitFor()
    await seen('pay-code')
    await payerOf(page)
    await payByCard(page, '4000000000000002')
    await page.locator('.complaint').waitFor()
    await payByCard(page, '4000002500003155')
    await page.locator('button[value=approve]').click()
    await heading(page, texts.thanks)
    await seen('thanks')
    assert.deepEqual(await statesOf(link.id), [['succeeded', 7_950]])
    await page.getByRole('link', { name: texts.receipt }).click()
    await heading(page, texts.receipt)
    await seen('receipt')
    // The answer to a declined card is a page of its own with status 409.
    assert.deepEqual(
      complaints.filter((each) => !/status of 4\d\d/.test(each)),
      [],
    )
  })
}

test('a double click pays once, a payer who left may cancel, and closed links say why', async (t) => {
  if (browser === undefined) return t.skip(noBrowser())
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  t.after(() => context.close())
  context.setDefaultTimeout(pageTimeoutMs)
  const page = await context.newPage()
  const twice = await madeLink()
  await page.goto(twice.url)
  await page.locator('input[name=email]').fill('ada@example.com')
  await page.locator('form[data-pay] button').dblclick()
  await page.waitForURL('**/sandbox/checkout/**')
  assert.deepEqual(await statesOf(twice.id), [['created', 2_950]])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await heading(page, 'Your payment is not completed')
  await look(page, 'left')
  await page.getByRole('button', { name: 'Cancel payment' }).click()
  await heading(page, 'The payment is cancelled')
  await look(page, 'cancelled')
  await page.getByRole('link', { name: 'Try again' }).click()
  await heading(page, 'Summer night')
  const last = await madeLink({ maxPayments: 1 })
  await page.goto(last.url)
  await payerOf(page)
  await payByCard(page, '4242424242424242')
  await heading(page, 'Thank you!')
  await page.goto(last.url)
  await heading(page, 'This is paid')
  await look(page, 'soldOut')
  const over = await madeLink({ expiresAt: new Date(w.clock.now().getTime() + 60_000).toISOString() })
  await page.goto(over.url)
  await page.locator('input[name=email]').fill('ada@example.com')
  w.clock.advance(61_000)
  await page.locator('form[data-pay] button').click()
  await heading(page, 'This offer is over')
  await look(page, 'over')
})

test('a payer types an amount, is refused at the field for a wrong one, and pays the largest one', async (t) => {
  if (browser === undefined) return t.skip(noBrowser())
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  t.after(() => context.close())
  context.setDefaultTimeout(pageTimeoutMs)
  const page = await context.newPage()
  const customerAmount = { min: 500, max: 100_000, preset: 1_500 }
  const free = await madeLink({ amountMode: 'customer', lineItems: [], customerAmount })
  await page.goto(free.url)
  await page.locator('[data-choice] input[name=amount]').fill('12,50')
  await page.locator('form[data-pay] button', { hasText: '12.50' }).waitFor()
  await look(page, 'amount')
  await page.locator('input[name=email]').fill('ada@example.com')
  await page.locator('[data-choice] input[name=amount]').fill('1,000.01')
  await page.locator('form[data-pay] button').click()
  await page.locator('#amount-error .complaint').waitFor()
  await page.locator('form[data-pay] button', { hasText: 'Pay now' }).waitFor()
  await look(page, 'amountWrong')
  await page.locator('form[data-pay] button').click()
  await page.locator('[data-choice] input[name=amount][aria-invalid=true]:focus').waitFor()
  assert.deepEqual(await statesOf(free.id), [])
  await page.locator('[data-choice] input[name=amount]').fill('1,000.00')
  await page.locator('form[data-pay] button', { hasText: '€1,000.00' }).waitFor()
  assert.equal(await page.locator('[data-choice] input[name=amount][aria-invalid]').count(), 0)
  await page.locator('form[data-pay] button').click()
  await page.waitForURL('**/sandbox/checkout/**')
  assert.deepEqual(await statesOf(free.id), [['created', 100_000]])
})

test('without scripts the Enter key pays no price that was not shown, and a wrong field has the focus', async (t) => {
  if (browser === undefined) return t.skip(noBrowser())
  const context = await browser.newContext({ ...looks.scriptless, locale: 'en-GB' })
  t.after(() => context.close())
  context.setDefaultTimeout(pageTimeoutMs)
  const page = await context.newPage()
  const link = await madeLink()
  await page.goto(link.url)
  await page.locator('input[name=email]').fill('ada@example.com')
  await page.locator('input[name=q]').fill('3')
  await page.locator('input[name=q]').press('Enter')
  await page.getByText('Nothing was charged yet.').waitFor()
  await page.locator('form[data-pay] button', { hasText: '79.50' }).waitFor()
  await page.locator('input[name=q]').fill('12')
  await page.locator('[data-scriptless]').click()
  await page.getByText('a whole number from 1 to 9').waitFor()
  await page.locator('input[name=q][aria-invalid=true]:focus').waitFor()
  assert.deepEqual(await statesOf(link.id), [])
  await page.locator('input[name=q]').fill('2')
  await page.locator('[data-scriptless]').click()
  await page.locator('form[data-pay] button', { hasText: '54.50' }).waitFor()
  assert.equal(await page.locator('input[name=email]').inputValue(), 'ada@example.com')
  await page.locator('input[name=email]').press('Enter')
  await page.waitForURL('**/sandbox/checkout/**')
  assert.deepEqual(await statesOf(link.id), [['created', 5_450]])
})

test('the most tokens follow the quantity at once, and a refused code is named at its field', async (t) => {
  if (browser === undefined) return t.skip(noBrowser())
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce' })
  t.after(() => context.close())
  context.setDefaultTimeout(pageTimeoutMs)
  const email = 'tokens@example.com'
  const { id: contactId } = await w.call('marketing.contact.create', { email })
  await w.call('loyalty.reward.create', { name: 'Points', contactId, amount: 9_000 })
  const signing = { codeId: '', code: '' }
  const requested = await w.send(
    'account.viewer.requestCode',
    { accountId: w.account.account.publicId, email },
    { key: null },
  )
  signing.codeId = String(Object(requested.body['data']).codeId)
  signing.code = digitsOf(w.app.operatorCtx(w.account.account, 'test'), parseId('vcd', signing.codeId)?.uuid ?? '')
  const reply = await w.send('account.viewer.signIn', signing, { key: null })
  const [name = '', value = ''] = String(reply.headers['set-cookie']).split(';')[0]?.split('=') ?? []
  await context.addCookies([{ name, value, url: origin }])
  const page = await context.newPage()
  const acceptTokens = { token: 'POINTS', rate: 1, maxPercent: 50 }
  const link = await madeLink({ acceptTokens, allowCoupons: true })
  await page.goto(link.url)
  await page.getByText('You may use up to 1,475.').waitFor()
  await page.locator('[data-choice] input[name=tokens]').fill('3000')
  await page.getByText('You cannot use more than 1,475 here.').waitFor()
  await page.locator('[data-choice] input[name=q]').fill('3')
  await page.getByText('You may use up to 3,975.').waitFor()
  await page.locator('form[data-pay] button', { hasText: '49.50' }).waitFor()
  await page.locator('[data-choice] input[name=code]').fill('NOSUCH')
  await page.locator('#code-error .complaint').waitFor()
  await page.locator('[data-choice] input[name=code][aria-invalid=true]').waitFor()
  await look(page, 'tokensAndCode')
  await page.locator('input[name=email]').fill(email)
  await page.locator('form[data-pay] button').click()
  await page.waitForURL('**/sandbox/checkout/**')
  assert.deepEqual(await statesOf(link.id), [['created', 4_950]])
})
