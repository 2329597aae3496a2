import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProducts } from '#platform/console/description.ts'
import { products } from '#products/index.ts'
import { barriers } from '#test/world/barriers.ts'
import { isThorough } from '#test/world/thorough.ts'
import { arrayOf, type World } from '#test/world/world.ts'
import { browserFor, consoleStage, desktop, phone, type ConsolePage, type Look } from './consoleStage.ts'

const { nouns: described, operations } = describeProducts(products)
const operationOf = (id: string) => operations.find((each) => each.id === id)
const has = (id: string) => operationOf(id) !== undefined

/** Nouns with a list of an account, each with the path of its pages. */
const nouns = described
  .filter(({ id }) => has(`${id}.all`) && operationOf(`${id}.all`)?.credential !== 'person')
  .map(({ id }) => ({ id, path: `/${id.replace('.', '/')}` }))

/** Makes a record of every noun from the examples of the operations. Returns an id of each noun that has records. */
async function fill(w: World): Promise<Map<string, string>> {
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
  return new Map((await Promise.all(found)).filter(([, id]) => id !== 'undefined'))
}

for (const look of [desktop, phone] satisfies Look[]) {
  test(`every noun has a list, a page and forms without barriers, ${look.width} ${look.colorScheme}`, async (t) => {
    const browser = await browserFor(t)
    if (browser === undefined) return
    const { w, visit } = await consoleStage(t, browser)
    const made = await fill(w)
    const creatable = nouns.filter(({ id }) => has(`${id}.create`))
    assert.deepEqual(
      creatable.filter(({ id }) => !made.has(id)),
      [],
    )
    const view = await visit(await w.signIn('owner'), look)
    const findings: string[] = []
    // Screens have the same elements on a phone: only a thorough run checks their colours there as well.
    const hasAxe = look === desktop || isThorough
    for (const { id, path } of nouns) {
      const record = made.get(id)
      const screens = [
        { path, isThere: true, form: false },
        { path: `${path}/${record}`, isThere: record !== undefined && has(`${id}.get`), form: false },
        { path: `${path}/${record}/edit`, isThere: record !== undefined && has(`${id}.update`), form: true },
        { path: `${path}/new`, isThere: has(`${id}.create`), form: true },
      ]
      for (const screen of screens.filter(({ isThere }) => isThere)) {
        await view.open(screen.path)
        await view.page
          .locator(screen.form ? 'form' : '.list, .surface')
          .first()
          .waitFor()
        const where = screen.path.replace(String(record), '<id>')
        findings.push(...(await findingsOf(view, hasAxe)).map((each) => `${where} ${each}`))
      }
    }
    assert.deepEqual(findings, [])
  })
}

/** Script errors, barriers, and a page that is wider than its window. */
async function findingsOf({ page, complaints }: ConsolePage, hasAxe: boolean): Promise<string[]> {
  const wider = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  const sideways = wider > 0 ? [`scrolls sideways by ${wider} px`] : []
  return [...complaints.splice(0), ...(hasAxe ? await barriers(page) : []), ...sideways]
}
