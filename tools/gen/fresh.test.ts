import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { products } from '#products/index.ts'
import { contractFiles, readmeFile, root, schemaFiles, staleFiles, withSettings } from './files.ts'

const advice = 'run `npm run gen` and commit what it writes'

test('openapi.json and the types of the SDK match the operations', async () => {
  const contract = contractFiles(products)
  assert.ok(contract.size >= 5)
  const folder = globSync('packages/sdk/src/generated/*', { cwd: root })
  assert.deepEqual(staleFiles(contract, await read([...contract.keys(), ...folder])), [], advice)
})

test('schema.sql matches the migrations, and the README has the settings', async () => {
  const texts = new Map([...(await schemaFiles()), ...(await readmeFile())])
  assert.deepEqual(staleFiles(texts, await read([...texts.keys()])), [], advice)
})

test('the check finds a changed operation, an orphaned file and an old table of settings', () => {
  const contract = contractFiles(products)
  const [first, ...others] = products
  assert.ok(first !== undefined)
  const [operation, ...rest] = first.operations
  assert.ok(operation !== undefined)
  const changed = { ...first, operations: [{ ...operation, title: 'Planted' }, ...rest] }
  const stale = staleFiles(contractFiles([changed, ...others]), contract)
  const generated = ['account', 'schemas'].map((name) => `packages/sdk/src/generated/${name}.ts`)
  assert.deepEqual(stale, ['openapi.json', ...generated])
  assert.deepEqual(staleFiles(contract, new Map([...contract, ['packages/sdk/src/generated/old.ts', '']])), [
    'packages/sdk/src/generated/old.ts',
  ])
  const readme = 'a\n<!-- settings:start -->\nold\n<!-- settings:end -->\nb'
  assert.equal(withSettings(readme, '| x |'), 'a\n<!-- settings:start -->\n\n| x |\n\n<!-- settings:end -->\nb')
  assert.throws(() => withSettings('nothing', '| x |'), /marks/)
})

async function read(paths: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>()
  for (const path of paths) {
    const text = await readFile(join(root, path), 'utf8').catch(() => undefined)
    if (text !== undefined) found.set(path, text)
  }
  return found
}
