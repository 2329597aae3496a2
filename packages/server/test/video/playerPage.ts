import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { pageTimeoutMs, type Seen } from './playerStage.ts'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

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
  await page.waitForFunction(isPast, seconds, { timeout: pageTimeoutMs })
}

/** Waits until a condition holds in the page. */
export async function holds(page: Page, isSo: () => boolean): Promise<void> {
  await page.waitForFunction(isSo, undefined, { timeout: pageTimeoutMs })
}

/** Accessibility violations that axe-core finds. */
export async function barriers({ page }: Seen): Promise<string[]> {
  await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    // cast: the axe-core script defines the global.
    const { run } = (globalThis as unknown as { axe: { run(): Promise<{ violations: AxeFinding[] }> } }).axe
    return (await run()).violations
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}
type AxeFinding = { id: string; nodes: { target: unknown }[] }

/** Saves a screenshot into the folder that SHOTS names; does nothing without it. */
export async function shoot(page: Page, name: string): Promise<void> {
  const folder = process.env['SHOTS']
  if (folder !== undefined) await page.screenshot({ path: join(folder, `${name}.png`) })
}
