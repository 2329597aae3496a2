import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Operation } from '#kit/nouns/operation.ts'
import { object, type Json } from '#platform/openapi/json.ts'
import { products } from '#products/index.ts'
import { openStage, type Stage } from '#test/conformance/stage.ts'
import { documentPath, runProgram, scratchFolder } from './scratch.ts'

/** Newman reads a response to its end, so it cannot read a stream of events. */
const operations = products.flatMap((product) => product.operations).filter((each) => each.events === undefined)

test('Portman finds every response of a server as documented', async () => {
  await using stage = await openStage()
  const { status, text } = await portman(stage, { operations, documentPath })
  assert.equal(status, 0, text)
  assert.equal(text.match(/^↳ /gm)?.length, operations.length)
})

test('Portman finds a response that differs from the document', async () => {
  await using stage = await openStage()
  await using folder = await scratchFolder()
  const one = operations.filter((each) => each.id === 'account.account.get')
  const planted = pathsOnly(JSON.parse(await readFile(documentPath, 'utf8')), one)
  const { Account: account } = object(object(planted['components'])['schemas'])
  object(object(account)['properties'])['name'] = { type: 'integer' }
  const path = join(folder.path, 'planted.json')
  await writeFile(path, JSON.stringify(planted))
  const { status, text } = await portman(stage, { operations: one, documentPath: path })
  assert.equal(status, 1)
  assert.match(text, /data\.name should be integer/)
})

/** The document with the paths of some operations alone: Portman takes seconds to read all of them. */
function pathsOnly(document: Json, some: readonly Operation[]): Json {
  const paths = object(document['paths'])
  return { ...document, paths: Object.fromEntries(some.map(({ path }) => [path, paths[path]])), webhooks: {} }
}

type Run = { operations: readonly Operation[]; documentPath: string }

/** Runs Portman's contract tests of some operations against a server, each in an account of its own. */
async function portman(stage: Stage, run: Run): Promise<{ status: number; text: string }> {
  await using folder = await scratchFolder()
  const write = (name: string, value: unknown) => writeFile(join(folder.path, name), JSON.stringify(value))
  const baseUrl = await stage.world.app.server.listen({ host: '127.0.0.1', port: 0 })
  const overwrites = []
  for (const of of run.operations) overwrites.push(await prepared(stage, of))
  const checks = ['statusSuccess', 'contentType', 'jsonBody', 'schemaValidation', 'headersPresent']
  const contractTests = checks.map((name) => ({ openApiOperation: '*::/*', [name]: { enabled: true } }))
  await write('portman.json', { version: 1, tests: { contractTests }, overwrites })
  await write('filter.json', { inverseOperationIds: run.operations.map((each) => each.id) })
  await write('newman.json', { bail: false })
  const files = ['-c', 'portman.json', '--filterFile', 'filter.json', '--newmanOptionsFile', 'newman.json']
  const args = ['-l', run.documentPath, '-b', baseUrl, '-o', 'collection.json', '--runNewman', ...files]
  return await runProgram({ packageName: '@apideck/portman', file: 'bin/portman', args, cwd: folder.path })
}

/** The request of an operation: the example of the document, with ids of existing records and the like. */
async function prepared(stage: Stage, of: Operation) {
  const scene = await stage.scene()
  const isMade = ([name, value]: [string, unknown]) => JSON.stringify(value) !== JSON.stringify(of.example[name])
  const made = Object.entries(await scene.example(of)).filter(isMade)
  const inPath = made.filter(([name]) => of.path.includes(`{${name}}`))
  const rest = made.filter((each) => !inPath.includes(each))
  const isQuery = of.method === 'GET' || of.method === 'DELETE'
  const asText = ([key, value]: [string, unknown]) => ({ key, value: String(value), overwrite: true })
  const apiKey = { key: 'X-Service-API-Key', value: scene.key, in: 'header' }
  const { headers = {} } = of.credential === 'person' ? await scene.caller(of) : {}
  return {
    openApiOperationId: of.id,
    overwriteRequestPathVariables: inPath.map(asText),
    ...(isQuery
      ? { overwriteRequestQueryParams: rest.map(asText) }
      : { overwriteRequestBody: rest.map(([key, value]) => ({ key, value, overwrite: true })) }),
    ...(of.credential === 'none' || of.credential === 'person' ? {} : { overwriteRequestSecurity: { apiKey } }),
    overwriteRequestHeaders: Object.entries(headers).map(asText),
  }
}
