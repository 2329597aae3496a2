import assert from 'node:assert/strict'
import { test } from 'node:test'
import { settingsMarkdown } from '#app/config.ts'
import { adviceFor } from '#platform/openapi/advice.ts'
import { object, type Json } from '#platform/openapi/json.ts'
import { buildOpenApi } from '#platform/openapi/openapi.ts'
import { everyReason } from '#platform/openapi/refusals.ts'
import { version } from '#platform/openapi/version.ts'
import { grades } from '#products/marketing/score/scoreGrade.ts'
import { products } from '#products/index.ts'
import { bannedWordIn, hidingFirstWordIn } from '#test/style/bannedWords.ts'
import { makeVideo } from '#test/video/ticketing.ts'
import { world } from '#test/world/world.ts'

const document = buildOpenApi({ products, version })

test('every property, parameter and header of the document has a description', () => {
  const missing: string[] = []
  let seen = 0
  visit(document, '', (node, path) => {
    const isParameter = node['in'] !== undefined && node['name'] !== undefined
    const described: [string, unknown][] = [
      ...Object.entries(isSchema(path) ? object(node['properties']) : {}),
      ...(isParameter ? [[String(node['name']), node] satisfies [string, unknown]] : []),
    ]
    for (const [name, each] of described) {
      seen += 1
      if (!isDescribed(object(each))) missing.push(`${path} ${name}`)
    }
  })
  assert.ok(seen > 1_000)
  assert.deepEqual(missing, [])
})

test('an address of the server in an example has a route', async () => {
  await using w = await world()
  const text = JSON.stringify(document)
  const playbackId = `plb_${String((await makeVideo(w)).id).slice(4)}`
  const paths = new Set(text.match(/(?<=https:\/\/fair\.example)\/(?:embed|watch|hls|oembed)[^"\\\s]*/g))
  assert.ok(paths.size > 3, [...paths].join(' '))
  for (const url of paths) {
    const { payload } = await w.app.server.inject(url.replaceAll('harbour-lights', playbackId))
    assert.equal(payload.includes('route_not_found'), false, url)
  }
})

test('a property without a description is found, behind a reference as well', () => {
  assert.equal(isDescribed({ type: 'string' }), false)
  assert.equal(isDescribed({ $ref: '#/components/schemas/Problem' }), true)
  assert.equal(isDescribed({ anyOf: [{ type: 'null' }, { type: 'string' }] }), false)
})

const clauseOrPronoun = /^(It|Its|They|Their|When|Where|Why|How)\b/

test('a description begins with the noun of its field', () => {
  const wrong: string[] = []
  visit(document, '', (node, path) => {
    const text = node['description'] ?? ''
    if (typeof text === 'string' && (hidingFirstWordIn(text) !== undefined || clauseOrPronoun.test(text))) {
      wrong.push(`${path}: ${text}`)
    }
  })
  assert.deepEqual(wrong, [])
})

test('no description, summary or message holds a banned word', () => {
  const wrong: string[] = []
  let seen = 0
  visit(document, '', (node, path) => {
    for (const name of ['description', 'summary', 'x-message']) {
      const text = node[name]
      if (typeof text !== 'string') continue
      seen += 1
      const word = bannedWordIn(text)
      if (word !== undefined) wrong.push(`${path}: ${word}`)
    }
  })
  assert.ok(seen > 2_000)
  assert.deepEqual(wrong, [])
})

test('no reason, advice or setting holds a banned word or hides its subject', () => {
  const all = everyReason(products.flatMap((product) => product.operations))
  const texts = [...all.flatMap((each) => [each.message, adviceFor(each)]), settingsMarkdown()]
  assert.ok(all.length > 40)
  assert.deepEqual(
    texts.filter((text) => (hidingFirstWordIn(text) ?? bannedWordIn(text)) !== undefined),
    [],
  )
})

test('no example holds a placeholder', () => {
  const found: string[] = []
  let seen = 0
  const look = (value: unknown, path: string): void => {
    if (typeof value === 'object' && value !== null) {
      for (const [name, each] of Object.entries(value)) look(each, `${path}/${name}`)
    } else if (typeof value === 'string') {
      seen += 1
      // The grade of a lead score is a letter.
      const isGrade = /(leadScore.*|\/score)\/grade$/.test(path) && grades.some((grade) => grade === value)
      if (!isGrade && /^(text|string|foo|bar|test|lorem.*|abc|a|0|x+)$/i.test(value)) found.push(`${path}: ${value}`)
    }
  }
  visit(document, '', (node, path) => {
    look(node['example'], path)
    look(node['examples'], path)
  })
  assert.ok(seen > 2_000)
  assert.deepEqual(found, [])
})

test('the example response of a create shows the fields of its request', () => {
  for (const of of products.flatMap((product) => product.operations).filter((each) => each.id.endsWith('.create'))) {
    const item = object(object(object(document['paths'])[of.path])[of.method.toLowerCase()])
    const sent = exampleIn(object(item['requestBody']))
    const data = object(exampleIn(object(object(item['responses'])['200']))['data'])
    for (const [name, value] of Object.entries(sent)) {
      if (typeof value === 'string' && typeof data[name] === 'string')
        assert.equal(data[name], value, `${of.id} ${name}`)
    }
  }
})

function exampleIn(message: Json): Json {
  return object(object(object(message['content'])['application/json'])['example'])
}

/** Whether a schema or parameter has a description: its own, that of its reference, or that of one of its forms. */
function isDescribed(schema: Json): boolean {
  if (typeof schema['description'] === 'string' && schema['description'] !== '') return true
  const pointer = schema['$ref']
  if (typeof pointer === 'string') {
    const [kind = '', name = ''] = pointer.split('/').slice(2)
    return isDescribed(object(object(object(document['components'])[kind])[name]))
  }
  const forms = [schema['anyOf'], schema['allOf']].flatMap((each) => (Array.isArray(each) ? each : []))
  return forms.some((each) => isDescribed(object(each)))
}

/** Whether a place in the document is a schema: a property named `properties` is none. */
function isSchema(path: string): boolean {
  return !path.endsWith('/properties')
}

function visit(node: unknown, path: string, see: (node: Json, path: string) => void): void {
  if (typeof node !== 'object' || node === null) return
  if (!Array.isArray(node)) see(object(node), path)
  for (const [name, each] of Object.entries(node)) {
    if (name !== 'example' && name !== 'examples') visit(each, `${path}/${name}`, see)
  }
}
