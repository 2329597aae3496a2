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
let browser: Browser | undefined

before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

const looks = {
  desktop: { colorScheme: 'light', viewport: { width: 1280, height: 800 } },
  phone: { colorScheme: 'dark', viewport: { width: 390, height: 844 } },
  scriptless: { colorScheme: 'light', viewport: { width: 390, height: 844 }, javaScriptEnabled: false },
} as const satisfies Record<string, BrowserContextOptions>

/** The newest mail to an address, with the links of its text. */
async function newestMail(w: World, to: string) {
  await w.settle()
  const { items } = await w.call('account.mail.all', { limit: 100 })
  const found = items.find((each) => each.to === to)
  const { text, html } = await w.call('account.mail.get', { mailId: String(found?.id) })
  return { text, html: String(html), links: [...text.matchAll(/https?:\/\/\S+?(?=[\s)\]]|$)/g)].map(([url]) => url) }
}

/** Fails for barriers, and for a page that is wider than its window. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`), fullPage: true })
  assert.deepEqual(await barriers(page), [], name)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(excess, 0, `${name} is wider than its window`)
}

const campaign = {
  name: 'News',
  audience: { tags: ['news'] },
  subject: 'News',
  format: 'markdown',
  body: '# Hello\n\n[Web]({{ viewUrl }}) [Choose]({{ preferencesUrl }}) [Leave]({{ unsubscribeUrl }})',
  status: 'sending',
} as const

type Visit = { w: World; page: Page; origin: string; seen(part: string): Promise<void> }

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor()
const contactOf = (w: World) => w.call('marketing.contact.get', { email: 'mira@example.com' })

/** A person subscribes by the form, and confirms by the mail. */
async function subscribe({ w, page, origin, seen }: Visit): Promise<void> {
  await page.goto(`${origin}/subscribe/${w.account.account.publicId}`)
  await seen('subscribe')
  await page.getByLabel('E-mail address').fill('mira@example.com')
  await page.getByLabel('First name').fill('Mira')
  await page.getByRole('main').getByRole('button').click()
  await heading(page, 'One more step')
  await seen('subscribed')
  const { links } = await newestMail(w, 'mira@example.com')
  await page.goto(String(links.find((url) => url.includes('/confirm/'))))
  await seen('confirm')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await heading(page, 'Your subscription is confirmed')
  const { status, firstName, topics } = await contactOf(w)
  assert.deepEqual([status, firstName, topics], ['subscribed', 'Mira', ['news']])
}

/** The mail in the browser: with its styles, in the colours of the visitor, and links that leave the frame. */
async function read({ page, seen }: Visit, { url, isDark }: { url: string; isDark: boolean }): Promise<void> {
  await page.goto(url)
  const frame = page.frameLocator('iframe')
  await frame.getByRole('heading', { name: 'Hello' }).waitFor()
  await seen('view')
  const colours = await frame.locator('body').evaluate((body) => {
    const { color, backgroundColor } = getComputedStyle(body)
    return [color, backgroundColor]
  })
  const dark = ['rgb(230, 238, 235)', 'rgb(17, 24, 22)']
  assert.deepEqual(colours, isDark ? dark : ['rgb(28, 36, 34)', 'rgba(0, 0, 0, 0)'])
  const [opened] = await Promise.all([page.waitForEvent('popup'), frame.getByRole('link', { name: 'Leave' }).click()])
  await heading(opened, 'Unsubscribe')
  await opened.close()
}

/** A person chooses topics, and leaves. */
async function leave({ w, page, seen }: Visit, linkTo: (path: string) => string): Promise<void> {
  await page.goto(linkTo('/preferences/'))
  await seen('preferences')
  await page.getByLabel('Events').check()
  await page.getByLabel('News').uncheck()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Your preferences are saved.').waitFor()
  await seen('saved')
  assert.deepEqual((await contactOf(w)).topics, ['events'])
  await page.goto(linkTo('/u/'))
  await seen('unsubscribe')
  await page.getByRole('button', { name: 'Unsubscribe' }).click()
  await heading(page, 'You are unsubscribed')
  assert.equal((await contactOf(w)).status, 'unsubscribed')
  // The link leads to the state, and to its undo, also when it is opened again.
  await page.goto(linkTo('/u/'))
  await heading(page, 'You are unsubscribed')
  await seen('unsubscribed')
  assert.equal(await page.getByRole('button', { name: 'Unsubscribe' }).count(), 0)
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Your preferences are saved.').waitFor()
  const { status, topics } = await contactOf(w)
  assert.deepEqual([status, topics], ['subscribed', ['events']])
}

for (const [name, options] of Object.entries(looks)) {
  test(`a person subscribes, confirms, reads, chooses and leaves by the pages of mails, ${name}`, async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const port = await freePort()
    const origin = `http://localhost:${port}`
    await using w = await world({ publicUrl: origin })
    await w.app.server.listen({ port, host: '127.0.0.1' })
    await w.call('marketing.topic.create', { key: 'news', name: 'News', isDefault: true })
    await w.call('marketing.topic.create', { key: 'events', name: 'Events', description: 'Once a month' })
    const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', ...options })
    t.after(() => context.close())
    context.setDefaultTimeout(pageTimeoutMs)
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    page.on('pageerror', (error) => complaints.push(error.message))
    const hasScripts = !('javaScriptEnabled' in options)
    const seen = (part: string) => (hasScripts ? look(page, `${part}-${name}`) : Promise.resolve())
    const visit = { w, page, origin, seen }
    await subscribe(visit)
    await w.call('marketing.contact.update', { contactId: String((await contactOf(w)).id), tags: ['news'] })
    await w.call('marketing.campaign.create', campaign)
    const { links } = await newestMail(w, 'mira@example.com')
    const linkTo = (path: string) => String(links.find((url) => new URL(url).pathname.startsWith(path)))
    await read(visit, { url: linkTo('/v/'), isDark: options.colorScheme === 'dark' })
    await leave(visit, linkTo)
    // The colours are read in the frame of the mail, which runs no scripts.
    const own = complaints.filter((each) => !each.startsWith('Blocked script execution'))
    assert.deepEqual(own, [])
  })
}
