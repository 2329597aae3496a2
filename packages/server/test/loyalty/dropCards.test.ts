import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { readNow, watch } from '#products/livestream/playback/stateBoard.ts'
import { goLive } from '#test/video/audience.ts'
import { contextOf } from '#test/video/ticketing.ts'
import { barriers } from '#test/world/barriers.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { freePort } from '#test/world/freePort.ts'
import { until } from '#test/world/until.ts'
import { world, type Json, type World } from '#test/world/world.ts'

/** Upper bound of any wait in a page, also on a busy machine. */
const pageTimeoutMs = 60_000
let browser: Browser | undefined
let w: World
let origin = ''

before(async () => {
  browser = await openBrowser()
  const port = await freePort()
  origin = `http://localhost:${port}`
  w = await world({ publicUrl: origin })
  await w.app.server.listen({ port, host: 'localhost' })
})
after(async () => {
  await browser?.close()
  await w[Symbol.asyncDispose]()
})

const later = (ms: number) => new Date(w.clock.now().getTime() + ms).toISOString()

async function makeDrop(streamId: string, terms: Json = {}): Promise<string> {
  const discount = { type: 'percent', percentOff: 50 } as const
  const { id: couponId } = await w.call('loyalty.coupon.create', { name: 'A drink at the bar', discount })
  const draft = { name: 'First <viewers>', streamId, couponId: String(couponId), quantity: 3, seconds: 3_600 }
  return String((await w.call('loyalty.drop.create', { ...draft, ...terms })).id)
}

async function claimAs(email: string, dropId: string): Promise<void> {
  const { token: viewerToken } = await w.call('account.viewer.createToken', { email })
  await w.call(
    'loyalty.wallet.claimDrop',
    { accountId: w.account.account.publicId, dropId, viewerToken },
    { key: null },
  )
}

const shown = async (playbackId: string, language = 'en') => {
  const headers = { 'accept-language': language }
  return (await w.app.server.inject({ url: `/watch/${playbackId}`, headers })).body
}

test('the page of a stream shows a drop from shortly before it opens until shortly after it closes', async () => {
  const { streamId, playbackId } = await goLive(w)
  await makeDrop(streamId, { opensAt: later(301_000), seconds: 10 })
  const cancelled = await makeDrop(streamId, { name: 'Cancelled', opensAt: later(30_000) })
  await w.call('loyalty.drop.end', { dropId: cancelled })
  assert.doesNotMatch(await shown(playbackId), /data-drop/)
  w.clock.advance(1_000)
  assert.match(
    await shown(playbackId),
    /data-status="scheduled"[^]*First &lt;viewers&gt;[^]*<p><bdi>A drink at the bar<\/bdi>/,
  )
  assert.match(await shown(playbackId, 'de'), /lang="de"[^]*A drink at the bar[^]*>50\s% Rabatt</)
  w.clock.advance(300_000)
  assert.match(await shown(playbackId), /data-status="open"[^]*href="\/signin\/acc_[^"]*next=%2Fwatch%2Fplb_/)
  w.clock.advance(69_999)
  assert.match(await shown(playbackId), /data-status="ended"/)
  w.clock.advance(1)
  assert.doesNotMatch(await shown(playbackId), /data-drop/)
})

test('a drop of a closed stream is neither on its page nor in its events for viewers without access', async () => {
  const { streamId, playbackId } = await goLive(w, { visibility: 'password', password: 'sesame' })
  const dropId = await makeDrop(streamId)
  assert.doesNotMatch(await shown(playbackId), new RegExp(dropId))
  const { token } = await w.call('livestream.video.access', { playbackId, password: 'sesame' }, { key: null })
  assert.ok(token)
  const [outside, inside] = [
    await watch(contextOf(w), { playbackId }),
    await watch(contextOf(w), { playbackId, token: String(token) }),
  ]
  const heard = { outside: new Array<string>(), inside: new Array<string>() }
  const listen = async (events: typeof outside, into: string[]) => {
    for await (const { event, data } of events) {
      if (event === 'drops') into.push(...data.items.map((each) => `${each.dropId} ${each.claimed}`))
    }
  }
  const reading = Promise.all([listen(outside, heard.outside), listen(inside, heard.inside)])
  await until(() => heard.inside.includes(`${dropId} 0`))
  await claimAs('one@example.com', dropId)
  await until(() => heard.inside.includes(`${dropId} 1`))
  outside.end()
  inside.end()
  await reading
  assert.deepEqual(heard.outside, [])
})

test('a drop of a closed stream that was disabled is in the events of no viewer', async () => {
  const closed = { title: 'Concert', record: false, visibility: 'password', password: 'sesame' } as const
  const streamId = String((await w.call('livestream.stream.create', closed)).id)
  await makeDrop(streamId)
  await w.call('livestream.stream.update', { streamId, action: 'disable' })
  const playbackId = streamId.replace('str_', 'plb_')
  const events = await watch(contextOf(w), { playbackId })
  const heard = new Array<string>()
  const listen = async () => {
    for await (const { event } of events) heard.push(event)
  }
  const reading = listen()
  await readNow(contextOf(w), playbackId)
  events.end()
  await reading
  assert.deepEqual(heard, ['state'])
})

/** Fails for barriers, and for a page that is wider than its window. */
async function look(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
  assert.deepEqual(await barriers(page), [], name)
  const excess = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
  assert.equal(excess, 0, `${name} is wider than its window`)
}

async function mailedCode(to: string): Promise<string> {
  await w.settle()
  const { items } = await w.call('account.mail.all')
  return /^(\d{6}) /.exec(String(items.find((each) => each.to === to)?.subject))?.[1] ?? ''
}

const looks = {
  desktop: {
    options: { colorScheme: 'light', viewport: { width: 1280, height: 800 }, locale: 'en-GB' },
    words: {
      opens: /^opens in /,
      signIn: 'Sign in to get it',
      code: 'Code',
      take: 'Get the coupon',
      left: '2 of 3 left',
      mine: 'It is yours',
      wallet: 'Open your wallet',
      full: 'All 3 are taken.',
      news: 'Live drop: First <viewers>. 3 of 3 coupons left.',
    },
  },
  phone: {
    options: { colorScheme: 'dark', viewport: { width: 390, height: 844 }, locale: 'de-DE' },
    words: {
      opens: /^öffnet in /,
      signIn: 'Anmelden und holen',
      code: 'Code',
      take: 'Gutschein holen',
      left: 'noch 2 von 3',
      mine: 'Er gehört dir',
      wallet: 'Wallet öffnen',
      full: 'Alle 3 sind vergeben.',
      news: 'Live-Drop: First <viewers>. Noch 3 von 3 Gutscheinen.',
    },
  },
} as const satisfies Record<string, { options: BrowserContextOptions; words: Record<string, string | RegExp> }>

for (const [name, { options, words }] of Object.entries(looks)) {
  test(`a viewer signs in, returns to the stream and claims the drop by keyboard: ${name}`, async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const { streamId, playbackId } = await goLive(w)
    const context = await browser.newContext(options)
    context.setDefaultTimeout(pageTimeoutMs)
    const page = await context.newPage()
    await page.goto(`${origin}/watch/${playbackId}`)
    // The card appears on the open page.
    const dropId = await makeDrop(streamId, { opensAt: later(240_000) })
    const card = page.locator(`[data-drop="${dropId}"]`)
    await card.getByText(words.opens).waitFor()
    await look(page, `scheduled-${name}`)
    w.clock.advance(240_000)
    await card.getByRole('link', { name: words.signIn }).click()
    const email = `${name}@example.com`
    await page.locator('input[type=email]').fill(email)
    await page.getByRole('main').getByRole('button').click()
    await page.waitForURL(/\/signin\/code\//)
    await page.getByLabel(words.code).fill(await mailedCode(email))
    await page.getByRole('main').getByRole('button').click()
    await page.waitForURL(`${origin}/watch/${playbackId}`)
    const take = card.getByRole('button', { name: words.take })
    await take.waitFor()
    assert.equal(await page.locator('[data-news]').textContent(), words.news)
    await look(page, `open-${name}`)
    await claimAs(`other-${name}@example.com`, dropId)
    await card.getByText(words.left).waitFor()
    await take.press('Enter')
    await card.getByText(words.mine).waitFor()
    await page.getByRole('status').getByText(words.mine).waitFor()
    await card.getByRole('link', { name: words.wallet, exact: true }).waitFor()
    assert.equal(await page.evaluate(() => document.activeElement?.hasAttribute('data-wallet')), true)
    await look(page, `mine-${name}`)
    await page.reload()
    await card.getByText(words.mine).waitFor()
    await claimAs(`third-${name}@example.com`, dropId)
    const stranger = await (await browser.newContext(options)).newPage()
    await stranger.goto(`${origin}/watch/${playbackId}`)
    await stranger.getByText(words.full).waitFor()
    await look(stranger, `full-${name}`)
    await card.getByRole('link', { name: words.wallet }).click()
    await page.getByRole('heading', { name: 'A drink at the bar' }).waitFor()
    await stranger.context().close()
    await context.close()
  })
}
