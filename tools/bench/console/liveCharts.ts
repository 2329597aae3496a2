import { setImmediate as turn } from 'node:timers/promises'
import type { Page } from 'playwright-core'
import type { Line } from '#tools/bench/report.ts'
import type { ConsoleBench } from './consoleBench.ts'
import { onConsolePage } from './consolePage.ts'

const hourMs = 3_600_000
/** Interval at which the control room reads a connected stream. */
const pollMs = 1_500
/** Time after which the window of the charts is full. */
const windowMs = 330_000
const megabyte = 1024 * 1024

/** Memory that an hour of the control room's charts adds, on a clock that runs faster; the samples are made here. */
export async function measureLiveCharts(bench: ConsoleBench, streamId: string): Promise<Line> {
  return onConsolePage(bench, `/livestream/stream/${streamId}`, async (page) => {
    let polls = 0
    await page.route('**/api/video/stream/getStatus', (route) => {
      polls += 1
      return route.fulfill({ json: { data: statusOf(streamId, polls), requestId: `req_${polls}` } })
    })
    await page.clock.install()
    await page.reload()
    await page.clock.runFor(5_000)
    await page.locator('.live-chart canvas').first().waitFor()
    await run(page, windowMs)
    const before = await heapBytes(page)
    await run(page, hourMs)
    const grown = (await heapBytes(page)) - before
    const note = `${polls.toLocaleString('en')} samples of four charts; ${(before / megabyte).toFixed(1)} MB before`
    return { name: 'memory that an hour of charts adds', value: grown / megabyte, unit: 'MB', atMost: 5, note }
  })
}

/** Advances the clock of a page in steps of a poll; responses arrive between them. */
async function run(page: Page, ms: number): Promise<void> {
  for (let at = 0; at < ms; at += pollMs) {
    await page.clock.runFor(pollMs)
    await turn()
  }
}

async function heapBytes(page: Page): Promise<number> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('HeapProfiler.collectGarbage')
  const { usedSize } = await devtools.send('Runtime.getHeapUsage')
  await devtools.detach()
  return usedSize
}

function statusOf(id: string, poll: number) {
  return {
    id,
    status: 'connecting',
    isLive: false,
    startedAt: null,
    uptimeSeconds: null,
    viewers: poll % 50,
    sseUrl: '',
    health: 'good',
    issues: [],
    ingest: {
      protocol: 'rtmp',
      videoCodec: 'avc1.64001f',
      audioCodec: 'mp4a.40.2',
      width: 1280,
      height: 720,
      fps: 29.5 + (poll % 10) / 10,
      bitrateKbps: 3_800 + (poll % 400),
      keyFrameIntervalSeconds: 2,
      droppedFrames: 0,
      lastPacketAt: null,
    },
    latencySeconds: null,
    simulcast: [],
    recording: { isRecording: false, seconds: 0, bytes: 0 },
  }
}
