import assert from 'node:assert/strict'
import { join } from 'node:path'
import test from 'node:test'
import { plants, rules } from './plants.ts'
import { type Finding, readFiles, tree } from './tree.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const repository = tree(readFiles(root))

/** Folders that must have sources: a check without files passes everything. */
const inhabited = [
  'packages/server/src/kit/',
  'packages/server/src/platform/',
  'packages/server/src/products/',
  'packages/server/test/',
  'packages/sdk/src/',
  'packages/audience/src/',
  'packages/console/src/',
  'tools/',
]

test('the rules of style check every part of the repository', () => {
  for (const folder of inhabited) {
    assert.ok(
      repository.sources.some((source) => source.path.startsWith(folder)),
      `${folder} has no sources`,
    )
  }
  assert.ok(repository.files.has('package-lock.json') && repository.files.has('LICENSE'))
})

for (const [name, check] of Object.entries(rules)) {
  test(`style: ${name}`, () => {
    assert.deepEqual(check(repository).map(shown), [])
  })
}

test('every rule has a planted violation and a clean counterpart', () => {
  for (const name of Object.keys(rules)) {
    const own = plants.filter((plant) => plant.rule === name)
    assert.ok(
      own.some((plant) => plant.findings > 0),
      `${name} has no plant`,
    )
    assert.ok(
      own.some((plant) => plant.findings === 0),
      `${name} has no clean counterpart`,
    )
  }
})

for (const [index, plant] of plants.entries()) {
  const [path = '', text = ''] = Object.entries(plant.files)[0] ?? []
  const shortly = text.replaceAll(/\s+/g, ' ').slice(0, 40)
  test(`planted ${index + 1}, ${plant.rule}, ${plant.findings} in ${path}: ${shortly}`, () => {
    const found = rules[plant.rule]?.(tree(plant.files)) ?? []
    assert.equal(found.length, plant.findings, found.map(shown).join('\n'))
    if (plant.says !== undefined) assert.match(found.map(shown).join('\n'), plant.says)
  })
}

function shown(finding: Finding): string {
  return `${finding.path}:${finding.line} ${finding.message}`
}
