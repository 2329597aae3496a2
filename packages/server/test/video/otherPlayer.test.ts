import assert from 'node:assert/strict'
import { createRequire } from 'node:module'
import { after, before, test, type TestContext } from 'node:test'
import type { Browser } from 'playwright-core'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { liveWorld, noEncoder, type LiveWorld } from './liveWorld.ts'
import { objectOf } from '#test/world/world.ts'
import { until } from '#test/world/until.ts'

const waitMs = 60_000
const playerFile = createRequire(import.meta.url).resolve('hls.js/dist/hls.min.js')

let browser: Browser | undefined
before(async () => {
  browser = await openBrowser()
})
after(() => browser?.close())

/** Plays a video from its beginning in a foreign page with plain hls.js. `loaded` lists loaded files in order. */
async function play(t: TestContext, w: LiveWorld, playbackId: string) {
  const page = await (await browser?.newContext())?.newPage()
  assert.ok(page !== undefined)
  t.after(() => page.context().close())
  const loaded: string[] = []
  page.on('request', (request) => {
    const name = /[^/]+\.m4s$/.exec(new URL(request.url()).pathname)?.[0]
    if (name !== undefined) loaded.push(name)
  })
  const body = '<!doctype html><video muted autoplay playsinline></video>'
  await page.route(`${w.url}/other`, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(`${w.url}/other`)
  await page.addScriptTag({ path: playerFile })
  await page.evaluate((source) => {
    // cast: the hls.js script defines the global.
    const { Hls } = globalThis as unknown as { Hls: new (config: object) => OtherPlayer }
    const hls = new Hls({ lowLatencyMode: true, startPosition: 0 })
    hls.loadSource(source)
    hls.attachMedia(document.querySelector('video'))
  }, `${w.url}/hls/${playbackId}/main.m3u8`)
  const reaches = (seconds: number) =>
    page.waitForFunction((at) => (document.querySelector('video')?.currentTime ?? 0) > at, seconds, {
      timeout: waitMs,
      polling: 50,
    })
  return { loaded, reaches }
}
type OtherPlayer = { loadSource(url: string): void; attachMedia(video: HTMLVideoElement | null): void }

/** Asserts that every name occurs once. */
function areDifferent(names: readonly string[]): void {
  const again = names.filter((name, at) => names.indexOf(name) !== at)
  assert.deepEqual(again, [], `loaded again, of ${names.join(' ')}`)
}

test(
  'a plain hls.js player starts at the first segment, live and recorded, and loads each segment once',
  { skip: noEncoder },
  async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    await using w = await liveWorld()
    const { id, playbackId, key } = await w.stream({ latencyMode: 'low' })
    const read = () => w.call('livestream.stream.get', { streamId: id })
    w.publish(key)
    await until(read, ({ status }) => status === 'live')
    const live = await play(t, w, playbackId)
    await live.reaches(4)
    assert.match(String(live.loaded[0]), /^(s1|p1\.0)\.m4s$/)
    areDifferent(live.loaded)
    await w.call('livestream.stream.update', { streamId: id, action: 'end' })
    const [made] = await until(
      async () => (await w.call('livestream.static.all', { source: 'recording' })).items,
      ({ length }) => length === 1,
    )
    const replay = objectOf(made?.playback)
    const recorded = await play(t, w, String(replay['playbackId']))
    await recorded.reaches(3)
    assert.match(String(recorded.loaded[0]), /^s1-\d\.m4s$/)
    areDifferent(recorded.loaded)
  },
)
