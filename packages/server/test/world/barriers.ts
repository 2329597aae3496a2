import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

/** Accessibility violations that axe-core finds, as rule and elements. */
export async function barriers(page: Page): Promise<string[]> {
  // The script has 560 kB: a page gets it once.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(axe)
  const found = await page.evaluate(async () => {
    // cast: the axe-core script defines the global.
    const { run } = (globalThis as unknown as { axe: Axe }).axe
    return (await run({ resultTypes: ['violations'] })).violations
  })
  return found.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => String(target)).join(', ')}`)
}
type Axe = { run(options: { resultTypes: string[] }): Promise<{ violations: AxeFinding[] }> }
type AxeFinding = { id: string; nodes: { target: unknown }[] }
