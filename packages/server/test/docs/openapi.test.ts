import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import type { Operation } from '#kit/nouns/operation.ts'
import { object, texts, type Json } from '#platform/openapi/json.ts'
import { buildOpenApi } from '#platform/openapi/openapi.ts'
import { refusalsOf } from '#platform/openapi/refusals.ts'
import { version } from '#platform/openapi/version.ts'
import { products } from '#products/index.ts'

const root = join(import.meta.dirname, '..', '..', '..', '..')
const operations = products.flatMap((product) => product.operations)
const document = buildOpenApi({ products, version })

test('the same operations make the same document', () => {
  assert.equal(JSON.stringify(buildOpenApi({ products, version })), JSON.stringify(document))
  const placed = buildOpenApi({ products, version, publicUrl: 'https://fair.example' })
  assert.deepEqual({ ...placed, servers: 0 }, { ...document, servers: 0 })
})

test('the version is that of the package', () => {
  assert.equal(object(createRequire(import.meta.url)('../../package.json'))['version'], version)
})

test('the document contains every operation and every public fact, with its labels', () => {
  assert.ok(operations.length >= 8)
  for (const of of operations) {
    const item = itemOf(of)
    assert.equal(item['operationId'], of.id)
    assert.equal(item['summary'], of.title)
    assert.equal(item['x-scope'], of.scope === '' ? undefined : of.scope)
    assert.equal(item['x-companion'], of.isCompanion ? true : undefined)
    assert.equal(item['x-stability'], of.stability)
    assert.equal(item['x-reviewed'], of.reviewed)
    assert.deepEqual(item['x-account-kinds'], of.kinds)
  }
  const publicFacts = products.flatMap((product) => product.facts).filter((fact) => fact.isPublic)
  assert.deepEqual(
    Object.keys(object(document['webhooks'])),
    publicFacts.map((fact) => fact.name),
  )
})

test('an operation documents each status and reason of its responses', () => {
  for (const of of operations) {
    const responses = object(itemOf(of)['responses'])
    const refusals = refusalsOf(of)
    assert.deepEqual(Object.keys(responses), ['200', ...refusals.map((each) => String(each.status))], of.id)
    for (const refusal of refusals) {
      const documented = texts(pointed(object(responses[String(refusal.status)]))['x-reasons'])
      assert.deepEqual(
        documented,
        refusal.reasons.map((each) => each.reason),
      )
    }
    const own = of.reasons.map((each) => each.reason)
    const documented = new Set(refusals.flatMap((each) => each.reasons.map(({ reason }) => reason)))
    assert.deepEqual(
      own.filter((name) => !documented.has(name)),
      [],
      of.id,
    )
  }
})

test('a fully specified operation is beta, reviewed, open, and has its five errors', () => {
  for (const of of operations.filter((each) => each.isLenient)) {
    const item = itemOf(of)
    assert.equal(item['x-stability'], 'beta')
    assert.equal(item['x-reviewed'], '2026-07-12')
    const statuses = Object.keys(object(item['responses']))
    assert.deepEqual(
      statuses.filter((status) => !['200', '400', '401', '403', '404', '429'].includes(status)),
      [],
    )
    const schema = bodySchema(item)
    assert.equal(schema['required'], undefined)
    assert.equal(schema['additionalProperties'], undefined)
    assert.equal(item['parameters'], undefined)
    const tags = Array.isArray(document['tags']) ? document['tags'].map(object) : []
    const tag = tags.find((each) => each['name'] === texts(item['tags'])[0])
    assert.equal(tag?.['x-reviewed'], '2026-07-12')
  }
})

test('a documented request is the example that the tests run, with ids in place of `madeFirst`', () => {
  for (const of of operations) {
    const item = itemOf(of)
    const content = object(object(object(item['requestBody'])['content'])['application/json'])
    const documented: Json = { ...object(content['example']) }
    for (const parameter of listOf(item['parameters'])) {
      if (parameter['example'] !== undefined) documented[String(parameter['name'])] = parameter['example']
    }
    for (const [name, value] of Object.entries(of.example)) checkExample(documented[name], value, `${of.id} ${name}`)
    assert.deepEqual(Object.keys(documented).toSorted(), Object.keys(of.example).toSorted(), of.id)
  }
})

test('every input and output schema is valid JSON Schema', () => {
  const ajv = new Ajv({ strict: false })
  for (const of of products.flatMap((product) => product.operations)) {
    for (const schema of [of.input, of.output]) assert.ok(ajv.validateSchema(schema), `${of.id}: ${ajv.errorsText()}`)
  }
  assert.equal(ajv.validateSchema({ type: 'object', required: ['a', 'a'] }), false)
})

test('every example satisfies its schema', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema({ $id: 'document', ...document })
  let checked = 0
  visit(document, '#', (node, path) => {
    const examples = [
      node['example'],
      ...Object.values(object(node['examples'])).map((each) => pointed(object(each))['value']),
    ]
    if (node['schema'] === undefined) return
    for (const example of examples.filter((each) => each !== undefined)) {
      const validate = ajv.compile({ $ref: `document${path}/schema` })
      assert.ok(validate(example), `${path}: ${ajv.errorsText(validate.errors)} ${JSON.stringify(example)}`)
      checked += 1
    }
  })
  assert.ok(checked > operations.length)
})

test('Redocly and Spectral report no findings, and report planted ones', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'fairground-openapi-'))
  try {
    const good = join(folder, 'openapi.json')
    await writeFile(good, JSON.stringify(document))
    // One operation is enough to plant in: a linter takes seconds for the whole document.
    const [first] = operations
    const { path = '', method = '' } = first ?? {}
    const planted = structuredClone({ ...document, paths: { [path]: object(document['paths'])[path] }, webhooks: {} })
    const item = object(object(planted.paths[path])[method.toLowerCase()])
    delete item['operationId']
    delete item['summary']
    item['tags'] = ['Nowhere']
    const bad = join(folder, 'planted.json')
    await writeFile(bad, JSON.stringify(planted))
    const [redocly, redoclyBad, spectral] = await Promise.all([
      lint('@redocly/cli/package.json', 'bin/cli.js', ['lint', good, '--config', '.redocly.yaml', '--format=json']),
      lint('@redocly/cli/package.json', 'bin/cli.js', ['lint', bad, '--config', '.redocly.yaml', '--format=json']),
      // Spectral reports the findings of several documents as one list, each with its document.
      lint('@stoplight/spectral-cli/package.json', 'dist/index.js', [
        ...['lint', good, bad, '-r', '.spectral.yaml', '-f', 'json'],
      ]),
    ])
    assert.deepEqual(object(JSON.parse(redocly))['totals'], { errors: 0, warnings: 0, ignored: 0 }, redocly)
    assert.ok(Number(object(object(JSON.parse(redoclyBad))['totals'])['errors']) > 0, redoclyBad)
    const findings = findingsIn(spectral)
    assert.deepEqual(
      findings.filter(({ source }) => source !== bad),
      [],
    )
    assert.ok(
      findings.some(({ code }) => code === 'operation-tag-defined'),
      spectral,
    )
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

/** Findings of Spectral with the path of their document. */
function findingsIn(spectral: string): Json[] {
  const found: unknown = JSON.parse(spectral)
  assert.ok(Array.isArray(found), spectral)
  return found.map(object)
}

/** Runs a linter of contracts without network, update checks or telemetry. Returns its output. */
function lint(manifest: string, script: string, args: string[]): Promise<string> {
  const bin = join(createRequire(import.meta.url).resolve(manifest), '..', script)
  const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true', SCARF_ANALYTICS: 'false' }
  const child = spawn(process.execPath, [bin, ...args], { cwd: root, env: { ...process.env, ...quiet, NO_COLOR: '1' } })
  let text = ''
  child.stdout.on('data', (chunk) => (text += String(chunk)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', () => resolve(text.trim()))
  })
}

function itemOf(of: Operation): Json {
  return object(object(object(document['paths'])[of.path])[of.method.toLowerCase()])
}

function bodySchema(item: Json): Json {
  return object(object(object(object(item['requestBody'])['content'])['application/json'])['schema'])
}

function listOf(value: unknown): Json[] {
  return Array.isArray(value)
    ? value.map((each) => pointed(object(each))).filter((each) => each['in'] !== 'header')
    : []
}

function pointed(value: Json): Json {
  const pointer = value['$ref']
  if (typeof pointer !== 'string') return value
  return pointer
    .slice(2)
    .split('/')
    .reduce((at, part) => object(at[part]), document)
}

function checkExample(documented: unknown, declared: unknown, where: string): void {
  if (typeof declared !== 'object' || declared === null) return assert.equal(documented, declared, where)
  if (object(declared)['madeFirst'] !== undefined)
    return assert.match(String(documented), /^[a-z]{3}_[0-9a-hjkmnp-tv-z]{26,34}$/, where)
  for (const [name, each] of Object.entries(declared)) checkExample(Object(documented)[name], each, `${where} ${name}`)
}

function visit(node: Json, path: string, see: (node: Json, path: string) => void): void {
  see(node, path)
  for (const [name, each] of Object.entries(node)) {
    const inner = `${path}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    if (Array.isArray(each)) each.forEach((one, index) => visit(object(one), `${inner}/${index}`, see))
    else if (typeof each === 'object' && each !== null && name !== 'example' && name !== 'examples')
      visit(object(each), inner, see)
  }
}
