import assert from 'node:assert/strict'
import { test } from 'node:test'
import { describeProducts } from '#platform/console/description.ts'
import { products } from '#products/index.ts'
import { barriers } from '#test/world/barriers.ts'
import { isThorough } from '#test/world/thorough.ts'
import { arrayOf, world, type World } from '#test/world/world.ts'
import { fitsWindow, phone, sharedConsole } from './consoleStage.ts'

const { nouns: described, operations } = describeProducts(products)
const operationOf = (id: string) => operations.find((each) => each.id === id)
const has = (id: string) => operationOf(id) !== undefined

/** Nouns with a list of an account, each with the path of its pages. */
const nouns = described
  .filter(({ id }) => has(`${id}.all`) && operationOf(`${id}.all`)?.credential !== 'person')
  .map(({ id }) => ({ id, path: `/${id.replace('.', '/')}` }))

/** The first noun with a list of each product that has one. */
const firstNouns = new Map(nouns.toReversed().map(({ id }): [string, string] => [id.slice(0, id.indexOf('.')), id]))

/** A record of every noun that callers can create, by noun. */
let made: Map<string, string>
const { visit } = sharedConsole(async (publicUrl) => {
  const w = await world({ publicUrl })
  made = await fill(w)
  return { app: w.app, person: await w.signIn('owner'), [Symbol.asyncDispose]: () => w[Symbol.asyncDispose]() }
})

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

for (const product of firstNouns.keys()) {
  const own = nouns.filter(({ id }) => id.startsWith(`${product}.`))
  for (const look of ['desktop', 'phone'] as const) {
    test(`nouns of ${product} have lists and forms that open, fit and have no barrier, ${look}`, async (t) => {
      const seen = await visit(t, look === 'phone' ? { size: phone, colorScheme: 'dark' } : {})
      if (seen === undefined) return
      const without = own.filter(({ id }) => has(`${id}.create`) && !made.has(id))
      assert.deepEqual(without, [])
      const findings: string[] = []
      await seen.open('')
      for (const { id, path } of own) {
        const screens = [
          { path, isThere: true, mark: '.list, .surface, .gallery' },
          { path: `${path}/${made.get(id)}/edit`, isThere: made.has(id) && has(`${id}.update`), mark: 'form' },
          { path: `${path}/new`, isThere: has(`${id}.create`), mark: 'form, .kind-gallery' },
        ]
        for (const screen of screens.filter(({ isThere }) => isThere)) {
          // The first noun of each product opens by its address, all others by links.
          const isFirst = screen.path === path && firstNouns.get(product) === id
          await (isFirst && look === 'desktop' ? seen.open(screen.path) : seen.follow(screen.path))
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
}
