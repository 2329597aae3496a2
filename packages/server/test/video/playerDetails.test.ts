import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { barriers } from '#test/world/barriers.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { lacks } from '#test/world/program.ts'
import { playing, plays, shoot, videoOf } from './playerPage.ts'
import { makeMedia, openStage, type Media, type Stage } from './playerStage.ts'

/** Duration of the media, longer than any test plays. */
const mediaSeconds = 120

let browser: Browser | undefined
let media: Media | undefined

before(async () => {
  media = makeMedia(mediaSeconds)
  browser = await openBrowser()
})
after(() => browser?.close())

/** Opens a stage with a recorded video. Skips the test and returns undefined without ffmpeg or Chromium. */
async function stageFor(t: TestContext): Promise<Stage | undefined> {
  if (browser === undefined || media === undefined) {
    t.skip(lacks('ffmpeg') || noBrowser())
    return undefined
  }
  const calm = { isOpen: true, isLive: false, startedAtMs: 0, stalledAtMs: undefined, isLadder: false, passed: 0 }
  const stage = await openStage(browser, { media, ...calm })
  t.after(() => stage[Symbol.asyncDispose]())
  return stage
}

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

for (const look of looks) {
  const name = `${look.width}-${look.colorScheme}`
  test(`a video for adults waits for the confirmation of the age, ${name}`, async (t) => {
    const s = await stageFor(t)
    if (s === undefined) return
    s.show({ maturityRating: 'adult', contentWarnings: ['Flashing lights', 'Strong language'] })
    const seen = await s.open(`/watch/${s.playbackId}`, look)
    const { page } = seen
    const confirm = page.getByRole('button', { name: 'I am 18 or older' })
    await confirm.waitFor()
    await shoot(page, `adult-${name}`)
    assert.deepEqual(await barriers(page), [])
    assert.equal(await page.locator('.player[data-veiled]').count(), 1)
    assert.equal(await page.locator('video').evaluate((video) => video.hasAttribute('src')), false)
    await confirm.focus()
    await page.keyboard.press('Enter')
    await playing(page)
    assert.equal(await page.locator('.player[data-veiled]').count(), 0)
    await page.reload()
    await playing(page)
    assert.deepEqual(seen.complaints, [])
    const confirmed = await s.open(`/watch/${s.playbackId}?ofAge=true`, look)
    await confirmed.page.getByRole('button', { name: 'Watch', exact: true }).click()
    await playing(confirmed.page)
    assert.ok(!confirmed.page.url().includes('ofAge'), 'the confirmation would be shared with the address')
  })

  test(`products are marked at their moments, beside the player or below it, ${name}`, async (t) => {
    const s = await stageFor(t)
    if (s === undefined) return
    s.show({
      products: [
        { label: 'The record, on vinyl', url: 'https://shop.example/record', atSeconds: 0, price: null },
        { label: 'A shirt', url: 'https://shop.example/shirt', atSeconds: 100, price: null },
        { label: 'A poster of the evening', url: 'https://shop.example/poster', atSeconds: null, price: null },
      ],
    })
    const { page, complaints } = await s.open(`/watch/${s.playbackId}`, look)
    await playing(page)
    const current = page.locator('.products [aria-current]')
    await current.filter({ hasText: 'The record' }).waitFor()
    await shoot(page, `products-${name}`)
    const parts = ['.stage', 'h1', '.products', '.text', '.chapters'].map((each) => page.locator(each))
    const boxes = await Promise.all(parts.map((each) => each.boundingBox()))
    const [stage = 0, title = 0, products = 0, text = 0, chapters = 0] = boxes.map((box) => box?.y)
    // On a phone the title stands before the products: the order of the page is the order of reading and of Tab.
    if (look.width < 1000) assert.ok(stage < title && title < products && products < text && text < chapters)
    else assert.ok(Math.abs(products - stage) < 80 && stage < title && title < text, `${products} beside ${stage}`)
    assert.deepEqual(await barriers(page), [])
    await page.getByRole('link', { name: /in the video: A shirt/ }).click()
    await current.filter({ hasText: 'A shirt' }).waitFor()
    assert.equal(await current.count(), 1)
    assert.equal(await page.locator('.chapters [aria-current]').innerText(), '0:30\nFarewell')
    assert.deepEqual(complaints, [])
  })
}

test('warnings stand before playback until the viewer plays, and interrupt no playback', async (t) => {
  const s = await stageFor(t)
  if (s === undefined) return
  s.show({ maturityRating: 'mature', contentWarnings: ['Flashing lights'] })
  const { page, complaints } = await s.open(`/embed/video/${s.playbackId}?autoplay=true`, { width: 640, height: 360 })
  const watch = page.getByRole('button', { name: 'Watch' })
  await watch.waitFor()
  await shoot(page, 'warnings')
  assert.deepEqual(await barriers(page), [])
  assert.match(
    await page.getByRole('group', { name: 'For mature audiences' }).innerText(),
    /For mature audiences[^]*Flashing lights/,
  )
  const small = await s.open(`/embed/video/${s.playbackId}`, { width: 320, height: 180 })
  const box = await small.page.getByRole('button', { name: 'Watch' }).boundingBox()
  assert.ok(box && box.y + box.height <= 180, `the button ends at ${box && box.y + box.height} of 180 pixels`)
  assert.deepEqual(await barriers(small.page), [])
  await small.close()
  const owner = await s.open(`/embed/video/${s.playbackId}?autoplay=true&token=owner`, { width: 316, height: 178 })
  await playing(owner.page)
  assert.equal(await owner.page.getByRole('button', { name: 'Watch' }).count(), 0)
  await owner.close()
  await watch.click()
  await playing(page)
  s.show({ contentWarnings: ['Flashing lights', 'Strong language'] })
  s.show({ viewers: 7 })
  const { currentTime } = await videoOf(page)
  await plays(page, currentTime + 1)
  s.show({ maturityRating: 'adult' })
  await page.getByRole('button', { name: 'I am 18 or older' }).waitFor()
  assert.deepEqual(complaints, [])
})
