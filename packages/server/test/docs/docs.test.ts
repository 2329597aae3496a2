import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { products } from '#products/index.ts'
import { readPage, runScript, type Page } from './pages.ts'
import { world, type World } from '#test/world/world.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const pageOf = (path: string) => readPage(readFileSync(join(root, path), 'utf8'))
const pages = new Map(products.map((product) => [product, pageOf(`docs/products/${product.name}.md`)]))

for (const [name, page] of [['README', pageOf('README.md')] as const, ...namedPages()]) {
  test(`${name}: commands of the page succeed in order on a fresh account`, async () => {
    assert.ok(page.script.includes('curl '), 'there is none')
    await using w = await world()
    await runScript(page.script, await served(w))
  })
}

for (const [product, page] of pages) {
  test(`${product.name}: the page names each public fact of the product, and no other`, () => {
    const names = product.facts.filter((fact) => fact.isPublic).map(({ name }) => name)
    const named = [...page.words].filter((word) => new RegExp(`^${product.name}\\.\\w+\\.\\w+$`).test(word))
    assert.deepEqual(named.toSorted(), names.toSorted())
  })

  test(`${product.name}: state diagrams of the page show the moves of the nouns`, () => {
    assert.deepEqual(wrongIn(page, product.resources), [])
  })

  test(`${product.name}: the page names every missing feature`, () => {
    const names = Object.values(product.awaited).flat()
    const awaited = names.flatMap((name) => name.replace(/ effect$/, '').split(' '))
    assert.deepEqual(
      awaited.filter((word) => !page.words.has(word)),
      [],
    )
  })
}

test('planted: refused commands, and a diagram with wrong moves, are found', async () => {
  await using w = await world()
  const on = await served(w)
  const create = 'curl -s http://localhost:8080/api/places/general/create -H "X-Service-API-Key: $KEY"'
  for (const body of ['{"name": "Nowhere", "type": "venue"}', '{']) {
    await assert.rejects(runScript(`${create} --json '${body}'\n`, on), /end with 22: POST .*places\/general\/create/)
  }
  const key = products.flatMap(({ resources }) => resources).filter(({ id }) => id === 'account.key')
  const page = readPage('```mermaid\n%% account.key\n[*] --> revoked\nrevoked --> active: restore\n```\n')
  assert.deepEqual(wrongIn(page, key), ['account.key: [*] revoked', 'account.key: revoked active'])
  assert.deepEqual(wrongIn(readPage(''), key), ['account.key: shows no states'])
})

async function served({ app, account }: World) {
  const server = await app.server.listen({ host: '127.0.0.1', port: 0 })
  return { server, publicUrl: app.kernel.settings.publicUrl, key: account.secretKey }
}

function namedPages(): (readonly [string, Page])[] {
  return [...pages].map(([product, page]) => [product.name, page] as const)
}

/** Arrows without a move, and nouns with moves whose states are not all drawn. */
function wrongIn(page: Page, resources: (typeof products)[number]['resources']): string[] {
  return resources.flatMap(({ id, states, initial }) => {
    const arrows = page.diagrams.get(id)
    if (arrows === undefined) {
      const isComplete = Object.keys(states).every((state) => page.words.has(state))
      return isComplete ? [] : [`${id}: shows no states`]
    }
    const moves = new Set(Object.entries(states).flatMap(([from, next]) => next.map((to) => `${from} ${to}`)))
    const drawn = new Set(arrows.flatMap((arrow) => arrow.split(' ')))
    return [
      ...arrows.filter((arrow) => arrow !== `[*] ${initial}` && !moves.has(arrow)),
      ...Object.keys(states).filter((state) => !drawn.has(state)),
    ].map((each) => `${id}: ${each}`)
  })
}
