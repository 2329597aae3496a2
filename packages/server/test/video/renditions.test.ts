import assert from 'node:assert/strict'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Browser, Page } from 'playwright-core'
import { isAlive, signal } from '#platform/db/embedded/processes.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { liveWorld, noEncoder } from './liveWorld.ts'
import { findProgram } from '#test/world/program.ts'
import { until } from '#test/world/until.ts'

/** Upper bound of any wait in a page, also on a busy machine. */
const waitMs = 60_000
/** Longest stall: on a busy machine decoding and the clock of the page halt for seconds as well. */
const stallSecondsMax = 10

let browser: Browser | undefined
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'renditions-'))
  browser = await openBrowser()
})
after(async () => {
  await browser?.close()
  await rm(folder, { recursive: true })
})

/** Wraps ffmpeg to log its processes. Returns its path, and the pid of the current live transcode. */
async function watchedFfmpeg() {
  const [path, list] = [join(folder, 'ffmpeg'), join(folder, 'runs')]
  await writeFile(path, `#!/bin/sh\necho "$$ $*" >> ${list}\nexec ${findProgram('ffmpeg')} "$@"\n`)
  await chmod(path, 0o755)
  const encoding = async () => {
    const runs = (await readFile(list, 'utf8')).matchAll(/^(\d+) .*pipe:3/gm)
    // A slow transcode may have been replaced on a busy machine.
    return Array.from(runs, ([, pid]) => Number(pid)).findLast(isAlive)
  }
  return { path, encoding }
}

/** Measures the longest stall of the video from now on, in seconds. */
async function measureStalls(page: Page): Promise<() => Promise<number>> {
  await page.evaluate(() => {
    const video = document.querySelector('video')
    let [longestMs, at, sinceMs] = [0, -1, performance.now()]
    const look = () => {
      const now = performance.now()
      longestMs = Math.max(longestMs, now - sinceMs)
      if (video?.currentTime !== at) sinceMs = now
      at = video?.currentTime ?? -1
      if (video !== null) video.dataset['longestMs'] = String(longestMs)
    }
    setInterval(look, 50)
  })
  return () => page.evaluate(() => Number(document.querySelector('video')?.dataset['longestMs']) / 1000)
}

async function choose(page: Page, size: string): Promise<string[]> {
  await page.getByRole('button', { name: 'Settings' }).click()
  const sizes = page.locator('.sheet .quality label')
  const all = await sizes.allTextContents()
  await sizes.getByText(size, { exact: true }).click()
  await page.keyboard.press('Escape')
  return all
}

/** Waits until the playback position has advanced by `seconds`. */
async function plays(page: Page, seconds: number): Promise<void> {
  const at = await page.evaluate(() => document.querySelector('video')?.currentTime ?? 0)
  const isPast = (position: number) => (document.querySelector('video')?.currentTime ?? 0) > position
  await page.waitForFunction(isPast, at + seconds, { timeout: waitMs, polling: 50 })
}

async function shows(page: Page, height: number): Promise<void> {
  const isSo = (expected: number) => document.querySelector('video')?.videoHeight === expected
  await page.waitForFunction(isSo, height, { timeout: waitMs, polling: 50 })
}

test(
  'a live viewer switches the rendition, and playback does not stall when the transcode is killed',
  { skip: noEncoder },
  async (t) => {
    if (browser === undefined) return t.skip(noBrowser())
    const ffmpeg = await watchedFfmpeg()
    const rungs = [{ shortSide: 180, kbpsMax: 300 }]
    await using w = await liveWorld({ live: { rungs, ffmpegPath: ffmpeg.path } })
    const { id, playbackId, key } = await w.stream({ renditions: 'auto' })
    w.publish(key, { width: 640, height: 360 })
    await until(
      () => w.call('livestream.stream.get', { streamId: id }),
      ({ status }) => status === 'live',
    )
    // The player loads the list of renditions once, so it must be complete before.
    await until(async () => (await (await fetch(`${w.url}/hls/${playbackId}/main.m3u8`)).text()).includes('180p-'))
    const page = await (await browser.newContext({ locale: 'en-GB' })).newPage()
    page.setDefaultTimeout(waitMs)
    await page.goto(`${w.url}/watch/${playbackId}`)
    await plays(page, 2)
    const longestSeconds = await measureStalls(page)
    assert.deepEqual(await choose(page, '180p'), ['Auto', '360p', '180p'])
    await shows(page, 180)
    const first = (await until(ffmpeg.encoding)) ?? assert.fail('no transcode is running')
    signal(first, 'SIGKILL')
    await until(ffmpeg.encoding, (pid) => pid !== undefined && pid !== first)
    await plays(page, 2)
    await shows(page, 180)
    await choose(page, '360p')
    await shows(page, 360)
    await choose(page, 'Auto')
    await plays(page, 2)
    const stallSeconds = await longestSeconds()
    t.diagnostic(`the longest stall: ${stallSeconds} s`)
    assert.ok(stallSeconds < stallSecondsMax, `the video stalled for ${stallSeconds} s`)
  },
)
