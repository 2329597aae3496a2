import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, test, type TestContext } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { liveWorld, noEncoder, type LiveWorld } from './liveWorld.ts'
import { objectOf } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'

const waitMs = 60_000
const manual = readFileSync(join(import.meta.dirname, '../../../../docs/live-video.md'), 'utf8')
const playerFile = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js')

let browser: Browser | undefined
before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

/**
 * Plays a video in a foreign page with plain hls.js, from its beginning unless `startPosition` is -1, the live edge.
 * `loaded` lists loaded files in order, `errors` the errors that stop the player.
 */
async function play(t: TestContext, w: LiveWorld, { playbackId, startPosition = 0 }: Played) {
  const page = await (await browser?.newContext())?.newPage()
  assert.ok(page !== undefined)
  t.after(() => page.context().close())
  const loaded: string[] = []
  let polls = 0
  page.on('request', (request) => {
    if (request.url().includes('.m3u8')) polls += 1
    const name = /[^/]+\.m4s$/.exec(new URL(request.url()).pathname)?.[0]
    if (name !== undefined) loaded.push(name)
  })
  const body = '<!doctype html><video muted autoplay playsinline></video>'
  await page.route(`${w.url}/other`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${w.url}/other`)
  await page.addScriptTag({ path: playerFile })
  const errors: string[] = []
  await page.exposeFunction('onFatal', (details: string) => errors.push(details))
  const source = { url: `${w.url}/hls/${playbackId}/main.m3u8`, startPosition }
  await page.evaluate(({ url, startPosition }) => {
    // cast: the hls.js script and `exposeFunction` define the globals.
    const { Hls, onFatal } = globalThis as unknown as PlayerGlobals
    const hls = new Hls({ lowLatencyMode: true, startPosition })
    hls.on('hlsError', (_, { fatal, details }) => {
      if (fatal) onFatal(details)
    })
    hls.loadSource(url)
    hls.attachMedia(document.querySelector('video'))
  }, source)
  const reaches = (seconds: number) =>
    page.waitForFunction((at) => (document.querySelector('video')?.currentTime ?? 0) > at, seconds, {
      timeout: waitMs,
      polling: 50,
    })
  const position = () => page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  return { loaded, reaches, errors, position, polls: () => Promise.resolve(polls) }
}
type Played = { playbackId: string; startPosition?: number }
type OtherPlayer = {
  loadSource(url: string): void
  attachMedia(video: HTMLVideoElement | null): void
  on(event: string, listener: (event: string, data: { fatal: boolean; details: string }) => void): void
}
type PlayerGlobals = { Hls: new (config: object) => OtherPlayer; onFatal(details: string): void }

/** Opens the page with hls.js that the documentation shows, with the playlist of a video. */
async function openDocumented(w: LiveWorld, playbackId: string): Promise<Page> {
  const playlist = `${w.url}/hls/${playbackId}/main.m3u8`
  const [, example = ''] = /^```html\n([^]*?hls\.min\.js[^]*?)^```$/m.exec(manual) ?? []
  const page = await (await browser?.newContext())?.newPage()
  assert.ok(page !== undefined)
  const body = example.replace(/'https:[^']*main\.m3u8'/, JSON.stringify(playlist))
  assert.ok(body.includes(playlist), `the page has no playlist to replace: ${example}`)
  await page.route('https://cdn.jsdelivr.net/npm/hls.js@1/**', (route) => route.fulfill({ path: playerFile }))
  await page.route(`${w.url}/own`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${w.url}/own`)
  return page
}

/** Asserts that every name occurs once. */
function areDifferent(names: readonly string[]): void {
  const again = names.filter((name, at) => names.indexOf(name) !== at)
  assert.deepEqual(again, [], `loaded again, of ${names.join(' ')}`)
}

test(
  'plain hls.js, also on the page of the documentation, plays from the first segment and loads each segment once',
  { skip: noEncoder },
  async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    await using w = await liveWorld()
    const { id, playbackId, key } = await w.stream({ latencyMode: 'low' })
    const read = () => w.call('livestream.stream.get', { streamId: id })
    w.publish(key)
    await until(read, ({ status }) => status === 'live')
    const live = await play(t, w, { playbackId })
    await live.reaches(4)
    const documented = await openDocumented(w, playbackId)
    await documented.waitForFunction(() => (document.querySelector('video')?.currentTime ?? 0) > 1, undefined, {
      timeout: waitMs,
      polling: 50,
    })
    await documented.context().close()
    assert.match(String(live.loaded[0]), /^(s1|p1\.0)\.m4s$/)
    areDifferent(live.loaded)
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    const replay = objectOf((await w.replay(id)).playback)
    const recorded = await play(t, w, { playbackId: String(replay['playbackId']) })
    await recorded.reaches(3)
    assert.match(String(recorded.loaded[0]), /^s1-\d\.m4s$/)
    areDifferent(recorded.loaded)
  },
)

test(
  'a plain hls.js player at the live edge plays on when the encoder of a young stream reconnects',
  { skip: noEncoder },
  async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    await using w = await liveWorld()
    const { id, playbackId, key } = await w.stream({ latencyMode: 'low' })
    const read = () => w.call('livestream.stream.get', { streamId: id })
    const first = w.publish(key)
    await until(read, ({ status }) => status === 'live')
    const live = await play(t, w, { playbackId, startPosition: -1 })
    await live.reaches(4)
    await first.kill()
    await until(read, ({ status }) => status === 'reconnecting')
    // The player reloads the playlist without an open segment several times.
    const polls = await live.polls()
    await until(live.polls, (count) => count > polls + 3)
    w.publish(key)
    await until(read, ({ status }) => status === 'live')
    await live.reaches((await live.position()) + 6)
    assert.deepEqual(live.errors, [])
  },
)
