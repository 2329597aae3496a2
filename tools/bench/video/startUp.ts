import type { Browser } from 'playwright-core'
import type { Line } from '#tools/bench/report.ts'
import type { LivePlatform } from './livePlatform.ts'

const rounds = 3
const keyFrameSeconds = 2
const timeoutMs = 20_000

/** Time from the start of the encoder to moving frames in a page opened earlier; the slowest of three. */
export async function measureStartUp(on: LivePlatform, browser: Browser): Promise<Line[]> {
  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) seconds.push((await startOnce(on, browser)) / 1000)
  const note = seconds.map((each) => each.toFixed(2)).join(', ')
  return [
    { name: 'encoder start → waiting page plays', value: Math.max(...seconds), unit: 's', atMost: 3.5, aim: 3, note },
  ]
}

async function startOnce(on: LivePlatform, browser: Browser): Promise<number> {
  const stream = await on.stream({ latencyMode: 'low' })
  const context = await browser.newContext({ viewport: { width: 800, height: 600 } })
  try {
    const page = await context.newPage()
    await page.goto(`${on.url}/watch/${stream.playbackId}?muted=true`)
    await page.locator('#player').getByText('Not live yet').waitFor()
    const playing = page.evaluate(untilMoving, timeoutMs)
    const beganAtMs = Date.now()
    const encoder = on.encoder(encoderArgs(stream.publishUrl))
    try {
      return (await playing) - beganAtMs
    } finally {
      await encoder.stop()
    }
  } finally {
    await context.close()
  }
}

function encoderArgs(publishUrl: string): string[] {
  const interval = String(keyFrameSeconds * 30)
  const source = ['-re', '-f', 'lavfi', '-i', 'testsrc2=size=640x360:rate=30', '-re', '-f', 'lavfi', '-i', 'sine']
  const keys = ['-g', interval, '-keyint_min', interval, '-sc_threshold', '0', '-pix_fmt', 'yuv420p']
  const video = ['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', ...keys]
  return [...source, ...video, '-c:a', 'aac', '-f', 'flv', publishUrl]
}

/** Runs in the page: display time of the second frame, in ms since 1970. */
function untilMoving(timeoutMs: number): Promise<number> {
  const video = document.querySelector('video')
  if (video === null) throw new Error('the page has no video')
  return new Promise((done, failed) => {
    const timer = setTimeout(() => failed(new Error('the video did not play')), timeoutMs)
    video.requestVideoFrameCallback((_now, { mediaTime }) => {
      const look = () =>
        video.requestVideoFrameCallback((_later, next) => {
          if (next.mediaTime <= mediaTime) return look()
          clearTimeout(timer)
          done(Date.now())
        })
      look()
    })
  })
}
