import { checkCaches } from './caches.ts'
import { checkCasts } from './casts.ts'
import { checkDocumentation } from './documentation.ts'
import { checkImports } from './imports.ts'
import { checkComments, checkLengths } from './lengths.ts'
import { checkMarkdown } from './markdown.ts'
import { checkMentionedPaths } from './mentionedPaths.ts'
import { checkNames, checkUniqueNames } from './names.ts'
import { checkOutbound } from './outbound.ts'
import { checkReach, checkTestsBeside } from './reach.ts'
import { checkRowTypes } from './rowTypes.ts'
import { checkSentences } from './sentences.ts'
import { checkFirstTexts } from './firstTexts.ts'
import { checkTexts } from './texts.ts'
import type { Finding, Tree } from './tree.ts'
import { checkWording } from './wording.ts'

/** Every rule of style by its name. */
export const rules: Record<string, (tree: Tree) => Finding[]> = {
  imports: checkImports,
  lengths: checkLengths,
  comments: checkComments,
  names: checkNames,
  uniqueNames: checkUniqueNames,
  casts: checkCasts,
  documentation: checkDocumentation,
  outbound: checkOutbound,
  rowTypes: checkRowTypes,
  caches: checkCaches,
  reach: checkReach,
  testsBeside: checkTestsBeside,
  wording: checkWording,
  texts: checkTexts,
  firstTexts: checkFirstTexts,
  sentences: checkSentences,
  markdown: checkMarkdown,
  mentionedPaths: checkMentionedPaths,
}

/** Files that keep or break one rule: their texts, the number of expected findings, and a word of the message. */
export type Plant = { rule: string; files: Record<string, string>; findings: number; says?: RegExp }

/** One planted file: rule, path, text, then the number of findings or the message of the one finding. */
type Row = [rule: string, path: string, text: string, expected?: number | RegExp]

const src = 'packages/server/src'
const web = 'packages/console/src'
const noun = `${src}/products/places/place.ts`
const lines = (count: number, line: string) => Array.from({ length: count }, () => line).join('\n')

const importPlants: (Row | Plant)[] = [
  ['imports', `${src}/kit/a.ts`, "import pg from 'pg'", /kit may import/],
  ['imports', `${src}/kit/a.ts`, "import { readFile } from 'node:fs'"],
  ['imports', `${src}/kit/a.ts`, "import { Type } from 'typebox'\nimport { b } from './b.ts'", 0],
  ['imports', `${src}/kit/a.ts`, "import { b } from '#kit/b.ts'", /within a folder/],
  ['imports', `${src}/kit/a.ts`, "import { b } from './b'", /extension/],
  ['imports', `${src}/platform/db/a.ts`, "import { b } from '../b.ts'", /never climb/],
  ['imports', `${src}/platform/db/a.ts`, "import { b } from '#products/places/place.ts'", /platform may import/],
  ['imports', `${src}/platform/db/a.ts`, "import { b } from '#app/config.ts'"],
  ['imports', `${src}/platform/db/a.ts`, "import pg from 'pg'\nimport { b } from '#platform/http/b.ts'", 0],
  ['imports', noun, "import { mount } from '#platform/http/mount.ts'", /without http/],
  ['imports', noun, "import { x } from '#products/livestream/channel.ts'"],
  ['imports', noun, "type X = import('#products/livestream/channel.ts').X"],
  ['imports', noun, "export { x } from '#products/livestream/channel.ts'"],
  ['imports', noun, "const { x } = await import('#products/livestream/channel.ts')"],
  ['imports', noun, "import pg from 'pg'"],
  ['imports', noun, "import { LRUCache } from 'lru-cache'", 0],
  ['imports', `${src}/kit/a.ts`, "import { LRUCache } from 'lru-cache'", /kit may import/],
  ['imports', noun, "import { x } from '#products/livestream/facts.ts'\nimport { y } from './facts.ts'", 0],
  ['imports', `${src}/products/places/facts.ts`, "import { x } from '#platform/db/pool.ts'", /facts file/],
  ['imports', `${src}/products/places/facts.ts`, "import { x } from './place.ts'"],
  ['imports', `${src}/products/places/facts.ts`, "import { fact } from '#kit/nouns/fact.ts'", 0],
  ['imports', `${src}/app.ts`, "import { world } from '#test/world/world.ts'", /anything but tests/],
  ['imports', 'packages/sdk/src/client.ts', "import { request } from 'node:https'", /nothing but/],
  ['imports', 'packages/console/src/page.ts', "import { x } from '@fairground/server'"],
  ['imports', 'packages/audience/src/watch/clipDialog.ts', "import { x } from '#audience/dom.ts'", 0],
  ['imports', 'packages/audience/src/watch/clipDialog.ts', "import { x } from '#kit/values/html.ts'", /a web package/],
  ['imports', `${src}/kit/a.test.ts`, "import test from 'node:test'\nimport { w } from '#test/world/world.ts'", 0],
]

const lengthPlants: (Row | Plant)[] = [
  ['lengths', `${src}/app/a.ts`, lines(180, 'f()'), 0],
  ['lengths', `${src}/app/a.ts`, `function f() {\n${lines(180, '  g()')}\n}`, /181 statements/],
  ['lengths', `${src}/app/a.ts`, `const a = {\n${lines(400, "  'b': 1,")}\n}`, 0],
  ['lengths', `${src}/a.test.ts`, lines(420, 'f()'), 0],
  ['lengths', `${src}/a.test.ts`, lines(421, 'f()')],
  ['lengths', `${src}/app/a.ts`, `const a = '${'x'.repeat(120)}'`, /characters/],
  ['lengths', 'packages/server/migrations/1_a.sql', `-- ${'x'.repeat(120)}`],
  ['lengths', 'packages/sdk/src/generated/a.ts', `// ${'x'.repeat(120)}`, 0],
  ['comments', `${src}/app/a.ts`, lines(4, '// why')],
  ['comments', `${src}/app/a.ts`, `${lines(3, '// why')}\nf()\n// more`, 0],
  ['comments', `${src}/app/a.ts`, '/*\n * a\n * b\n */\nf()', /4 lines/],
  ['comments', `${src}/app/a.ts`, '/**\n * a\n * b\n */\nf()', 0],
]

const languagePlants: (Row | Plant)[] = [
  ['names', `${src}/platform/stringUtils.ts`, '', /utils/],
  ['names', `${src}/platform/common/a.ts`, ''],
  ['names', `${src}/platform/Pool.ts`, '', /camelCase/],
  ['names', `${src}/platform/read-lane.ts`, ''],
  ['names', `${src}/app/a.ts`, 'export class PoolManager {}', /manager/],
  ['names', `${src}/app/a.ts`, 'export const mailService = 1, reply = 2'],
  ['names', `${src}/app/a.ts`, 'export const commonwealth = 1', 0],
  ['uniqueNames', `${src}/app/a.ts`, '', 0],
  { rule: 'uniqueNames', files: { [`${src}/kit/clip.ts`]: '', [`${src}/platform/clip.ts`]: '' }, findings: 1 },
  {
    rule: 'uniqueNames',
    files: { [`${src}/products/a/clip.ts`]: '', [`${src}/products/a/b/clip.ts`]: '' },
    findings: 1,
  },
  {
    rule: 'uniqueNames',
    files: { [`${src}/products/a/facts.ts`]: '', [`${src}/products/b/facts.ts`]: '' },
    findings: 0,
  },
  { rule: 'uniqueNames', files: { [`${src}/kit/clip.ts`]: '', [`packages/audience/src/clip.ts`]: '' }, findings: 0 },
  ['casts', `${src}/app/a.ts`, 'let a!: number'],
  ['casts', `${src}/app/a.ts`, '// oxlint-disable-next-line no-console\nf()', /silenced/],
  ['casts', `${src}/app/a.ts`, '// oxlint-disable-next-line no-console -- the banner\nf()', 0],
  ['casts', `${src}/app/a.ts`, 'const a = b as A', /cast:/],
  ['casts', `${src}/app/a.ts`, 'const a = b as A // cast:'],
  ['casts', `${src}/app/a.ts`, '// cast: b was made so\n\nconst a = b as A'],
  ['casts', `${src}/app/a.ts`, 'const a = b as A // cast: b was made so', 0],
  ['casts', `${src}/app/a.ts`, '// cast: b was made so,\n// two lines above\nconst a = b as A', 0],
  ['casts', `${src}/app/a.ts`, 'const a = [1] as const\nconst b = [1] satisfies number[]', 0],
]

const structurePlants: (Row | Plant)[] = [
  ['documentation', `${src}/app/a.ts`, 'export const a = 1', /no JSDoc/],
  ['documentation', `${src}/app/a.ts`, '/** */\nexport function a() {}'],
  ['documentation', `${src}/app/a.ts`, '// Not documentation.\nexport class A {}'],
  ['documentation', `${src}/app/a.ts`, 'const a = 1\nexport { a }'],
  ['documentation', `${src}/app/a.ts`, '/** Far away. */\nf()\nexport const a = 1'],
  ['documentation', `${src}/app/a.ts`, '/** One. */\nconst a = 1\nexport { a }\nexport type B = 1', 0],
  ['documentation', noun, 'export const operations = []\nexport const reactions = []', 0],
  ['documentation', `${src}/app/a.ts`, 'export const operations = []'],
  ['documentation', `${src}/products/places/facts.ts`, "export const placeMoved = fact('a.b.c', 'A place moved.')", 0],
  { rule: 'reach', files: { [`${src}/app/main.ts`]: "import './a.ts'", [`${src}/app/a.ts`]: '' }, findings: 0 },
  { rule: 'reach', files: { [`${src}/app/main.ts`]: '', [`${src}/app/a.ts`]: '' }, findings: 1, says: /reaches/ },
  { rule: 'reach', files: { [`${src}/app/main.ts`]: "import '#kit/a.ts'" }, findings: 1, says: /does not exist/ },
  {
    rule: 'reach',
    files: { [`${src}/app/main.ts`]: "new Worker(new URL('./a.ts', import.meta.url))", [`${src}/app/a.ts`]: '' },
    findings: 0,
  },
  ['outbound', `${src}/platform/files/remote.ts`, "import { request } from 'undici'", /platform\/net/],
  ['outbound', noun, 'await fetch(place.url)'],
  ['outbound', noun, 'await globalThis.fetch(place.url)'],
  ['outbound', noun, 'await lane.fetch(place.id)', 0],
  ['outbound', `${src}/platform/net/outbound.ts`, "import { request } from 'undici'", 0],
  ['rowTypes', noun, 'await ctx.db.rows<{ id: string }>(byId, [])', /the statement carries/],
  ['rowTypes', noun, "const byId = builtStatement<Row>('place.byId', 'account', text)", /generated row type/],
  ['rowTypes', noun, 'const byId = builtStatement<Row>(name, scope, text)\nconst rows = ctx.db.rows(byId, [])', 0],
  ['caches', noun, 'function keep() {\n  if (seen.size >= seenMax) seen.clear()\n}', /seen: use lru-cache/],
  ['caches', noun, 'const put = () => {\n  const [first] = a.b.size > most ? a.b.keys() : []\n  a.b.delete(first)\n}'],
  ['caches', noun, 'const add = () => known.size < knownMax && known.set(key, 1)'],
  ['caches', noun, 'const next = () => (open.size < openMax ? open : none)\nconst close = () => open.clear()', 0],
  ['caches', noun, 'const leave = () => {\n  if (own.size > 0) return\n  own.clear()\n}', 0],
  ['caches', noun, 'const memories = new WeakMap<object, number>()', /memories: use ctx.memory/],
  ['caches', noun, 'export const seen = openExpiring<true>({ forMs: 1, countMax: 1 })', /seen: use ctx.memory/],
  ['caches', noun, 'let last = 0'],
  ['caches', noun, 'const seen = new Set<string>()'],
  ['caches', noun, "const states = new Set(['a'])\nconst make = () => new Map()", 0],
  ['caches', `${src}/platform/db/a.ts`, 'const checks = new WeakMap()', 0],
  { rule: 'testsBeside', files: { [noun]: '' }, findings: 1, says: /place\.test\.ts/ },
  { rule: 'testsBeside', files: { [noun]: '', [`${src}/products/places/place.test.ts`]: '' }, findings: 0 },
  { rule: 'testsBeside', files: { [`${src}/products/places/facts.ts`]: '' }, findings: 0 },
  { rule: 'testsBeside', files: { [`${src}/products/places/place/hours.ts`]: '' }, findings: 1 },
  ['wording', 'docs/a.md', `See /wo${'rk'}/main.`, /machine/],
  ['wording', `${src}/app/a.ts`, `// from ..${'/shared'}/checks`],
  ['wording', `${src}/app/a.ts`, `// as Cl${'aude'} says`],
  ['wording', `${src}/app/a.ts`, '// one streaming session of a viewer, a networker', 0],
  ['sentences', `${src}/a.ts`, '// What was cut is kept.\nf()', /What/],
  ['sentences', `${src}/a.ts`, '// The lease expires\n// of itself.\nf()', 0],
  ['sentences', `${src}/a.ts`, '/** The lease is forgotten, as its owner is told. */\nf()', /told/],
  ['sentences', `${src}/a.ts`, '/** The `told` flag ends the lease. */\nf()', 0],
  ['sentences', `${src}/a.ts`, '/** They wait for the lease. */\nf()', /They/],
  ['sentences', `${src}/a.test.ts`, "test('who waits is served', f)", /who/],
  ['sentences', `${src}/a.test.ts`, "test('a waiting request is served', f)", 0],
  ['texts', `${src}/app/a.ts`, "const a = 'The picture is kept.'", /picture/],
  ['texts', `${src}/app/a.ts`, 'const a = `${b} is told of ${c}.`', /told/],
  ['texts', `${src}/app/a.ts`, "log.warn('Nobody listens')", /Nobody/],
  ['texts', `${src}/a.test.ts`, "const a = 'The picture is kept.'", 0],
  ['texts', `${src}/app/a.ts`, "const a = ['picture', 'frame'] // asked for\nconst b = 'the user `nobody` owns it'", 0],
  ['texts', `${src}/app/a.ts`, "frame.allow = 'autoplay; picture-in-picture'", 0],
  ['markdown', 'docs/a.md', '# A page\n\nWho watches has a token.\n', /Who/],
  ['markdown', 'docs/a.md', '| Fact | Emitted |\n| --- | --- |\n| `a.b` | nobody knows when |\n', /nobody/],
  ['markdown', 'docs/a.md', '- A viewer\n  of which `nobody` knows.\n\n```sh\nwho\n```\n', 0],
  { rule: 'mentionedPaths', files: { 'ARCHITECTURE.md': 'It begins in `app/a.ts`.' }, findings: 1, says: /app\/a\.ts/ },
  { rule: 'mentionedPaths', files: { 'docs/a.md': 'See [b](b.md#c) and [d](../d.md).' }, findings: 2 },
  {
    rule: 'mentionedPaths',
    files: { 'docs/a.md': '```sh\n[Leave]({{ unsubscribeUrl }}) [b](b.md)\n```\n[Leave]({{ unsubscribeUrl }})' },
    findings: 2,
  },
  {
    rule: 'mentionedPaths',
    files: {
      'a.md': '[a](a.md) `app/a.ts` `app` `npm test app/b.ts` [out](https://example.com)',
      [`${src}/app/a.ts`]: '',
    },
    findings: 0,
  },
  ['wording', 'package-lock.json', '"resolved": "https://npm.example.test/a.tgz"', /another host/],
  ['wording', 'package-lock.json', '"resolved": "https://registry.npmjs.org/a.tgz"', 0],
]

const catalogue = { [`${web}/texts/screenEnglish.ts`]: "export const screenTexts = { 'door.text': 'Open' }" }
const textPlants: Plant[] = [
  {
    rule: 'firstTexts',
    files: { ...catalogue, [`${web}/main.tsx`]: "import './a.tsx'", [`${web}/a.tsx`]: "t('door.text')" },
    findings: 1,
    says: /door\.text/,
  },
  {
    rule: 'firstTexts',
    files: { ...catalogue, [`${web}/main.tsx`]: "void import('./a.tsx')", [`${web}/a.tsx`]: "t('door.text')" },
    findings: 0,
  },
]

/** Planted files for every rule: violations, and clean counterparts. */
export const plants: Plant[] = [
  ...importPlants,
  ...lengthPlants,
  ...languagePlants,
  ...structurePlants,
  ...textPlants,
].map((plant) => {
  if (!Array.isArray(plant)) return plant
  const [rule, path, text, expected = 1] = plant
  const files = { [path]: text }
  return typeof expected === 'number'
    ? { rule, files, findings: expected }
    : { rule, files, findings: 1, says: expected }
})
