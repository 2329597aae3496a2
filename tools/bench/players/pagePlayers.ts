import type { Browser, Page } from 'playwright-core'
import { clockFrame } from '#tools/bench/video/clockFrame.ts'
import { loopSeconds } from './clockLoop.ts'
import { scriptOf, versionOf } from './installedPlayers.ts'
import type { OpenedPlayback, PlayerUnderTest, Sight } from './playerUnderTest.ts'

/** Opens a source in a page with one video element; runs in the page. */
type OpenInPage = (source: { url: string; isLowLatency: boolean; settings: object }) => unknown

type PageKind = { name: string; script?: string; open?: OpenInPage; isLowLatency?: boolean; settings?: object }

/** Settings of shaka 5 that the documentation names. */
const shakaSettings = { manifest: { availabilityWindowOverride: 3_600, hls: { disableClosedCaptionsDetection: true } } }

/** Players of other projects in a page of their own, and the watch page. */
export function pagePlayers(browser: Browser): PlayerUnderTest[] {
  return pageKinds().map((kind) => openedIn(browser, kind))
}

function pageKinds(): PageKind[] {
  const hls = ['hls-1.0', 'hls-1.3', 'hls-1.5', 'hls-newest'].flatMap((alias) =>
    [true, false].map((isLowLatency) => ({
      name: `hls.js ${versionOf(alias)}${isLowLatency ? ' LL' : ''}`,
      script: scriptOf(alias, 'hls.min.js'),
      open: openHls,
      isLowLatency,
    })),
  )
  const shaka = [{ alias: 'shaka-4' }, { alias: 'shaka-5' }, { alias: 'shaka-5', settings: shakaSettings }].map(
    ({ alias, settings }) => ({
      name: `shaka ${versionOf(alias)}${settings === undefined ? '' : ' set'}`,
      script: scriptOf(alias, 'shaka-player.compiled.js'),
      open: openShaka,
      ...(settings === undefined ? {} : { settings }),
    }),
  )
  const videoJs = [
    { alias: 'videojs-7', isLowLatency: true },
    { alias: 'videojs-8', isLowLatency: true },
    { alias: 'videojs-8', isLowLatency: false },
  ].map(({ alias, isLowLatency }) => ({
    name: `video.js ${versionOf(alias)}${isLowLatency ? '' : ' llhls off'}`,
    script: scriptOf(alias, 'video.min.js'),
    open: openVideoJs,
    isLowLatency,
  }))
  return [...hls, ...shaka, ...videoJs, { name: 'watch page' }]
}

// The functions below run in the page: they refer to no variable of this module. A fatal error is kept in `benchError`.

type Globals = { benchError?: string }

function openHls({ url, isLowLatency }: { url: string; isLowLatency: boolean }): void {
  // cast: the script of hls.js defines the global.
  const { Hls } = globalThis as unknown as { Hls: new (config: object) => HlsLike }
  const hls = new Hls({ lowLatencyMode: isLowLatency })
  hls.on('hlsError', (_name, { fatal, type, details }) => {
    if (fatal) Object.assign(globalThis, { benchError: `${type} ${details}` })
  })
  hls.loadSource(url)
  hls.attachMedia(document.querySelector('video'))
}
type HlsLike = {
  on(name: string, act: (name: string, error: { fatal: boolean; type: string; details: string }) => void): void
  loadSource(url: string): void
  attachMedia(video: HTMLVideoElement | null): void
}

async function openShaka({ url, settings }: { url: string; settings: object }): Promise<void> {
  // cast: the script of shaka defines the global.
  const { shaka } = globalThis as unknown as { shaka: ShakaLike }
  const fail = ({ code, data, message }: ShakaError) =>
    Object.assign(globalThis, { benchError: `${code ?? message} ${String(JSON.stringify(data)).slice(0, 120)}` })
  shaka.polyfill.installAll()
  const player = new shaka.Player()
  player.configure(settings)
  player.addEventListener('error', ({ detail }) => detail.severity === 2 && fail(detail))
  await player.attach(document.querySelector('video'))
  await player.load(url).catch(fail)
}
type ShakaError = { code: number | undefined; severity: number; data: unknown; message: string }
type ShakaLike = {
  polyfill: { installAll(): void }
  Player: new () => {
    addEventListener(name: 'error', act: (event: { detail: ShakaError }) => void): void
    configure(settings: object): void
    attach(video: HTMLVideoElement | null): Promise<void>
    load(url: string): Promise<void>
  }
}

function openVideoJs({ url, isLowLatency }: { url: string; isLowLatency: boolean }): void {
  // cast: the script of video.js defines the global.
  const { videojs } = globalThis as unknown as { videojs: (video: Element | null, options: object) => VideoJsLike }
  const plain = isLowLatency ? {} : { html5: { vhs: { llhls: false } } }
  const player = videojs(document.querySelector('video'), { autoplay: 'muted', muted: true, ...plain })
  player.on('error', () => {
    const { code, message } = player.error() ?? {}
    Object.assign(globalThis, { benchError: `${code} ${message}` })
  })
  player.src({ src: url, type: 'application/x-mpegURL' })
}
type VideoJsLike = {
  on(name: string, act: () => void): void
  error(): { code: number; message: string } | null
  src(source: { src: string; type: string }): void
}

const body = '<!doctype html><video muted autoplay playsinline width="640" height="360"></video>'

function openedIn(browser: Browser, kind: PageKind): PlayerUnderTest {
  const { name, script, open, isLowLatency = false, settings = {} } = kind
  let page: Page | undefined
  let loopBeganAtMs: number | undefined
  const close = async () => {
    await page?.context().close()
    page = undefined
  }
  return {
    name,
    isStepwise: false,
    close,
    async open(playback: OpenedPlayback) {
      await close()
      loopBeganAtMs = playback.loopBeganAtMs
      const context = await browser.newContext({ viewport: { width: 800, height: 600 }, reducedMotion: 'reduce' })
      page = await context.newPage()
      const { origin } = new URL(playback.url)
      if (open === undefined || script === undefined) {
        await page.goto(`${origin}/watch/${playback.playbackId}?muted=true`)
        return
      }
      await page.route(`${origin}/bench`, (route) => route.fulfill({ contentType: 'text/html', body }))
      await page.goto(`${origin}/bench`)
      await page.addScriptTag({ path: script })
      await page.evaluate(open, { url: playback.url, isLowLatency, settings })
    },
    async look() {
      if (page === undefined) throw new Error(`${name} is closed`)
      const { readMs, ...sight } = await page.evaluate(lookIn, clockFrame)
      return { ...sight, delaySeconds: delayOf(readMs, loopBeganAtMs) }
    },
    async seek(seconds) {
      await page?.evaluate((to) => {
        const video = document.querySelector('video')
        if (video === null) return
        video.currentTime = to
        if (video.paused) void video.play()
      }, seconds)
    },
  }
}

function delayOf(readMs: number | undefined, beganAtMs: number | undefined): number | undefined {
  if (readMs === undefined || beganAtMs === undefined) return undefined
  return ((Date.now() - beganAtMs - readMs) / 1000) % loopSeconds
}

/** Runs in the page. */
function lookIn({ blockPixels, columns, bits, width }: typeof clockFrame) {
  const video = document.querySelector('video')
  // cast: errors of players are kept in this variable; the watch page names its scene in an attribute.
  const { benchError } = globalThis as unknown as Globals
  const failed = document.querySelector('#player[data-scene=failed]') === null ? undefined : 'the page shows a failure'
  const error = benchError ?? failed
  const isOver = document.querySelector('#player[data-scene=over]') !== null
  // cast: a counter of Chromium.
  const counted = video as (HTMLVideoElement & { webkitAudioDecodedByteCount?: number }) | null
  const seen: Omit<Sight, 'delaySeconds'> & { readMs: number | undefined } = {
    position: video?.currentTime ?? 0,
    isEnded: video?.ended === true || isOver,
    error,
    height: video?.videoHeight,
    audioBytes: counted?.webkitAudioDecodedByteCount,
    readMs: undefined,
  }
  if (video === null || video.videoWidth !== width) return seen
  const canvas = document.createElement('canvas')
  canvas.width = columns * blockPixels
  canvas.height = (bits / columns) * blockPixels
  const pen = canvas.getContext('2d')
  pen?.drawImage(video, 0, 0, canvas.width, canvas.height, 0, 0, canvas.width, canvas.height)
  const { data } = pen?.getImageData(0, 0, canvas.width, canvas.height) ?? {}
  const read = (from: number, count: number) => {
    let value = 0
    for (let bit = from; bit < from + count; bit++) {
      const x = (bit % columns) * blockPixels + blockPixels / 2
      const y = Math.floor(bit / columns) * blockPixels + blockPixels / 2
      value = value * 2 + ((data?.[4 * (y * canvas.width + x)] ?? 0) > 127 ? 1 : 0)
    }
    return value
  }
  const low = read(0, 32)
  return read(32, 16) === ((low % 65_521) ^ 0xa5a5) ? { ...seen, readMs: low } : seen
}
