import assert from 'node:assert/strict'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { products } from '#products/index.ts'
import { loadRecipes, recipeNames } from '#test/world/recipes.ts'
import { nounOf } from './stage.ts'

const operations = products.flatMap((product) => product.operations)
const names = products.map(({ name }) => name)
const resourceIds = products.flatMap(({ resources }) => resources.map(({ id }) => id))
const nouns = [...new Set([...operations.map(nounOf), ...resourceIds])]
const routes = [...new Set(operations.flatMap(({ path }) => /^\/(?:api|public)\/\w+\//.exec(path)?.[0] ?? []))]
const ownName = basename(import.meta.filename)
const productFolder = join(import.meta.dirname, '..', '..', 'src', 'products')

/** Texts that name a product's file, noun or route. */
const named = [
  ...nouns.map((noun) => new RegExp(`(?<![\\w.])${noun.replace('.', '\\.')}\\b`)),
  ...routes.map((route) => new RegExp(route)),
  /#products\/(?!index\.ts)/,
]

function namesIn(text: string): string[] {
  return named.flatMap((each) => each.exec(text)?.[0] ?? [])
}

test('conformance names no product, noun or route', () => {
  const files = readdirSync(import.meta.dirname).filter((file) => file.endsWith('.ts') && file !== ownName)
  assert.ok(files.includes('stage.ts') && nouns.length > 0 && routes.length > 0)
  const found = files.flatMap((file) =>
    namesIn(readFileSync(join(import.meta.dirname, file), 'utf8')).map((name) => `${file}: ${name}`),
  )
  assert.deepEqual(found, [])
})

for (const planted of [`'${nouns[0]}.create'`, `make("${nouns.at(-1)}")`, `url: '${operations[0]?.path}'`]) {
  test(`planted: ${planted} names a noun or a route`, () => assert.equal(namesIn(planted).length, 1))
}

test('planted: an import names the folder of a product', () => {
  assert.equal(namesIn(`import { facts } from '#products/${names[0]}/facts.ts'`).length, 1)
  assert.deepEqual(namesIn("import { products } from '#products/index.ts'"), [])
})

test('each product has a file for conformance, one for fuzzing, and its recipe is loaded', () => {
  for (const name of names) {
    for (const [suite, call] of Object.entries({ conformance: 'testConformance', fuzz: 'testFuzz' })) {
      const text = readFileSync(join(productFolder, name, 'test', `${suite}.test.ts`), 'utf8')
      assert.ok(text.includes(`${call}('${name}')`), `${name}/test/${suite}.test.ts does not run ${call}`)
    }
  }
  const withRecipe = names.filter((name) => existsSync(join(productFolder, name, 'test', 'recipe.ts')))
  assert.deepEqual(recipeNames.toSorted(), withRecipe.toSorted())
})

test('each line of a recipe names a noun or an operation of a product', async () => {
  const known = new Set([...nouns, ...operations.map(({ id }) => id)])
  const keys = Object.values(await loadRecipes()).flatMap((part) => Object.keys(part))
  assert.ok(keys.length > 0)
  assert.deepEqual(
    keys.filter((key) => !known.has(key.split(' ')[0] ?? '')),
    [],
  )
})
