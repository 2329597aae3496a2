import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, test, type TestContext } from 'node:test'
import type { Browser, Frame, Page } from 'playwright-core'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { liveWorld, noEncoder, type LiveStream, type LiveWorld } from './liveWorld.ts'
import { makeGeneric, ticketsOf } from './ticketing.ts'
import { arrayOf, type Json } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'

/** Upper bound of any wait in a page, also on a busy machine. */
const waitMs = 60_000
/** Longest time from the revocation of a ticket to the end of playback. */
const revokedWithinMs = 10_000
/** Time without a heartbeat after which the session of a device expires. */
const sessionKeptMs = 31_000

let browser: Browser | undefined
let w: LiveWorld

/** Waits until the playback position has advanced by `seconds`. */
async function plays(page: Page | Frame, seconds = 0.5): Promise<void> {
  const at = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const isPast = (position: number) => {
    const video = document.querySelector('video')
    return video !== null && video.readyState >= 3 && video.currentTime > position
  }
  await page.waitForFunction(isPast, at + seconds, { timeout: waitMs, polling: 50 })
}

/** Whether a page loaded nothing of the video: the element has no source. */
function isEmpty(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const video = document.querySelector('video')
    return video === null || (video.readyState === 0 && !video.hasAttribute('src'))
  })
}

/** Creates a stream and publishes to it until it is live. */
async function onAir(t: TestContext, draft: Json = {}): Promise<LiveStream & { kill(): Promise<void> }> {
  const stream = await w.stream(draft)
  const { kill } = w.publish(stream.key)
  t.after(kill)
  await becomes(stream.id, 'live')
  return { ...stream, kill }
}

function becomes(streamId: string, expected: string): Promise<Json> {
  return until(
    () => w.call('livestream.stream.get', { streamId }),
    ({ status }) => status === expected,
  )
}

/** Page in a browser context of its own, like a separate device. */
async function device(t: TestContext): Promise<Page> {
  assert.ok(browser !== undefined)
  // A small window without animations takes little CPU to draw.
  const viewport = { width: 720, height: 500 }
  const context = await browser.newContext({ locale: 'en-GB', reducedMotion: 'reduce', viewport })
  t.after(() => context.close())
  context.setDefaultTimeout(waitMs)
  return context.newPage()
}

/** Opens a site of another origin that frames a page. Returns its origin. */
async function otherSite(t: TestContext, framed: () => string): Promise<string> {
  const server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html')
    response.end(`<!doctype html><iframe src="${framed()}" allow="autoplay" width="640" height="360"></iframe>`)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => server.close().closeAllConnections())
  const address = server.address()
  return `http://127.0.0.1:${typeof address === 'object' ? address?.port : ''}`
}

/** Media behind the position that the player keeps: from then on it trims its buffer. Seconds. */
const keptSeconds = 31
/** Longest time without a new frame after a seek within the buffer. */
const frozenMsMax = 3_000

/** Seeks back and forward by 10 seconds. Returns the longest time without a new frame in the seconds afterwards. */
async function frozenAfterSeeks(page: Page): Promise<number> {
  await page.keyboard.press('j')
  await plays(page, 1.5)
  await page.keyboard.press('l')
  return page.evaluate(async (forMs) => {
    const video = document.querySelector('video')
    let longest = 0
    let [position, movedAt] = [-1, performance.now()]
    for (const endsAt = movedAt + forMs; performance.now() < endsAt;) {
      await new Promise((done) => setTimeout(done, 50))
      if (video?.currentTime !== position) [position, movedAt] = [video?.currentTime ?? -1, performance.now()]
      longest = Math.max(longest, performance.now() - movedAt)
    }
    return longest
  }, frozenMsMax + 1_000)
}

const skip = noEncoder
before(async () => {
  browser = await openBrowser()
  w = await liveWorld()
})
after(async () => {
  await browser?.close()
  await w[Symbol.asyncDispose]()
})

describe('a viewer in a browser', { skip }, () => {
  let longPage: Page | undefined

  test('watches from the start of a stream, beside the other tests', async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const { key, id, playbackId } = await w.stream({ latencyMode: 'low' })
    w.publish(key, { seconds: 300 })
    await becomes(id, 'live')
    const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 360, height: 300 } })
    longPage = await context.newPage()
    await longPage.goto(`${w.url}/watch/${playbackId}`)
    await plays(longPage)
  })

  test('watches with a ticket on one device at a time, until the ticket is revoked', async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const { id, playbackId } = await onAir(t)
    const drawn = { streamId: id, staticId: undefined, attendees: [{ email: 'ada@example.com', name: 'Ada' }] }
    const event = await makeGeneric(w, drawn)
    const code = String((await ticketsOf(w, event.id))[0]?.code)
    const [phone, laptop] = [await device(t), await device(t)]
    await phone.goto(`${w.url}/watch/${playbackId}`)
    await phone.getByText('This video needs a ticket').waitFor()
    assert.ok(await isEmpty(phone))
    await enter(phone, 'AAAA-AAAA-AAAA')
    await phone.getByText('There is no ticket with this code for this video.').waitFor()
    assert.ok(await isEmpty(phone))
    await enter(phone, code)
    await plays(phone)

    await laptop.goto(`${w.url}/watch/${playbackId}?ticket=${code}`)
    await laptop.getByText('This ticket is in use elsewhere').waitFor()
    assert.ok(await isEmpty(laptop))
    await plays(phone)
    await phone.close()
    w.clock.advance(sessionKeptMs)
    await enter(laptop, code)
    await plays(laptop)

    const revokedAtMs = Date.now()
    await w.call('livestream.ticketingEvent.update', { ticketingEventId: event.id, action: 'revokeAll' })
    await laptop.getByText('no longer valid').waitFor()
    assert.ok(await isEmpty(laptop))
    assert.ok(Date.now() - revokedAtMs < revokedWithinMs)
  })

  test('watches at a signed address until it expires', async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const { id, playbackId } = await onAir(t, { visibility: 'signed' })
    const embedInput = { streamId: id, signed: { expiresInSeconds: 300 } }
    const { playerUrl } = await w.call('livestream.stream.getEmbedCode', embedInput)
    const [page, late] = [await device(t), await device(t)]
    const address = w.url + pathOf(String(playerUrl))
    await page.goto(address)
    await plays(page)
    await plays(page, 3)
    w.clock.advance(301_000)
    await page.getByText('This video is by invitation').waitFor()
    assert.ok(await isEmpty(page))
    for (const refused of [address, `${w.url}/watch/${playbackId}`]) {
      await late.goto(refused)
      await late.getByText('This video is by invitation').waitFor()
      assert.ok(await isEmpty(late))
    }
  })

  test('watches on as many devices as a signed address allows, and again when a session ends', async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const { id } = await onAir(t, { visibility: 'private' })
    const embedInput = { streamId: id, signed: { expiresInSeconds: 600, maxSessions: 1 } }
    const code = await w.call('livestream.stream.getEmbedCode', embedInput)
    const [watched, framed] = [code.playerUrl, code.embedUrl].map((url) => w.url + pathOf(String(url)))
    const [phone, laptop] = [await device(t), await device(t)]
    await phone.goto(watched ?? '')
    await plays(phone)
    await phone.reload()
    await plays(phone)
    await laptop.goto(framed ?? '')
    await laptop.getByText('This link is in use on as many devices as it is for').waitFor()
    assert.ok(await isEmpty(laptop))
    await plays(phone, 3)

    // The phone is offline for a while: its session lapses, and the other device gets its place.
    await phone.context().setOffline(true)
    w.clock.advance(sessionKeptMs)
    await laptop.getByRole('button', { name: 'Try again' }).click()
    await laptop.getByRole('button', { name: 'Play' }).click()
    await plays(laptop)
    await phone.context().setOffline(false)
    await phone.getByText('This link is in use on as many devices as it is for').waitFor()
    assert.ok(await isEmpty(phone))
    await laptop.close()
    w.clock.advance(sessionKeptMs)
    await phone.getByRole('button', { name: 'Try again' }).click()
    await plays(phone)
  })

  test('sees the player framed on allowed origins only', async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    let framed = ''
    const [allowed, foreign] = [await otherSite(t, () => framed), await otherSite(t, () => framed)]
    const { playbackId } = await onAir(t, { allowedOrigins: [allowed] })
    framed = `${w.url}/embed/video/${playbackId}?autoplay=true&muted=true`
    const page = await device(t)
    const complaints: string[] = []
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()))
    await page.goto(allowed)
    await plays(await frameIn(page))
    assert.equal(complaints.length, 0, complaints.join('\n'))
    await page.goto(foreign)
    assert.match((await frameIn(page)).url(), /^chrome-error:/)
    await until(() => complaints.some((each) => each.includes('frame-ancestors')))
    framed = `${w.url}/watch/${playbackId}`
    await page.goto(allowed)
    assert.match((await frameIn(page)).url(), /^chrome-error:/)
  })

  test('continues watching without action when the encoder reconnects', async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const { id, playbackId, key, kill } = await onAir(t, { reconnectWindowSeconds: 300, record: true })
    const { sessionId } = await w.call('livestream.stream.get', { streamId: id })
    const page = await device(t)
    await page.goto(`${w.url}/watch/${playbackId}`)
    await plays(page)
    await kill()
    await becomes(id, 'reconnecting')
    await page.getByText('The stream is interrupted.').waitFor()
    w.publish(key)
    await page.getByText('The stream is interrupted.').waitFor({ state: 'hidden' })
    await plays(page, 3)
    const text = await (await fetch(`${w.url}/hls/${playbackId}/video.m3u8`)).text()
    assert.equal(text.match(/#EXT-X-DISCONTINUITY\n/g)?.length, 1)
    assert.equal((await w.call('livestream.stream.get', { streamId: id })).sessionId, sessionId)
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    const { items } = await until(
      () => w.call('livestream.static.all', { source: 'recording', limit: 100 }),
      (found) => found.items.some(({ parentStreamId }) => parentStreamId === id),
    )
    assert.equal(arrayOf(items).filter(({ parentStreamId }) => parentStreamId === id).length, 1)
  })

  test('sees frames at once after going back and forward by 10 seconds', async (t) => {
    const page = longPage
    if (page === undefined) return t.skip(noBrowser())
    const isLong = (seconds: number) => (document.querySelector('video')?.currentTime ?? 0) > seconds
    await page.waitForFunction(isLong, keptSeconds + 12, { timeout: waitMs, polling: 200 })
    for (let attempt = 0; attempt < 4; attempt++) {
      const frozenMs = await frozenAfterSeeks(page)
      assert.ok(frozenMs < frozenMsMax, `attempt ${attempt}: no frame for ${Math.round(frozenMs)} ms`)
    }
  })
})

/** Path and query of an address. */
function pathOf(url: string): string {
  const { pathname, search } = new URL(url)
  return pathname + search
}

async function enter(page: Page, code: string): Promise<void> {
  await page.getByLabel('Ticket code').fill(code)
  await page.getByRole('button', { name: 'Enter' }).click()
}

async function frameIn(page: Page): Promise<Frame> {
  return (await (await page.waitForSelector('iframe')).contentFrame()) ?? assert.fail('there is no frame')
}
