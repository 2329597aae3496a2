import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Accessibility violations that axe-core finds, as rule and elements, once transitions of the page have ended. */
export async function barriers(page: Page): Promise<string[]> {
  await settled(page)
  // The script has 560 kB: a page gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    // cast: the axe-core script defines the global.
    const { run } = (globalThis as unknown as { axe: Axe }).axe
    return (await run({ resultTypes: ['violations'] })).violations
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}

/** Waits for the transitions of a page: no reader sees the colours of a text that is half faded. */
async function settled(page: Page): Promise<void> {
  await page.waitForFunction(() =>
    document.getAnimations().every((each) => {
      const isEndless = each.effect?.getComputedTiming().endTime === Number.POSITIVE_INFINITY
      return isEndless || each.playState !== 'running'
    }),
  )
}

type Axe = { run(options: { resultTypes: string[] }): Promise<{ violations: AxeFinding[] }> }
type AxeFinding = { id: string; nodes: { target: unknown }[] }
