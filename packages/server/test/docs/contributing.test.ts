import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { copyRepository, type Copy } from './copy.ts'
import { diffsIn, nounOf } from './diffs.ts'
import { rules } from '#test/style/plants.ts'
import { lacks } from '#test/world/program.ts'
import { isThorough } from '#test/world/thorough.ts'
import { readFiles, tree } from '#test/style/tree.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const page = readFileSync(join(root, 'CONTRIBUTING.md'), 'utf8')
const diffs = diffsIn(page)
const recipes = Map.groupBy(diffs, ({ section }) => section)
const paths = [...new Set(diffs.map(({ path }) => path))]
const sources = paths.filter((path) => path.endsWith('.ts'))
const tests = sources.filter((path) => path.endsWith('.test.ts'))
const nouns = diffs.flatMap((diff) => nounOf(diff) ?? [])

/** Suites about every operation, resource, table and statement; conformance runs only for nouns in the diffs. */
const suites = [
  ...new Set(nouns.map((noun) => conformanceOf(noun))),
  'test/catalogue/catalogue',
  'test/database/drift',
  'test/database/schemaRules',
  'test/database/statementGuard',
  'test/database/tallyDrift',
  'test/docs/openapiTexts',
]
const namesOfInterest = [
  ...nouns.map(patternOf),
  '^every operation equals its entry in the catalogue',
  '^resources and tables have no differences$',
  '^the database keeps every rule$',
  '^every statement',
  '^tallies match their tables',
  '^every property, parameter and header of the document has a description',
  '^a description begins with the noun of its field',
  '^no description, summary or message holds a banned word',
]

test('each recipe adds one noun to its product, with a test', () => {
  assert.ok(recipes.size >= 3)
  for (const [section, parts] of recipes) {
    const inRecipe = parts.map(({ path }) => path)
    const [noun = '', ...more] = parts.flatMap((diff) => nounOf(diff) ?? [])
    const [product, name] = noun.split('.')
    assert.deepEqual(more, [], section)
    assert.ok(inRecipe.includes(`packages/server/src/products/${product}/index.ts`), section)
    assert.ok(inRecipe.includes(`packages/server/src/products/${product}/${name}.test.ts`), section)
    assert.equal(new Set(inRecipe).size, inRecipe.length, `${section}: a file is in two diffs`)
  }
})

test('code of a recipe is a diff', () => {
  const sections = page.split(/^## /m).filter((section) => section.startsWith('Adding '))
  const fences = sections.join('').match(/^```\w+/gm) ?? []
  assert.deepEqual(
    fences,
    Array.from(diffs, () => '```diff'),
  )
})

test('planted: a block that names no file, or two', () => {
  const block = (text: string) => `# A page\n## A job\n\`\`\`diff\n${text}\`\`\`\n`
  const one = '--- a/x.ts\n+++ b/x.ts\n@@ -1 +1 @@\n-a\n+b\n'
  assert.deepEqual(diffsIn(block(one)), [{ section: 'A job', line: 3, text: one, path: 'x.ts', isNew: false }])
  for (const wrong of ['+a line\n', one + one]) assert.throws(() => diffsIn(block(wrong)), /line 3 does not name one/)
})

const skip = lacks('git') || (!isThorough && 'only npm test -- --everything tries the diffs of CONTRIBUTING.md')

describe('the diffs of the page', { skip }, () => {
  let copy: Copy

  before(async () => {
    copy = await copyRepository()
    for (const diff of diffs) copy.apply(diff)
    const { status, output } = await copy.node(['tools/gen.ts'])
    assert.equal(status, 0, output)
  })
  after(() => copy[Symbol.asyncDispose]())

  test('keep the rules of style', () => {
    const all = tree(readFiles(copy.folder))
    const found = Object.values(rules).flatMap((check) => check(all))
    assert.deepEqual(
      found.filter(({ path }) => paths.includes(path)),
      [],
    )
  })

  test('are formatted, without findings of the linter, and type-check', async () => {
    const [format, lint, types] = await Promise.all([
      copy.node(['node_modules/oxfmt/bin/oxfmt', '--check', ...sources]),
      copy.node(['node_modules/oxlint/bin/oxlint', ...sources]),
      copy.node(['node_modules/typescript/bin/tsc', '--checkers', '1', '-p', '.']),
    ])
    assert.equal(format.status, 0, format.output)
    assert.equal(lint.status, 0, lint.output)
    const wrong = types.output.split('\n').filter((line) => sources.some((path) => line.startsWith(path)))
    assert.deepEqual(wrong, [])
  })

  test('pass their own tests', async () => {
    const { status, output } = await copy.node(['--test', '--test-reporter=tap', ...tests])
    assert.equal(status, 0, failuresIn(output))
    assert.equal(passedIn(output), tests.length, failuresIn(output))
  })

  test('keep the rules of every operation and every table', async () => {
    const { status, output } = await copy.node(suitesAbout(suites, namesOfInterest))
    assert.equal(status, 0, failuresIn(output))
    // A renamed title would match nothing, and its suite would pass without a test.
    for (const name of namesOfInterest) assert.match(output, new RegExp(`ok \\d+ - ${name.slice(1)}`, 'm'))
  })

  test('planted: an operation with an invalid example fails', async () => {
    const diff = diffs.find(({ text }) => exampleWithFields.test(text))
    assert.ok(diff !== undefined)
    const noun = String(nounOf(diff))
    const file = join(copy.folder, diff.path)
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replace(exampleWithFields, 'example: {}'))
    const { status, output } = await copy.node(suitesAbout([conformanceOf(noun)], [patternOf(noun)]))
    await writeFile(file, text)
    assert.equal(status, 1, failuresIn(output))
    assert.match(output, new RegExp(`not ok \\d+ - ${patternOf(noun).slice(1)}[^]*the example is refused`))
  })

  test('planted: a diff of a changed file, and one of an existing file, do not apply', () => {
    const [first, second] = diffs
    assert.ok(first !== undefined && second !== undefined)
    assert.throws(() => copy.apply(first), /line \d+, of packages.*no longer applies.*already exists/s)
    assert.throws(() => copy.apply(second), /line \d+, of packages.*no longer applies.*patch does not apply/s)
  })
})

/** An example with a field of its own. */
const exampleWithFields = /example: \{ \w+: [^}]*\}/

/** The names of conformance tests of a noun's operations. */
function patternOf(noun: string): string {
  return `^${noun.replace('.', '\\.')}\\.`
}

/** The conformance tests of a noun's product. */
function conformanceOf(noun: string): string {
  return `src/products/${noun.slice(0, noun.indexOf('.'))}/test/conformance`
}

function suitesAbout(files: readonly string[], names: readonly string[]): string[] {
  return [
    '--test',
    '--test-reporter=tap',
    ...names.map((name) => `--test-name-pattern=${name}`),
    ...files.map((file) => `packages/server/${file}.test.ts`),
  ]
}

/** Failures of a run, without stacks. */
function failuresIn(output: string): string {
  const lines = output.split('\n').filter((line) => /not ok|[Ee]rror: |^ +[+-] /.test(line))
  return lines.slice(0, 60).join('\n') || output.slice(-2_000)
}

function passedIn(output: string): number {
  return Number(/^# pass (\d+)$/m.exec(output)?.[1] ?? 0)
}
