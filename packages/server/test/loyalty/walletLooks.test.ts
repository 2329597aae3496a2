import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { barriers } from '#test/world/barriers.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { freePort } from '#test/world/freePort.ts'
import { world, type World } from '#test/world/world.ts'

/** Upper bound of any wait in a page, also on a busy machine. */
const pageTimeoutMs = 60_000
const email = 'mira@example.com'
let browser: Browser | undefined
let w: World
let origin = ''

before(async () => {
  browser = await openBrowser()
  const port = await freePort()
  origin = `http://localhost:${port}`
  w = await world({ publicUrl: origin })
  await w.app.server.listen({ port, host: 'localhost' })
  await fill()
})
after(async () => {
  await browser?.close()
  await w[Symbol.asyncDispose]()
})

/** A contact with tokens and a coupon, and perks that it can and cannot take. */
async function fill(): Promise<void> {
  const contactId = String((await w.call('marketing.contact.create', { email })).id)
  const more = { mode: 'grant', contactId, expiresAfter: 'P30D' } as const
  await w.call('loyalty.reward.create', { name: 'Welcome', amount: 1_250, reason: 'Welcome', ...more })
  await w.call('loyalty.reward.create', { name: 'Stars', amount: 3, token: 'STARS', ...more })
  await w.call('loyalty.coupon.create', {
    name: 'For the next summer night',
    discount: { type: 'percent', percentOff: 15 },
    audience: { contactId },
    expiresAt: '2026-12-24T12:00:00.000Z',
  })
  for (const [name, cost] of [['A drink at the bar', 60] as const, ['A seat on the balcony', 5_000] as const]) {
    await w.call('loyalty.reward.create', { name, mode: 'perk', cost, gives: { type: 'manual' } })
  }
}

/** Fails for barriers, and for a page that is wider than its window. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  assert.deepEqual(await barriers(page), [], name)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(excess, 0, `${name} is wider than its window`)
}

async function mailedCode(): Promise<string> {
  await w.settle()
  const { items } = await w.call('account.mail.all')
  return /^(\d{6}) /.exec(String(items.find(({ to }) => to === email)?.subject))?.[1] ?? ''
}

const looks = {
  desktop: {
    options: { colorScheme: 'light', viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
    words: {
      code: 'Code',
      wrong: 'The code is wrong',
      take: 'Get it: A drink at the bar',
      taken: 'is yours',
      signOut: 'Sign out',
    },
  },
  phone: {
    options: { colorScheme: 'dark', viewport: { width: 390, height: 844 }, locale: 'de-DE', javaScriptEnabled: true },
    words: {
      code: 'Code',
      wrong: 'Der Code ist falsch',
      take: 'Holen: A drink at the bar',
      taken: 'gehört dir',
      signOut: 'Abmelden',
    },
  },
} as const satisfies Record<string, { options: BrowserContextOptions; words: Record<string, string> }>

for (const [name, { options, words }] of Object.entries(looks)) {
  test(`a person signs in, takes a perk in the wallet and signs out: ${name}`, async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const context = await browser.newContext(options)
    context.setDefaultTimeout(pageTimeoutMs)
    const page = await context.newPage()
    await page.goto(`${origin}/wallet/${w.account.account.publicId}`)
    await look(page, `signin-${name}`)
    await page.locator('input[type=email]').fill(email)
    await page.getByRole('main').getByRole('button').click()
    await page.waitForURL(/\/signin\/code\//)
    await page.getByLabel(words.code).fill('12')
    await page.getByRole('main').getByRole('button').click()
    await page.getByRole('alert').getByText(words.wrong).waitFor()
    await look(page, `code-${name}`)
    await page.getByLabel(words.code).fill(await mailedCode())
    await page.getByRole('main').getByRole('button').click()
    await page.getByRole('img', { name: /QR/ }).waitFor()
    await look(page, `wallet-${name}`)
    await page.getByRole('button', { name: words.take }).click()
    await page.getByText(words.taken).waitFor()
    await look(page, `taken-${name}`)
    await page.getByRole('link', { name: words.signOut }).click()
    await page.getByRole('button', { name: words.signOut }).click()
    await page.waitForLoadState()
    await look(page, `signedout-${name}`)
    await context.close()
  })
}
