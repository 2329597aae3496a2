import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const root = join(import.meta.dirname, '..')

test('debianPackages.json has every program that a test may lack', () => {
  const text = readFileSync(join(root, 'tools/debianPackages.json'), 'utf8')
  const packaged = new Set(Object.keys(Object(JSON.parse(text))))
  const files = globSync(['packages/*/{src,test}/**/*.ts', 'tools/**/*.ts'], { cwd: root })
  const own = new Set(['tools/testSummary.test.ts', 'tools/debianPackages.test.ts'])
  const named = files
    .filter((file) => !own.has(file))
    .flatMap((file) => programsIn(readFileSync(join(root, file), 'utf8')).map((name) => ({ file, name })))
  const names = new Set(named.map(({ name }) => name))
  for (const known of ['ffmpeg', 'git', 'radosgw']) assert.ok(names.has(known), `${known} is not found in the tests`)
  assert.deepEqual(
    named.filter(({ name }) => !packaged.has(name)),
    [],
  )
})

/** Programs that a module looks for by name, directly or by a constant of its own. */
function programsIn(text: string): string[] {
  const calls = [...text.matchAll(/\b(?:lacks|findProgram)\(([^()]*)\)/g)].map(([, names = '']) => names)
  const spread = calls.flatMap((names) => [...names.matchAll(/\.\.\.(\w+)/g)].map(([, name = '']) => name))
  const lists = spread.map((name) => new RegExp(`const ${name} = \\[([^\\]]*)\\]`).exec(text)?.[1] ?? '')
  return [...calls, ...lists].flatMap((names) => [...names.matchAll(/'([^']+)'/g)].map(([, name = '']) => name))
}
