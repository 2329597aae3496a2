import type { Page } from 'playwright-core'
import { middle } from '#tools/bench/video/percentile.ts'
import type { Line } from '#tools/bench/report.ts'
import type { ConsoleBench } from './consoleBench.ts'
import { onConsolePage } from './consolePage.ts'

const rounds = 7
const glanceMs = 1_500
const openMsMax = 300
const scrollSteps = 240
const scrollPx = 240

/** A list of 100,000 records: time from the click to its rows, and frames of a scroll in which a row is missing. */
export async function measureList(bench: ConsoleBench): Promise<Line[]> {
  const cold: number[] = []
  const warm: number[] = []
  for (let round = 0; round < rounds; round++) {
    await onConsolePage(bench, '', async (page) => {
      // A glance at the home page, in which the browser loads the code of lists.
      await page.waitForTimeout(glanceMs)
      cold.push(await openList(page))
      await page.goBack()
      await page.locator('.list').waitFor({ state: 'detached' })
      warm.push(await openList(page))
    })
  }
  const scroll = await onConsolePage(bench, '/places/place', scrollDown)
  const note = (all: number[]) => `median of ${all.length}, at most ${Math.max(...all).toFixed(0)} ms`
  return [
    { name: 'list of 100,000, opened first', value: middle(cold), unit: 'ms', atMost: openMsMax, note: note(cold) },
    { name: 'list of 100,000, opened again', value: middle(warm), unit: 'ms', atMost: openMsMax, note: note(warm) },
    {
      name: 'scroll, frames without a row',
      value: scroll.blankFrames,
      unit: '',
      atMost: 0,
      note: `of ${scroll.frames} frames over ${scroll.rows.toLocaleString('en')} rows`,
    },
    {
      name: 'scroll, frames with a row that still loads',
      value: (scroll.loadingFrames / scroll.frames) * 100,
      unit: '%',
      note: `longest frame ${scroll.longestMs.toFixed(0)} ms`,
    },
  ]
}

/** Milliseconds from a click on the navigation to rows with text. The pointer never rested on the link before. */
function openList(page: Page): Promise<number> {
  return page.evaluate(
    () =>
      new Promise<number>((done, failed) => {
        const link = [...document.querySelectorAll<HTMLElement>('nav a')].find((each) => each.innerText === 'Places')
        if (link === undefined) return failed(new Error('the navigation has no places'))
        const from = performance.now()
        const look = () => {
          const rows = document.querySelectorAll('.list[aria-label="Places"] .list-row .list-title')
          if (rows.length >= 10) done(performance.now() - from)
          else requestAnimationFrame(look)
        }
        link.click()
        look()
      }),
  )
}

type Scroll = { frames: number; blankFrames: number; loadingFrames: number; longestMs: number; rows: number }

/** Scrolls by the wheel and looks at five places of the window in each frame. */
async function scrollDown(page: Page): Promise<Scroll> {
  await page.locator('.list-row .list-title').first().waitFor()
  const watched = page.evaluate(watchFrames)
  await page.mouse.move(700, 500)
  for (let step = 0; step < scrollSteps; step++) await page.mouse.wheel(0, scrollPx)
  await page.evaluate(() => document.dispatchEvent(new Event('scrolled')))
  return watched
}

function watchFrames(): Promise<Scroll> {
  const seen = { frames: 0, blankFrames: 0, loadingFrames: 0, longestMs: 0, rows: 0 }
  const heights = [0.3, 0.45, 0.6, 0.75, 0.9]
  let isOver = false
  document.addEventListener('scrolled', () => (isOver = true), { once: true })
  return new Promise((done) => {
    let before = performance.now()
    const frame = (now: number) => {
      seen.longestMs = Math.max(seen.longestMs, now - before)
      before = now
      seen.frames += 1
      const rows = heights.map((at) =>
        document.elementFromPoint(innerWidth * 0.6, innerHeight * at)?.closest('.list-row'),
      )
      if (rows.some((row) => row === null || row === undefined)) seen.blankFrames += 1
      else if (rows.some((row) => row?.querySelector('.list-title') === null)) seen.loadingFrames += 1
      const last = rows.at(-1)?.getAttribute('aria-rowindex')
      seen.rows = Math.max(seen.rows, Number(last ?? 0))
      if (isOver) done(seen)
      else requestAnimationFrame(frame)
    }
    requestAnimationFrame(frame)
  })
}
