import { checkDocumentation } from './documentation.ts'
import { checkImports } from './imports.ts'
import { checkLanguage } from './language.ts'
import { checkComments, checkLengths } from './lengths.ts'
import { checkNames } from './names.ts'
import { checkReach, checkTestsBeside } from './reach.ts'
import type { Finding, Tree } from './tree.ts'
import { checkWording } from './wording.ts'

/** Every rule of style by its name. */
export const rules: Record<string, (tree: Tree) => Finding[]> = {
  imports: checkImports,
  lengths: checkLengths,
  comments: checkComments,
  names: checkNames,
  language: checkLanguage,
  documentation: checkDocumentation,
  reach: checkReach,
  testsBeside: checkTestsBeside,
  wording: checkWording,
}

/** Files that keep or break one rule: what is planted, how often the rule must object, and a word of its message. */
export type Plant = { rule: string; files: Record<string, string>; findings: number; says?: RegExp }

const src = 'packages/server/src'
const noun = `${src}/products/places/place.ts`
const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')

function one(rule: string, path: string, text: string, findings = 1, says?: RegExp): Plant {
  return { rule, files: { [path]: text }, findings, ...(says === undefined ? {} : { says }) }
}

const importPlants: Plant[] = [
  one('imports', `${src}/kit/a.ts`, "import pg from 'pg'", 1, /kit may import/),
  one('imports', `${src}/kit/a.ts`, "import { readFile } from 'node:fs'"),
  one('imports', `${src}/kit/a.ts`, "import { Type } from 'typebox'\nimport { b } from './b.ts'", 0),
  one('imports', `${src}/kit/a.ts`, "import { b } from '#kit/b.ts'", 1, /within a folder/),
  one('imports', `${src}/kit/a.ts`, "import { b } from './b'", 1, /extension/),
  one('imports', `${src}/platform/db/a.ts`, "import { b } from '../b.ts'", 1, /never climb/),
  one('imports', `${src}/platform/db/a.ts`, "import { b } from '#products/places/place.ts'", 1, /platform may import/),
  one('imports', `${src}/platform/db/a.ts`, "import { b } from '#app/config.ts'"),
  one('imports', `${src}/platform/db/a.ts`, "import pg from 'pg'\nimport { b } from '#platform/http/b.ts'", 0),
  one('imports', noun, "import { mount } from '#platform/http/mount.ts'", 1, /without http/),
  one('imports', noun, "import { x } from '#products/livestream/channel.ts'"),
  one('imports', noun, "type X = import('#products/livestream/channel.ts').X"),
  one('imports', noun, "export { x } from '#products/livestream/channel.ts'"),
  one('imports', noun, "const { x } = await import('#products/livestream/channel.ts')"),
  one('imports', noun, "import pg from 'pg'"),
  one('imports', noun, "import { x } from '#products/livestream/facts.ts'\nimport { y } from './facts.ts'", 0),
  one('imports', `${src}/products/places/facts.ts`, "import { x } from '#platform/db/pool.ts'", 1, /facts file/),
  one('imports', `${src}/products/places/facts.ts`, "import { x } from './place.ts'"),
  one('imports', `${src}/products/places/facts.ts`, "import { fact } from '#kit/fact.ts'", 0),
  one('imports', `${src}/app.ts`, "import { world } from '#test/world.ts'", 1, /anything but tests/),
  one('imports', 'packages/sdk/src/client.ts', "import { request } from 'node:https'", 1, /nothing but/),
  one('imports', 'packages/console/src/page.ts', "import { x } from '@fairground/server'"),
  one('imports', `${src}/kit/a.test.ts`, "import test from 'node:test'\nimport { w } from '#test/world.ts'", 0),
]

const longFunction = `function f() {\n${lines(69, '  g()')}\n}`

const lengthPlants: Plant[] = [
  one('lengths', `${src}/a.ts`, longFunction, 1, /71 lines/),
  one('lengths', `${src}/a.test.ts`, `describe('x', () => {\n${lines(80, 'f()')}\n})`, 0),
  one('lengths', `${src}/a.test.ts`, `test('x', () => {\n${lines(80, 'f()')}\n})`),
  one('lengths', `${src}/a.ts`, lines(301, 'f()'), 1, /301 lines/),
  one('lengths', `${src}/a.test.ts`, lines(500, 'f()'), 0),
  one('lengths', `${src}/a.test.ts`, lines(501, 'f()')),
  one('lengths', `${src}/a.ts`, `const a = '${'x'.repeat(120)}'`, 1, /characters/),
  one('lengths', 'packages/server/migrations/1_a.sql', `-- ${'x'.repeat(120)}`),
  one('lengths', 'packages/sdk/src/generated/a.ts', `${longFunction}\n// ${'x'.repeat(120)}`, 0),
  one('lengths', `${src}/a.ts`, 'function f(this: X, a: A, b: B, c: C) {}', 0),
  one('lengths', `${src}/a.ts`, 'const f = (a: A, b: B, c: C, d: D) => {}', 1, /parameters/),
  one('comments', `${src}/a.ts`, lines(4, '// why')),
  one('comments', `${src}/a.ts`, `${lines(3, '// why')}\nf()\n// more`, 0),
  one('comments', `${src}/a.ts`, '/*\n * a\n * b\n */\nf()', 1, /4 lines/),
  one('comments', `${src}/a.ts`, '/**\n * a\n * b\n */\nf()', 0),
]

const languagePlants: Plant[] = [
  one('names', `${src}/platform/stringUtils.ts`, '', 1, /utils/),
  one('names', `${src}/platform/common/a.ts`, ''),
  one('names', `${src}/platform/Pool.ts`, '', 1, /camelCase/),
  one('names', `${src}/platform/read-lane.ts`, ''),
  one('names', `${src}/a.ts`, 'export class PoolManager {}', 1, /manager/),
  one('names', `${src}/a.ts`, 'export const mailService = 1, reply = 2'),
  one('names', `${src}/a.ts`, 'export const commonwealth = 1', 0),
  one('language', `${src}/a.ts`, 'export default 1', 1, /default/),
  one('language', `${src}/a.ts`, 'const a = 1\nexport { a as default }'),
  one('language', `${src}/a.ts`, "export * from './b.ts'", 1, /barrels/),
  one('language', `${src}/a.ts`, "export { b } from './b.ts'"),
  one('language', 'packages/sdk/src/index.ts', "export * from './client.ts'", 0),
  one('language', `${src}/a.ts`, 'enum A { b }', 1, /enums/),
  one('language', `${src}/a.ts`, 'let a: any', 1, /any/),
  one('language', `${src}/a.ts`, 'f(a!)', 1, /absence/),
  one('language', `${src}/a.ts`, 'let a!: number'),
  one('language', `${src}/a.ts`, '// @ts-expect-error it is wrong\nf()', 1, /directives/),
  one('language', `${src}/a.ts`, '// oxlint-disable-next-line no-console\nf()', 1, /silenced/),
  one('language', `${src}/a.ts`, '// oxlint-disable-next-line no-console -- the banner\nf()', 0),
  one('language', `${src}/a.ts`, 'const a = <A>b'),
  one('language', `${src}/a.ts`, 'const a = b as A', 1, /cast:/),
  one('language', `${src}/a.ts`, 'const a = b as A // cast:'),
  one('language', `${src}/a.ts`, '// cast: b was made so\n\nconst a = b as A'),
  one('language', `${src}/a.ts`, 'const a = b as A // cast: b was made so', 0),
  one('language', `${src}/a.ts`, '// cast: b was made so,\n// two lines above\nconst a = b as A', 0),
  one('language', `${src}/a.ts`, 'const a = [1] as const\nconst b = [1] satisfies number[]', 0),
]

const structurePlants: Plant[] = [
  one('documentation', `${src}/a.ts`, 'export const a = 1', 1, /no JSDoc/),
  one('documentation', `${src}/a.ts`, '/** */\nexport function a() {}'),
  one('documentation', `${src}/a.ts`, '// Not documentation.\nexport class A {}'),
  one('documentation', `${src}/a.ts`, 'const a = 1\nexport { a }'),
  one('documentation', `${src}/a.ts`, '/** Far away. */\nf()\nexport const a = 1'),
  one('documentation', `${src}/a.ts`, '/** One. */\nconst a = 1\nexport { a }\nexport type B = 1', 0),
  one('documentation', noun, 'export const operations = []\nexport const reactions = []', 0),
  one('documentation', `${src}/a.ts`, 'export const operations = []'),
  { rule: 'reach', files: { [`${src}/main.ts`]: "import './a.ts'", [`${src}/a.ts`]: '' }, findings: 0 },
  { rule: 'reach', files: { [`${src}/main.ts`]: '', [`${src}/a.ts`]: '' }, findings: 1, says: /reaches/ },
  { rule: 'reach', files: { [`${src}/main.ts`]: "import '#kit/a.ts'" }, findings: 1, says: /does not exist/ },
  {
    rule: 'reach',
    files: { [`${src}/main.ts`]: "new Worker(new URL('./a.ts', import.meta.url))", [`${src}/a.ts`]: '' },
    findings: 0,
  },
  { rule: 'testsBeside', files: { [noun]: '' }, findings: 1, says: /place\.test\.ts/ },
  { rule: 'testsBeside', files: { [noun]: '', [`${src}/products/places/place.test.ts`]: '' }, findings: 0 },
  { rule: 'testsBeside', files: { [`${src}/products/places/facts.ts`]: '' }, findings: 0 },
  { rule: 'testsBeside', files: { [`${src}/products/places/place/hours.ts`]: '' }, findings: 1 },
  one('wording', 'docs/a.md', `See /wo${'rk'}/main.`, 1, /machine/),
  one('wording', `${src}/a.ts`, `// from ..${'/shared'}/checks`),
  one('wording', `${src}/a.ts`, `// as Cl${'aude'} says`),
  one('wording', `${src}/a.ts`, '// one streaming session of a viewer, a networker', 0),
  one('wording', 'package-lock.json', '"resolved": "https://npm.example.test/a.tgz"', 1, /another host/),
  one('wording', 'package-lock.json', '"resolved": "https://registry.npmjs.org/a.tgz"', 0),
]

/** Planted files for every rule: each must be seen, and each clean counterpart must pass. */
export const plants: Plant[] = [...importPlants, ...lengthPlants, ...languagePlants, ...structurePlants]
