import { createRequire } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import type { Line } from '#tools/bench/report.ts'
import { clockFrame, makePainter } from './clockFrame.ts'
import { live, type BenchEncoder, type LivePlatform } from './livePlatform.ts'
import { middle, percentile } from './percentile.ts'

const framesPerSecond = 30
const keyFrameSeconds = 1
/** Duration of the stream when a viewer joins: more than the latency of any player. */
const leadSeconds = 12

/** Stream to watch, with warm-up and measured time. */
export type Glass = {
  latencyMode: 'ultraLow' | 'low' | 'standard'
  warmUpSeconds: number
  seconds: number
  /** Opens a playlist in another way than on the page of its video. */
  open?(page: Page, playlistUrl: string): Promise<void>
}

/**
 * Figures of a page: delays from the drawing of a frame to its display in ms, the buffer ahead of each in seconds, and
 * failures.
 */
export type Sight = {
  delaysMs: number[]
  aheadSeconds: number[]
  unreadCount: number
  droppedCount: number
  stallCount: number
}

/**
 * Delays from the drawing of a frame, through x264, the server and a browser, to its display. Each frame carries its
 * time; an unreadable one is left out and counted.
 */
export async function measureGlass(on: LivePlatform, browser: Browser, glass: Glass): Promise<Sight> {
  const stream = await on.stream({ latencyMode: glass.latencyMode })
  const camera = startCamera(on, stream.publishUrl)
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } })
  try {
    await live(on, stream)
    await sleep(leadSeconds * 1000)
    const page = await context.newPage()
    if (glass.open === undefined) await page.goto(`${on.url}/watch/${stream.playbackId}?muted=true`)
    else await glass.open(page, `${on.url}/hls/${stream.playbackId}/main.m3u8`)
    const isPlaying = () => (document.querySelector('video')?.currentTime ?? 0) > 0
    await page.waitForFunction(isPlaying, undefined, { timeout: 30_000 })
    await page.waitForTimeout(glass.warmUpSeconds * 1000)
    return await page.evaluate(readClock, { ...clockFrame, seconds: glass.seconds })
  } finally {
    await context.close()
    await camera.stop()
  }
}

/** Budgets: median and 95th percentile of delays in seconds, and stalls. */
export type SightBound = { p50Max?: number; p95Max?: number; stallsMax?: number }

/** Report lines of the measured delays. */
export function glassLines(name: string, sight: Sight, bound: SightBound): Line[] {
  const { delaysMs, aheadSeconds, unreadCount, droppedCount, stallCount } = sight
  if (delaysMs.length === 0) throw new Error(`${name}: of ${JSON.stringify(sight)} no frame could be read`)
  const counts = `${delaysMs.length} frames, ${unreadCount} unread, ${droppedCount} dropped, ${stallCount} stalls`
  const note = `${counts}, ${middle(aheadSeconds).toFixed(2)} s loaded ahead`
  const most = (max: number | undefined) => (max === undefined ? {} : { atMost: max, aim: max })
  const lines: Line[] = [
    { name: `${name}, p50`, value: middle(delaysMs) / 1000, unit: 's', ...most(bound.p50Max), note },
    { name: `${name}, p95`, value: percentile(delaysMs, 95) / 1000, unit: 's', ...most(bound.p95Max), note: '' },
  ]
  if (bound.stallsMax === undefined) return lines
  return [...lines, { name: `${name}, stalls`, value: stallCount, unit: '', ...most(bound.stallsMax), note: '' }]
}

/** Draws frames in real time; ffmpeg publishes them with a tone. */
export function startCamera(on: LivePlatform, publishUrl: string): BenchEncoder {
  const encoder = on.encoder(encoderArgs(publishUrl), 'pipe')
  const { stdin } = encoder.child
  if (stdin === null) throw new Error('the encoder has no input')
  const paint = makePainter()
  const beganAt = performance.now()
  let count = 0
  const timer = setInterval(() => {
    const due = ((performance.now() - beganAt) * framesPerSecond) / 1000
    // Late frames are sent too: a camera's frames have even times.
    for (; count < due && stdin.writable; count++) stdin.write(Buffer.from(paint(Date.now())))
  }, 2)
  return {
    child: encoder.child,
    stop() {
      clearInterval(timer)
      return encoder.stop()
    },
  }
}

function encoderArgs(publishUrl: string): string[] {
  const { width, height } = clockFrame
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(framesPerSecond)]
  const videoInput = ['-fflags', 'nobuffer', ...raw, '-i', 'pipe:0']
  const audioInput = ['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000']
  const every = String(keyFrameSeconds * framesPerSecond)
  const keys = ['-g', every, '-keyint_min', every, '-sc_threshold', '0']
  const x264 = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-b:v', '900k', ...keys]
  return [
    ...videoInput,
    ...audioInput,
    ...x264,
    '-c:a',
    'aac',
    '-b:a',
    '64k',
    '-flush_packets',
    '1',
    '-f',
    'flv',
    publishUrl,
  ]
}

type ReadClock = typeof clockFrame & { seconds: number }

/** Runs in the page: it refers to no variable of this module. */
function readClock({ blockPixels, columns, bits, seconds }: ReadClock): Promise<Sight> {
  const video = document.querySelector('video')
  const canvas = document.createElement('canvas')
  canvas.width = columns * blockPixels
  canvas.height = (bits / columns) * blockPixels
  const pen = canvas.getContext('2d', { willReadFrequently: true })
  if (video === null || pen === null) throw new Error('the page shows no video')
  const sight: Sight = { delaysMs: [], aheadSeconds: [], unreadCount: 0, droppedCount: 0, stallCount: 0 }
  const droppedBefore = video.getVideoPlaybackQuality().droppedVideoFrames
  video.addEventListener('waiting', () => (sight.stallCount += 1))

  const read = (from: number, count: number, pixels: Uint8ClampedArray) => {
    let value = 0
    for (let bit = from; bit < from + count; bit++) {
      const x = (bit % columns) * blockPixels + blockPixels / 2
      const y = Math.floor(bit / columns) * blockPixels + blockPixels / 2
      value = value * 2 + ((pixels[4 * (y * canvas.width + x)] ?? 0) > 127 ? 1 : 0)
    }
    return value
  }
  const look = () => {
    const nowMs = Date.now()
    pen.drawImage(video, 0, 0, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height)
    const { data } = pen.getImageData(0, 0, canvas.width, canvas.height)
    const low = read(0, 32, data)
    if (read(32, 16, data) !== ((low % 65_521) ^ 0xa5a5)) sight.unreadCount += 1
    else sight.delaysMs.push((nowMs % 2 ** 32) - low)
    const { buffered, currentTime } = video
    if (buffered.length > 0) sight.aheadSeconds.push(buffered.end(buffered.length - 1) - currentTime)
    video.requestVideoFrameCallback(look)
  }
  video.requestVideoFrameCallback(look)
  return new Promise((done) => {
    setTimeout(() => {
      sight.droppedCount = video.getVideoPlaybackQuality().droppedVideoFrames - droppedBefore
      done(sight)
    }, seconds * 1000)
  })
}

const playerFile = createRequire(import.meta.url).resolve('hls.js/dist/hls.light.min.js')

/** Opens a playlist in hls.js with its default options, on a page of its own. */
export async function openPlain(page: Page, playlistUrl: string): Promise<void> {
  const body = '<!doctype html><video muted autoplay playsinline></video>'
  const url = new URL('/plain', playlistUrl).href
  await page.route(url, (route) => route.fulfill({ contentType: 'text/html', body }))
  await page.goto(url)
  await page.addScriptTag({ path: playerFile })
  await page.evaluate((source) => {
    // cast: the hls.js script defines the global.
    const { Hls } = globalThis as unknown as { Hls: new (config: object) => PlainPlayer }
    const hls = new Hls({ lowLatencyMode: false })
    hls.loadSource(source)
    hls.attachMedia(document.querySelector('video'))
  }, playlistUrl)
}
type PlainPlayer = { loadSource(url: string): void; attachMedia(video: HTMLVideoElement | null): void }
