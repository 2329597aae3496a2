import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { describeProducts } from '#platform/console/description.ts'
import { products } from '#products/index.ts'
import { barriers } from '#test/world/barriers.ts'
import { noBrowser, openBrowser } from '#test/world/browser.ts'
import { freePort } from '#test/world/freePort.ts'
import { isThorough } from '#test/world/thorough.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { fitsWindow, openConsole, phone } from './consoleStage.ts'

const { nouns: described, operations } = describeProducts(products)
const operationOf = (id: string) => operations.find((each) => each.id === id)
const has = (id: string) => operationOf(id) !== undefined

/** Nouns with a list of an account, each with the path of its pages. */
const nouns = described
  .filter(({ id }) => has(`${id}.all`) && operationOf(`${id}.all`)?.credential !== 'person')
  .map(({ id }) => ({ id, path: `/${id.replace('.', '/')}` }))

/** A world that serves the console on a port of its own, with a record of every noun that callers can create. */
async function filledWorld(t: TestContext): Promise<{ w: World; origin: string; made: Map<string, string> }> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const w = await world({ publicUrl: origin })
  t.after(() => w[Symbol.asyncDispose]())
  await w.app.server.listen({ port, host: '127.0.0.1' })
  for (const { id } of nouns) {
    // The example of an operation on one record makes the record first, unless another example has made it.
    const verb = ['get', 'delete', 'update'].find((each) => has(`${id}.${each}`))
    if (has(`${id}.create`) && verb !== undefined) await w.example(`${id}.${verb}`)
  }
  await w.settle()
  const found = nouns.map(async ({ id }): Promise<[string, string]> => {
    const { items } = await w.call(`${id}.all`)
    return [id, String(arrayOf(items)[0]?.['id'])]
  })
  return { w, origin, made: new Map((await Promise.all(found)).filter(([, id]) => id !== 'undefined')) }
}

for (const look of ['desktop', 'phone'] as const) {
  test(`every noun has a list and forms that open, fit the window and have no barrier, ${look}`, async (t) => {
    const browser = await openBrowser()
    if (browser === undefined) return t.skip(noBrowser())
    t.after(() => browser.close())
    const { w, origin, made } = await filledWorld(t)
    const without = nouns.filter(({ id }) => has(`${id}.create`) && !made.has(id))
    assert.deepEqual(without, [])
    const more = look === 'phone' ? ({ size: phone, colorScheme: 'dark' } as const) : {}
    const seen = await openConsole(browser, { app: w.app, origin, person: await w.signIn('owner'), ...more })
    t.after(() => seen[Symbol.asyncDispose]())
    const findings: string[] = []
    for (const { id, path } of nouns) {
      const screens = [
        { path, isThere: true, mark: '.list, .surface' },
        { path: `${path}/${made.get(id)}/edit`, isThere: made.has(id) && has(`${id}.update`), mark: 'form' },
        { path: `${path}/new`, isThere: has(`${id}.create`), mark: 'form' },
      ]
      for (const screen of screens.filter(({ isThere }) => isThere)) {
        await seen.open(screen.path)
        await seen.page.locator(screen.mark).first().waitFor()
        await fitsWindow(seen.page)
        // Screens have the same elements on a phone: only a thorough run checks their colours there as well.
        const found = look === 'desktop' || isThorough ? await barriers(seen.page) : []
        findings.push(...[...seen.failures.splice(0), ...found].map((each) => `${screen.path}: ${each}`))
      }
    }
    assert.deepEqual(findings, [])
  })
}
