import assert from 'node:assert/strict'
import { after, before, test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { posterRefusal } from '#platform/video/frames/posterCheck.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { barriers } from '#test/world/barriers.ts'
import { holds, playing, plays, seekToLoadedEnd, shoot, videoOf } from './playerPage.ts'
import { makeMedia, openStage, type Media, type Origin, type Stage } from './playerStage.ts'
import { until } from '#test/world/until.ts'
import type { Json } from '#test/world/world.ts'
import { lacks } from '#test/world/program.ts'

/** Duration of the media, longer than any test plays. */
const mediaSeconds = 300
/** Duration of the media of a live stream at its opening. */
const liveSeconds = 36

let browser: Browser | undefined
let media: Media | undefined

before(async () => {
  media = makeMedia(mediaSeconds)
  browser = await openBrowser()
})
after(() => browser?.close())

/** Opens a stage and its origin. Skips the test and returns undefined without ffmpeg or Chromium. */
async function stageFor(t: TestContext, isLive = false): Promise<{ s: Stage; origin: Origin } | undefined> {
  if (browser === undefined || media === undefined) {
    t.skip(lacks('ffmpeg') || noBrowser())
    return undefined
  }
  const startedAtMs = Date.now() - liveSeconds * 1000
  const calm = { isOpen: true, stalledAtMs: undefined, isLadder: false, passed: 0 }
  const origin: Origin = { media, isLive, startedAtMs, ...calm }
  const s = await openStage(browser, origin)
  if (isLive)
    s.show({ status: 'live', startedAt: new Date(startedAtMs).toISOString(), durationSeconds: null, chapters: [] })
  t.after(() => s[Symbol.asyncDispose]())
  return { s, origin }
}

declare function activeCaption(): [string | undefined, string | undefined]

const looks = [
  { width: 1280, height: 800, colorScheme: 'light' },
  { width: 1280, height: 800, colorScheme: 'dark' },
  { width: 390, height: 844, colorScheme: 'light' },
  { width: 390, height: 844, colorScheme: 'dark' },
] as const

for (const look of looks) {
  const name = `${look.width}-${look.colorScheme}`
  test(`a recorded video plays, ${name}, breaks no policy and is accessible`, async (t) => {
    const { s } = (await stageFor(t)) ?? {}
    if (s === undefined) return
    const seen = await s.open(`/watch/${s.playbackId}`, look)
    const { page } = seen
    await playing(page)
    await page.mouse.move(look.width / 2, 200)
    await shoot(page, `watch-${name}`)
    assert.deepEqual(await barriers(seen.page), [])
    await page.getByRole('button', { name: 'Settings' }).click()
    await shoot(page, `settings-${name}`)
    assert.deepEqual(await barriers(seen.page), [])
    await page.keyboard.press('Escape')
    for (const [dialog, open] of Object.entries(dialogs)) {
      await open(page)
      await page.getByRole('dialog').waitFor()
      await shoot(page, `${dialog}-${name}`)
      assert.deepEqual(await barriers(seen.page), [], dialog)
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
  const isAbout = (seconds: number, expected: number) => Math.abs(seconds - expected) < 0.6
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
  // Autoplay may be muted or not, by the policy of the browser.
  const { muted } = await videoOf(page)
  assert.equal((await press('m')).muted, !muted)
  assert.equal((await press('m')).muted, muted)
  const quieter = await press('ArrowDown')
  assert.ok(quieter.volume < 1 && !quieter.muted, 'a change of the volume unmutes')
  await page.getByRole('link', { name: /The first song/ }).click()
  await playing(page)
  assert.ok((await videoOf(page)).currentTime >= 12)
  assert.ok(page.url().endsWith('?startSeconds=20'), 'the page was opened anew')
  assert.equal((await press(' ')).paused, true)
  await page.getByRole('button', { name: 'Play' }).focus()
  assert.equal((await press(' ')).paused, false, 'a focused button keeps its own space bar, which acts once')
  assert.deepEqual(complaints, [])
})

test('pointing at the timeline shows frame, time and chapter of that position', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  s.show({ storyboardUrl: `/media/${s.playbackId}/storyboard.vtt` })
  const { page, complaints } = await s.open(`/watch/${s.playbackId}`)
  const storyboard = Promise.withResolvers<void>()
  await page.route(/\/storyboard\.vtt$/, async (route) => {
    await storyboard.promise
    await route.fallback()
  })
  await playing(page)
  const bar = (await page.locator('.timeline').boundingBox()) ?? assert.fail('there is no timeline')
  await page.mouse.move(bar.x + 1, bar.y + bar.height / 2)
  await page.mouse.move(bar.x + (bar.width * 15) / mediaSeconds, bar.y + bar.height / 2, { steps: 3 })
  const tile = page.locator('.preview .tile')
  await page.mouse.move(bar.x + (bar.width * 17) / mediaSeconds, bar.y + bar.height / 2)
  assert.match(await page.locator('.preview').innerText(), /^0:1\d\s*The first song/)
  // The storyboard arrives while the pointer rests.
  storyboard.resolve()
  await tile.waitFor()
  assert.match(await tile.evaluate((of) => getComputedStyle(of).background), /storyboard\.jpg"\).* -160px 0px/)
  assert.match(await page.locator('.preview').innerText(), /^0:1\d\s*The first song/)
  assert.deepEqual(complaints, [])
})

test('heartbeats report the played time and no skipped time', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  const { page, close } = await s.open(`/watch/${s.playbackId}`)
  await playing(page)
  await page.keyboard.press('k')
  const { currentTime: before } = await videoOf(page)
  // A skip is not played time.
  await page.keyboard.press('5')
  await page.keyboard.press('k')
  await plays(page, mediaSeconds / 2 + 3)
  await page.keyboard.press('k')
  const { currentTime: end } = await videoOf(page)
  const watchedMs = (before + end - mediaSeconds / 2) * 1000
  const playedMs = () => s.beats.reduce((sum, each) => sum + Number(each['playedMs']), 0)
  // Time between the last sample of a heartbeat and its sending is missing.
  await until(playedMs, (ms) => ms > watchedMs - 1_000)
  const count = s.beats.length
  await page.goto('about:blank')
  await until(() => s.beats.length > count)
  await close()
  assert.ok(playedMs() <= watchedMs + 300, `${playedMs()} of ${watchedMs}`)
  const beats = s.beats.toSorted((left, right) => Number(left['number']) - Number(right['number']))
  assert.deepEqual(
    beats.map((each) => each['number']),
    [...beats.keys()],
    'beats are missing or twice',
  )
  assert.equal(new Set(beats.map((each) => each['viewId'])).size, 1)
  const [first] = beats
  assert.ok(Number(first?.['startupMs']) > 0 && first?.['protocol'] === 'hls' && first['isEmbedded'] === false)
  assert.ok(beats.every((each) => each['rendition'] === 'source'))
})

test('captions and sizes are chosen in the settings, and the choice of captions persists', async (t) => {
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
  const shown = () => page.evaluate(() => activeCaption())
  await page.evaluate(() => {
    Object.assign(globalThis, {
      activeCaption() {
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
  await page.waitForFunction(() => activeCaption()[1] === 'The band walks on.')
  await page.getByRole('button', { name: 'Settings' }).click()
  const sizes = await page.locator('.sheet .quality label').allTextContents()
  assert.deepEqual(sizes, ['Auto', '720p50', '360p'])
  assert.deepEqual(await barriers(seen.page), [])
  await shoot(page, 'settings-all')
  /** Chooses a size, and waits for the heartbeat that reports it and the rendition played before. */
  const choose = async (size: string, kbps: number, before?: string) => {
    const from = s.beats.length
    await page.getByLabel(size).check()
    const isBefore = (beat: Json) =>
      before === undefined || (beat['rendition'] === before && Number(beat['playedMs']) > 0)
    await until(() => s.beats.slice(from).some((beat) => beat['bitrateKbps'] === kbps && isBefore(beat)))
  }
  await choose('720p50', 900)
  await choose('360p', 300, 'source')
  await choose('720p50', 900, '480p')
  await page.getByLabel('Deutsch').check()
  await page.getByLabel('1.5×').check()
  await page.keyboard.press('Escape')
  assert.equal((await shown())[0], 'de')
  assert.equal(await page.evaluate(() => document.querySelector('video')?.playbackRate), 1.5)
  await page.reload()
  await playing(page)
  await holds(page, () => document.querySelector('.tool[aria-label=Captions]')?.getAttribute('aria-pressed') === 'true')
  assert.deepEqual(seen.complaints, [])
})

test('live playback begins at the live edge; the badge shows it, and returns to it', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
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
  await page.getByText(/^-\d+:\d\d$/).waitFor()
  await shoot(page, 'live-behind')
  assert.equal(await badge.getAttribute('aria-label'), 'Go to live')
  assert.match((await page.getByLabel('Seek').getAttribute('aria-valuetext')) ?? '', / behind live$/)
  await badge.click()
  await page.locator('.controls .live.on').waitFor()
  assert.ok((await videoOf(page)).currentTime > edge - 1)
  await s.emit('viewers', { viewers: 4_321 })
  await page.getByText('4,321 watching').waitFor()
  await page.waitForFunction(() => document.querySelector('[data-act=clip]:not([hidden])') !== null)
  const { currentTime: from } = await videoOf(page)
  await page.getByRole('button', { name: 'Clip', exact: true }).click()
  await page.getByLabel('15 seconds').waitFor()
  const { currentTime: to } = await videoOf(page)
  await page.getByLabel('15 seconds').check({ force: true })
  await page.getByLabel('Title').fill('The best of it')
  await page.getByRole('button', { name: 'Make the clip' }).click()
  await page.getByText('Your clip is ready').waitFor()
  assert.deepEqual(await barriers(seen.page), [])
  const [clip] = s.clips
  const length = Date.parse(String(clip?.['endTime'])) - Date.parse(String(clip?.['startTime']))
  assert.deepEqual([clip?.['title'], length], ['The best of it', 15_000])
  const endSeconds = (Date.parse(String(clip?.['endTime'])) - origin.startedAtMs) / 1000
  assert.ok(endSeconds > from - 1 && endSeconds < to + 1, `${from} to ${to}, and ${endSeconds}`)
  assert.deepEqual(seen.complaints, [])
})

test('captions of a live stream and its replay match the playback position, after joining late as well', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
  // Segments have 2 s: the window begins at second 16.
  origin.passed = 8
  const seen = await s.open(`/watch/${s.playbackId}`)
  const { page } = seen
  await playing(page)
  const captions = [{ language: 'en', label: 'English', kind: 'captions', url: `/media/${s.playbackId}/seconds.vtt` }]
  s.show({ captions })
  await page.locator('.tool[aria-label=Captions]:not([hidden])').waitFor()
  await page.keyboard.press('c')
  /** Waits for the caption of the current second. */
  const fits = (passedSeconds: number) => page.waitForFunction(isCaptioned, passedSeconds)
  await fits(16)
  s.show({ status: 'waiting', hlsUrl: null })
  await holds(page, () => document.querySelector('video')?.readyState === 0)
  Object.assign(origin, { isLive: false, passed: 0 })
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

test('a waiting page shows the countdown, and plays the stream when it begins, without a reload', async (t) => {
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
  assert.deepEqual(await barriers(seen.page), [])
  s.show({ status: 'live', hlsUrl: address, startedAt: new Date().toISOString(), title: 'Now on stage' })
  await playing(page)
  await page.getByRole('heading', { name: 'Now on stage' }).waitFor()
  await page.locator('.facts .badge.live').waitFor()
  assert.deepEqual(seen.complaints, [])
})

test('a slate is shown while the encoder is disconnected, and playback continues by itself', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
  const { page } = await s.open(`/watch/${s.playbackId}`)
  await playing(page)
  origin.stalledAtMs = Date.now()
  s.show({ status: 'reconnecting' })
  await seekToLoadedEnd(page)
  await page.getByText('The stream is interrupted.').waitFor()
  await shoot(page, 'slate')
  origin.stalledAtMs = undefined
  s.show({ status: 'live' })
  await page.getByText('The stream is interrupted.').waitFor({ state: 'hidden' })
  await playing(page)
})

test('a player without data of a live stream reopens the stream', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
  const { page } = await s.open(`/watch/${s.playbackId}`)
  await page.clock.install()
  await page.reload()
  await playing(page)
  origin.stalledAtMs = Date.now()
  await seekToLoadedEnd(page)
  await holds(page, () => (document.querySelector('video')?.readyState ?? 4) < 3)
  // The player checks for a stall every 250 ms; after its first check, this advances past the time-out.
  await page.waitForTimeout(600)
  await page.clock.fastForward(12_000)
  await page.getByText('This cannot be played right now').waitFor()
  await until(() => s.beats.some(isError('stuck')))
  origin.stalledAtMs = undefined
  await page.clock.fastForward(2_000)
  await playing(page)
})

function isError(expected?: string) {
  return ({ error }: Json) => (expected === undefined ? typeof error === 'string' : error === expected)
}

test('an ended stream becomes its replay, at the same address', async (t) => {
  const { s, origin } = (await stageFor(t, true)) ?? {}
  if (s === undefined || origin === undefined) return
  const { page } = await s.open(`/watch/${s.playbackId}`)
  await playing(page)
  await page.keyboard.press('End')
  origin.isLive = false
  s.show({ status: 'recorded', durationSeconds: mediaSeconds })
  await holds(page, () => document.querySelector('.controls .live')?.hasAttribute('hidden') === true)
  await page.keyboard.press('9')
  await page.evaluate(() => {
    const video = document.querySelector('video')
    if (video !== null) video.currentTime = video.duration - 0.5
  })
  await page.getByRole('button', { name: 'Watch again' }).click()
  await playing(page)
  assert.ok((await videoOf(page)).currentTime < mediaSeconds / 2)
})

for (const [required, look] of [
  ['password', { width: 1280, height: 800, colorScheme: 'light' }],
  ['ticket', { width: 390, height: 844, colorScheme: 'dark' }],
  ['signature', { width: 390, height: 844, colorScheme: 'light' }],
] as const) {
  test(`a video restricted by ${required} shows how to open it`, async (t) => {
    const { s } = (await stageFor(t)) ?? {}
    if (s === undefined) return
    const offer = { ticketUrl: 'https://shop.example/', ticketPrice: { amount: 1250, currency: 'EUR' } }
    const none = { ticketUrl: null, ticketPrice: null }
    s.show({ access: { required, ...(required === 'ticket' ? offer : none) } })
    const seen = await s.open(`/watch/${s.playbackId}`, look)
    const { page } = seen
    await page.locator('.scene .panel-title').waitFor()
    if (required === 'ticket') await page.getByRole('link', { name: 'Get a ticket for €12.50' }).waitFor()
    await shoot(page, `gate-${required}`)
    assert.deepEqual(await barriers(seen.page), [])
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
    await s.emit('revoked', { reason: 'Your ticket was returned.' })
    await page.getByText('Your ticket was returned.').waitFor()
    assert.equal((await videoOf(page)).readyState, 0)
  })
}

test('a link with a ticket opens the video, and the ticket disappears from the address bar', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  s.show({ access: { required: 'ticket', ticketUrl: null, ticketPrice: null } })
  const right = await s.open(`/watch/${s.playbackId}?ticket=T-1`)
  await playing(right.page)
  assert.ok(!right.page.url().includes('T-1'))
  const wrong = await s.open(`/watch/${s.playbackId}?ticket=T-2`)
  await wrong.page.getByText('That does not open this video.').waitFor()
})

test('failed playback is retried, and at once when the viewer presses a button', async (t) => {
  const { s, origin } = (await stageFor(t)) ?? {}
  if (s === undefined || origin === undefined) return
  origin.isOpen = false
  const { page } = await s.open(`/watch/${s.playbackId}`)
  // State events retry as well: the last one has arrived when its title is visible.
  s.show({ title: 'Said at last' })
  await page.getByRole('heading', { name: 'Said at last' }).waitFor()
  await page.getByText('This cannot be played right now').waitFor()
  await shoot(page, 'failed')
  origin.isOpen = true
  await page.getByRole('button', { name: 'Try again' }).click()
  await playing(page)
  await until(() => s.beats.some(isError()))
})

test('the embedded player fills its frame, starts on a click, and reads its appearance from the address', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  const look = { width: 640, height: 360 }
  const seen = await s.open(`/embed/video/${s.playbackId}?accentColor=%23ff8800&theme=dark&utm_source=x`, look)
  const { page } = seen
  await page.getByRole('button', { name: 'Play' }).waitFor()
  await shoot(page, 'embed')
  assert.deepEqual(await barriers(seen.page), [])
  const box = await page.locator('.player').boundingBox()
  assert.deepEqual([box?.width, box?.height], [640, 360])
  assert.equal(
    await page.locator('video').evaluate((video) => video.hasAttribute('src')),
    false,
    'loads before the click',
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

test('a video frame drawn on a canvas is a valid poster', async (t) => {
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
  assert.equal(posterRefusal(jpeg), undefined)
  assert.ok(jpeg.length > 3_000, 'the frame is empty')
})

test('the page contains a plain video element for browsers without scripts', async (t) => {
  const { s } = (await stageFor(t)) ?? {}
  if (s === undefined) return
  s.show({ mp4Url: `/media/${s.playbackId}/video.mp4` })
  const { body } = await s.world.app.server.inject(`/watch/${s.playbackId}`)
  assert.match(body, /<noscript>\s*<video class="plain" controls preload="none" src="\/media\/[^"]+\/video\.mp4"/)
  assert.match(body, /<h1 lang="en">Night concert at the harbour<\/h1>/)
})
