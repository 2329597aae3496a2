import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { pageTimeoutMs } from './playerStage.ts'

/** Options of a wait in a page: polling per frame, the default, makes the page draw each frame. */
const waiting = { timeout: pageTimeoutMs, polling: 50 }

/** State of the video element. */
export function videoOf(page: Page) {
  return page.evaluate(() => {
    const video = document.querySelector('video')
    if (video === null) throw new Error('there is no video')
    const { currentTime, paused, muted, volume, readyState, ended } = video
    return { currentTime, paused, muted, volume, readyState, ended }
  })
}

/** Waits until the video plays. */
export async function playing(page: Page): Promise<void> {
  await holds(page, () => (document.querySelector('video')?.readyState ?? 0) >= 3)
  const { currentTime } = await videoOf(page)
  await plays(page, currentTime + 0.2)
}

/** Waits until the playback position is past `seconds`. */
export async function plays(page: Page, seconds: number): Promise<void> {
  const isPast = (position: number) => (document.querySelector('video')?.currentTime ?? 0) > position
  await page.waitForFunction(isPast, seconds, waiting)
}

/** Waits until a condition holds in the page. */
export async function holds(page: Page, isSo: () => boolean): Promise<void> {
  await page.waitForFunction(isSo, undefined, waiting)
}

/** Seeks to the last half second of loaded media, so that a player without new media runs out of it soon. */
export async function seekToLoadedEnd(page: Page): Promise<void> {
  await page.evaluate(async () => {
    const video = document.querySelector('video')
    if (video === null) throw new Error('there is no video')
    const isDone = new Promise((done) => video.addEventListener('seeked', done, { once: true }))
    video.currentTime = video.buffered.end(video.buffered.length - 1) - 0.5
    await isDone
  })
}

/** Saves a screenshot into the folder that SHOTS names; does nothing without it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}
