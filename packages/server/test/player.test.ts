import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { judgePoster } from '#platform/video/frames/poster.ts'
import { openBrowser } from './browser.ts'
import { makeMedia, openStage, reported, type Media, type Origin, type Seen, type Stage } from './playerStage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
const mediaSeconds = 60
/** So much of the media is there when a live stream is opened. */
const liveSeconds = 36
const waitMs = 15_000

let browser: Browser | undefined
let media: Media | undefined

before(async () => {
  media = makeMedia(mediaSeconds)
  browser = await openBrowser()
})
after(() => browser?.close())

/** A server and what its players load; undefined, and the test skipped, where this machine lacks a program. */
async function stageFor(t: TestContext, isLive = false): Promise<{ s: Stage; origin: Origin } | undefined> {
  if (browser === undefined || media === undefined) {
    t.skip('this system lacks a program that the test needs')
    return undefined
  }
  const startedAtMs = Date.now() - liveSeconds * 1000
  const origin: Origin = { media, isLive, startedAtMs, isOpen: true, isStalled: false, isLadder: false, passed: 0 }
  const s = await openStage(browser, origin)
  if (isLive)
    s.show({ status: 'live', startedAt: new Date(startedAtMs).toISOString(), durationSeconds: null, chapters: [] })
  t.after(() => s[Symbol.asyncDispose]())
  return { s, origin }
}

/** What a video element says of itself. */
function videoOf(page: Page) {
  return page.evaluate(() => {
    const video = document.querySelector('video')
    if (video === null) throw new Error('there is no video')
    const { currentTime, paused, muted, volume, readyState, ended } = video
    return { currentTime, paused, muted, volume, readyState, ended }
  })
}

/** Waits until the picture moves. */
async function playing(page: Page): Promise<void> {
  await page.waitForFunction(() => (document.querySelector('video')?.readyState ?? 0) >= 3, undefined, {
    timeout: waitMs,
  })
  const { currentTime } = await videoOf(page)
  const moved = (from: number) => (document.querySelector('video')?.currentTime ?? 0) > from + 0.2
  await page.waitForFunction(moved, currentTime, { timeout: waitMs })
}

async function until(page: Page, holds: () => boolean): Promise<void> {
  await page.waitForFunction(holds, undefined, { timeout: waitMs })
}

/** Everything that axe-core finds wrong for people who do not see, or do not point. */
async function barriers({ page }: Seen): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    // cast: the script before has put it there.
    const { run } = (globalThis as unknown as { axe: { run(): Promise<{ violations: AxeFinding[] }> } }).axe
    return (await run()).violations
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}
declare function shownCaption(): [string | undefined, string | undefined]

type AxeFinding = { id: string; nodes: { target: unknown }[] }

/** With SHOTS set to a folder, pictures of what the test sees are left there. */
async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

for (const look of looks) {
  const name = `${look.width}-${look.colorScheme}`
  test(`a recorded video plays, ${name}, breaks no policy and is open to everybody`, async (t) => {
    const { s } = (await stageFor(t)) ?? {}
    if (s === undefined) return
    const seen = await s.open(`/watch/${s.playbackId}`, look)
    const { page } = seen
    await playing(page)
    await page.mouse.move(look.width / 2, 200)
    await shoot(page, `watch-${name}`)
    assert.deepEqual(await barriers(seen), [])
    await page.getByRole('button', { name: 'Settings' }).click()
    await shoot(page, `settings-${name}`)
    assert.deepEqual(await barriers(seen), [])
    await page.keyboard.press('Escape')
    for (const [what, open] of Object.entries(dialogs)) {
      await open(page)
      await page.getByRole('dialog').waitFor()
      await shoot(page, `${what}-${name}`)
      assert.deepEqual(await barriers(seen), [], what)
      await page.keyboard.press('Escape')
      await page.getByRole('dialog').waitFor({ state: 'detached' })
    }
    assert.deepEqual(seen.complaints, [])
  })
}

const dialogs: Record<string, (page: Page) => Promise<void>> = {
  keys: (page) => page.keyboard.press('?'),
  share: (page) => page.getByRole('button', { name: 'Share' }).click(),
  clip: (page) => page.getByRole('button', { name: 'Clip', exact: true }).click(),
}

test('keys move, mute and pause; chapters lead into the video', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  const { page, complaints } = await s.open(`/watch/${s.playbackId}?startSeconds=20`)
  await playing(page)
  assert.ok((await videoOf(page)).currentTime >= 20)
  const press = async (key: string) => {
    await page.keyboard.press(key)
    return videoOf(page)
  }
  const isAbout = (seconds: number, wanted: number) => Math.abs(seconds - wanted) < 0.6
  assert.equal((await press('k')).paused, true)
  const { currentTime: at } = await videoOf(page)
  assert.ok(isAbout((await press('ArrowRight')).currentTime, at + 5))
  assert.ok(isAbout((await press('j')).currentTime, at - 5))
  assert.ok(isAbout((await press('l')).currentTime, at + 5))
  assert.ok(isAbout((await press('5')).currentTime, mediaSeconds / 2))
  const { currentTime: half } = await press('Home')
  assert.ok(isAbout(half, 0))
  assert.ok(isAbout((await press('End')).currentTime, mediaSeconds))
  await press('Home')
  const { currentTime: stepped } = await press('.')
  assert.ok(stepped > 0.02 && stepped < 0.06, String(stepped))
  // Whether a browser lets it begin with sound is its own affair.
  const { muted } = await videoOf(page)
  assert.equal((await press('m')).muted, !muted)
  assert.equal((await press('m')).muted, muted)
  const quieter = await press('ArrowDown')
  assert.ok(quieter.volume < 1 && !quieter.muted, 'who changes the volume wants to hear')
  await page.getByRole('link', { name: /The first song/ }).click()
  await playing(page)
  assert.ok((await videoOf(page)).currentTime >= 12)
  assert.ok(page.url().endsWith('?startSeconds=20'), 'the page was opened anew')
  assert.equal((await press(' ')).paused, true)
  await page.getByRole('button', { name: 'Play' }).focus()
  assert.equal((await press(' ')).paused, false, 'a focused button keeps its own space bar, which acts once')
  assert.deepEqual(complaints, [])
})

test('who points at the bar sees the moment that is there: its picture, its time and its chapter', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  s.show({ storyboardUrl: `/media/${s.playbackId}/storyboard.vtt` })
  const { page, complaints } = await s.open(`/watch/${s.playbackId}`)
  await playing(page)
  const bar = (await page.locator('.timeline').boundingBox()) ?? assert.fail('there is no bar')
  await page.mouse.move(bar.x + 1, bar.y + bar.height / 2)
  await page.mouse.move(bar.x + (bar.width * 15) / mediaSeconds, bar.y + bar.height / 2, { steps: 3 })
  const tile = page.locator('.preview .tile')
  await page.mouse.move(bar.x + (bar.width * 16) / mediaSeconds, bar.y + bar.height / 2)
  await tile.waitFor({ timeout: waitMs })
  assert.match(await tile.evaluate((of) => getComputedStyle(of).background), /storyboard\.jpg"\).* -160px 0px/)
  assert.match(await page.locator('.preview').innerText(), /^0:1[56]\s*The first song/)
  assert.deepEqual(complaints, [])
})

test('what is watched is reported, and nothing that is not', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  const { page, close } = await s.open(`/watch/${s.playbackId}`)
  await playing(page)
  await page.keyboard.press('5')
  await page.waitForTimeout(1_500)
  await page.keyboard.press('k')
  await page.waitForTimeout(800)
  const { currentTime } = await videoOf(page)
  await page.goto('about:blank')
  await close()
  const numbers = s.beats.map((each) => each['number'])
  assert.deepEqual(numbers, [...numbers.keys()], 'beats are missing or twice')
  assert.equal(new Set(s.beats.map((each) => each['viewId'])).size, 1)
  const playedMs = s.beats.reduce((sum, each) => sum + Number(each['playedMs']), 0)
  // It was at half before it was paused, and a leap is not watched.
  const watchedMs = (currentTime - mediaSeconds / 2) * 1000
  assert.ok(playedMs >= watchedMs - 300 && playedMs < watchedMs + 3_000, `${playedMs} of ${watchedMs}`)
  const [first] = s.beats
  assert.ok(Number(first?.['startupMs']) > 0 && first?.['protocol'] === 'hls' && first['isEmbedded'] === false)
  assert.ok(s.beats.every((each) => each['rendition'] === 'source'))
})

test('captions and sizes are chosen in the settings, and captions are remembered', async (t) => {
  const { s, origin } = (await stageFor(t)) ?? {}
  if (s === undefined || origin === undefined) return
  origin.isLadder = true
  const caption = (language: string, label: string, kind: string) => {
    return { language, label, kind, url: `/media/${s.playbackId}/${language}.vtt` }
  }
  s.show({ captions: [caption('en', 'English', 'captions'), caption('de', 'Deutsch', 'subtitles')] })
  const seen = await s.open(`/watch/${s.playbackId}`)
  const { page } = seen
  await playing(page)
  const shown = () => page.evaluate(() => shownCaption())
  await page.evaluate(() => {
    Object.assign(globalThis, {
      shownCaption() {
        const track = [...(document.querySelector('video')?.textTracks ?? [])].find(({ mode }) => mode === 'showing')
        const [cue] = track?.activeCues ?? []
        return [track?.language, cue instanceof VTTCue ? cue.text : undefined]
      },
    })
  })
  assert.deepEqual(await shown(), [undefined, undefined])
  const kinds = page.locator('video track').evaluateAll((all) => all.map((each) => each.getAttribute('kind')))
  assert.deepEqual(await kinds, ['captions', 'subtitles'])
  await page.keyboard.press('c')
  await page.waitForFunction(() => shownCaption()[1] === 'The band walks on.')
  await page.getByRole('button', { name: 'Settings' }).click()
  const sizes = await page.locator('.sheet .quality label').allTextContents()
  assert.deepEqual(sizes, ['Auto', '720p50', '360p'])
  assert.deepEqual(await barriers(seen), [])
  await shoot(page, 'settings-all')
  await page.getByLabel('720p50').check()
  await reported(s, '480p')
  await page.getByLabel('360p').check()
  await reported(s, 'source')
  await page.getByLabel('Deutsch').check()
  await page.getByLabel('1.5×').check()
  await page.keyboard.press('Escape')
  assert.equal((await shown())[0], 'de')
  assert.equal(await page.evaluate(() => document.querySelector('video')?.playbackRate), 1.5)
  await page.reload()
  await playing(page)
  await until(page, () => document.querySelector('.tool[aria-label=Captions]')?.getAttribute('aria-pressed') === 'true')
  assert.deepEqual(seen.complaints, [])
})

test('live begins at the edge; the badge says so, and leads back to it', async (t) => {
  const { s } = (await stageFor(t, true)) ?? {}
  if (s === undefined) return
  const seen = await s.open(`/watch/${s.playbackId}`)
  const { page } = seen
  await playing(page)
  const { currentTime: edge } = await videoOf(page)
  assert.ok(edge > liveSeconds - 14, `began at ${edge}`)
  const badge = page.locator('.controls .live')
  await page.locator('.controls .live.on').waitFor()
  await page.mouse.move(400, 300)
  await shoot(page, 'live')
  await page.keyboard.press('j')
  await page.keyboard.press('j')
  await page.locator('.controls .live:not(.on)').waitFor()
  await page.getByText(/^-0:[12]\d$/).waitFor()
  await shoot(page, 'live-behind')
  assert.equal(await badge.getAttribute('aria-label'), 'Go to live')
  assert.match((await page.getByLabel('Seek').getAttribute('aria-valuetext')) ?? '', /^\d+ seconds behind live$/)
  await badge.click()
  await page.locator('.controls .live.on').waitFor()
  assert.ok((await videoOf(page)).currentTime > edge - 1)
  s.tell('viewers', { viewers: 4_321 })
  await page.getByText('4,321 watching').waitFor()
  await page.waitForFunction(() => document.querySelector('[data-act=clip]:not([hidden])') !== null)
  await page.getByRole('button', { name: 'Clip', exact: true }).click()
  await page.getByLabel('15 seconds').check({ force: true })
  await page.getByLabel('Title').fill('The best of it')
  await page.getByRole('button', { name: 'Make the clip' }).click()
  await page.getByText('Your clip is ready').waitFor()
  assert.deepEqual(await barriers(seen), [])
  const [clip] = s.clips
  const length = Date.parse(String(clip?.['endTime'])) - Date.parse(String(clip?.['startTime']))
  assert.deepEqual([clip?.['title'], length], ['The best of it', 15_000])
  assert.ok(Math.abs(Date.parse(String(clip?.['endTime'])) - Date.now()) < 20_000)
  assert.deepEqual(seen.complaints, [])
})

test('captions of what is live fit the picture of who joins late, and those of its replay as well', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
  // Pieces of 2 s: the window begins at second 16.
  origin.passed = 8
  const seen = await s.open(`/watch/${s.playbackId}`)
  const { page } = seen
  await playing(page)
  const captions = [{ language: 'en', label: 'English', kind: 'captions', url: `/media/${s.playbackId}/seconds.vtt` }]
  s.show({ captions })
  await page.locator('.tool[aria-label=Captions]:not([hidden])').waitFor()
  await page.keyboard.press('c')
  /** Waits for the caption of the second that is seen. */
  const fits = (passedSeconds: number) => page.waitForFunction(isCaptioned, passedSeconds, { timeout: waitMs })
  await fits(16)
  Object.assign(origin, { isLive: false, passed: 0 })
  s.show({ status: 'waiting', hlsUrl: null })
  await until(page, () => document.querySelector('video')?.readyState === 0)
  s.show({ status: 'recorded', captions, hlsUrl: `/hls/${s.playbackId}/main.m3u8` })
  await playing(page)
  await fits(0)
  assert.deepEqual(seen.complaints, [])
})

function isCaptioned(passedSeconds: number): boolean {
  const video = document.querySelector('video')
  const [cue] = [...(video?.textTracks ?? [])].find(({ mode }) => mode === 'showing')?.activeCues ?? []
  const seconds = passedSeconds + (video?.currentTime ?? 0)
  return cue instanceof VTTCue && Math.abs(Number(cue.text) + 0.5 - seconds) < 1
}

test('who waits sees the countdown, and the picture when it begins, without opening the page anew', async (t) => {
  const { s } = (await stageFor(t, true)) ?? {}
  if (s === undefined) return
  const scheduledAt = new Date(s.world.clock.now().getTime() + 3_900_000).toISOString()
  const address = `/hls/${s.playbackId}/main.m3u8`
  const waiting = { status: 'waiting', hlsUrl: null, scheduledAt, startedAt: null } as const
  s.show(waiting)
  const seen = await s.open(`/watch/${s.playbackId}`, { width: 390, height: 844 })
  const { page } = seen
  await page.getByText('Starts in').waitFor()
  assert.match((await page.getByRole('timer').textContent()) ?? '', /^01hour0[45]minutes\d\dseconds$/)
  await shoot(page, 'waiting')
  assert.deepEqual(await barriers(seen), [])
  s.show({ status: 'live', hlsUrl: address, startedAt: new Date().toISOString(), title: 'Now on stage' })
  await playing(page)
  await page.getByRole('heading', { name: 'Now on stage' }).waitFor()
  await page.locator('.facts .badge.live').waitFor()
  assert.deepEqual(seen.complaints, [])
})

test('while the encoder is away there is a slate, and afterwards the picture goes on by itself', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
  const { page } = await s.open(`/watch/${s.playbackId}`)
  await playing(page)
  origin.isStalled = true
  s.show({ status: 'reconnecting' })
  await page.getByText('The stream is interrupted.').waitFor({ timeout: waitMs })
  await shoot(page, 'slate')
  origin.isStalled = false
  s.show({ status: 'live' })
  await page.getByText('The stream is interrupted.').waitFor({ state: 'hidden', timeout: waitMs })
  await playing(page)
})

test('a player that gets nothing though the stream is live begins anew', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
  const { page } = await s.open(`/watch/${s.playbackId}`)
  await page.clock.install()
  await page.reload()
  await playing(page)
  origin.isStalled = true
  await until(page, () => (document.querySelector('video')?.readyState ?? 4) < 3)
  await page.waitForTimeout(600)
  await page.clock.fastForward(12_000)
  await page.getByText('This cannot be played right now').waitFor()
  assert.equal(s.beats.at(-1)?.['error'], 'stuck')
  origin.isStalled = false
  await page.clock.fastForward(2_000)
  await playing(page)
})

test('a stream that is over becomes its replay, at the same address', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
  const { page } = await s.open(`/watch/${s.playbackId}`)
  await playing(page)
  await page.keyboard.press('End')
  origin.isLive = false
  s.show({ status: 'recorded', durationSeconds: mediaSeconds })
  await until(page, () => document.querySelector('.controls .live')?.hasAttribute('hidden') === true)
  await page.keyboard.press('9')
  await page.evaluate(() => {
    const video = document.querySelector('video')
    if (video !== null) video.currentTime = video.duration - 0.5
  })
  await page.getByRole('button', { name: 'Watch again' }).click()
  await playing(page)
  assert.ok((await videoOf(page)).currentTime < 5)
})

for (const [required, look] of [
  ['password', { width: 1280, height: 800, colorScheme: 'light' }],
  ['ticket', { width: 390, height: 844, colorScheme: 'dark' }],
  ['signature', { width: 390, height: 844, colorScheme: 'light' }],
] as const) {
  test(`a video that is closed by a ${required} says what opens it`, async (t) => {
    const { s } = (await stageFor(t)) ?? {}
    if (s === undefined) return
    s.show({ access: { required, ticketUrl: required === 'ticket' ? 'https://shop.example/' : null } })
    const seen = await s.open(`/watch/${s.playbackId}`, look)
    const { page } = seen
    await page.locator('.scene .panel-title').waitFor()
    await shoot(page, `gate-${required}`)
    assert.deepEqual(await barriers(seen), [])
    assert.equal(await page.locator('video').evaluate((video) => video.hasAttribute('src')), false)
    if (required !== 'password') return
    await page.getByLabel('Password').fill('wrong')
    await page.getByRole('button', { name: 'Open' }).click()
    await page.getByText('That does not open this video.').waitFor()
    await page.getByLabel('Password').fill('open sesame')
    await page.getByRole('button', { name: 'Open' }).click()
    await playing(page)
    await page.reload()
    await playing(page)
    s.tell('revoked', { reason: 'Your ticket was returned.' })
    await page.getByText('Your ticket was returned.').waitFor()
    assert.equal((await videoOf(page)).readyState, 0)
  })
}

test('the link that came with a ticket opens the video, and is not passed on', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  s.show({ access: { required: 'ticket', ticketUrl: null } })
  const right = await s.open(`/watch/${s.playbackId}?ticket=T-1`)
  await playing(right.page)
  assert.ok(!right.page.url().includes('T-1'))
  const wrong = await s.open(`/watch/${s.playbackId}?ticket=T-2`)
  await wrong.page.getByText('That does not open this video.').waitFor()
})

test('what cannot be played is tried again, at a word of the viewer at once', async (t) => {
  const { s, origin } = (await stageFor(t)) ?? {}
  if (s === undefined || origin === undefined) return
  origin.isOpen = false
  const { page } = await s.open(`/watch/${s.playbackId}`)
  await page.getByText('This cannot be played right now').waitFor({ timeout: waitMs })
  await shoot(page, 'failed')
  // What the server says of the video, which comes about now, would try again as well.
  await page.waitForTimeout(1_000)
  origin.isOpen = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await playing(page)
  assert.ok(s.beats.some((each) => typeof each['error'] === 'string'))
})

test('the player alone fills its frame, begins when it is told, and takes its looks from the address', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  const look = { width: 640, height: 360 }
  const seen = await s.open(`/embed/video/${s.playbackId}?accentColor=%23ff8800&theme=dark&utm_source=x`, look)
  const { page } = seen
  await page.getByRole('button', { name: 'Play' }).waitFor()
  await shoot(page, 'embed')
  assert.deepEqual(await barriers(seen), [])
  const box = await page.locator('.player').boundingBox()
  assert.deepEqual([box?.width, box?.height], [640, 360])
  assert.equal(
    await page.locator('video').evaluate((video) => video.hasAttribute('src')),
    false,
    'loads before it is asked',
  )
  await page.getByRole('button', { name: 'Play' }).click()
  await playing(page)
  const colour = await page.locator('.played').evaluate((bar) => getComputedStyle(bar).backgroundColor)
  assert.equal(colour, 'rgb(255, 136, 0)')
  assert.deepEqual(seen.complaints, [])
  const plain = await s.open(`/embed/video/${s.playbackId}?controls=false&autoplay=true&muted=true`, look)
  await playing(plain.page)
  assert.equal(await plain.page.locator('.controls').count(), 0)
})

test('a frame that a page draws is a picture that can be kept', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  const { page } = await s.open(`/watch/${s.playbackId}`)
  await playing(page)
  const drawn = await page.evaluate(() => {
    const video = document.querySelector('video')
    const canvas = document.createElement('canvas')
    if (video === null) throw new Error('there is no video')
    Object.assign(canvas, { width: video.videoWidth, height: video.videoHeight })
    canvas.getContext('2d')?.drawImage(video, 0, 0)
    return canvas.toDataURL('image/jpeg', 0.8)
  })
  const jpeg = Buffer.from(drawn.slice('data:image/jpeg;base64,'.length), 'base64')
  assert.equal(judgePoster(jpeg), undefined)
  assert.ok(jpeg.length > 3_000, 'the frame is empty')
})

test('without a script there is a plain video', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  s.show({ mp4Url: `/media/${s.playbackId}/video.mp4` })
  const { body } = await s.world.app.server.inject(`/watch/${s.playbackId}`)
  assert.match(body, /<noscript>\s*<video class="plain" controls preload="none" src="\/media\/[^"]+\/video\.mp4"/)
  assert.match(body, /<h1 lang="en">Night concert at the harbour<\/h1>/)
})
