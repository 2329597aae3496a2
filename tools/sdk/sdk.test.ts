import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { before, test } from 'node:test'
import type * as Sdk from '@fairground/sdk'
import { buildSdk, sdkDist } from '#tools/buildSdk.ts'
import { world } from '#test/world/world.ts'
import { listening } from './listening.ts'

const root = join(import.meta.dirname, '..', '..')
const runTimeoutMs = 120_000
let sdk: typeof Sdk

before(async () => {
  buildSdk()
  // cast: the built package has the types of its sources.
  sdk = (await import(join(sdkDist, 'index.js'))) as typeof Sdk
})

test('the built package calls the real server: create, read, page, change, refuse', async () => {
  await using w = await world()
  const seen: Sdk.ResponseFacts[] = []
  const onResponse = (response: Sdk.ResponseFacts) => void seen.push(response)
  const fairground = sdk.createClient({ apiKey: w.account.secretKey, baseUrl: await listening(w), onResponse })
  const { place } = fairground.places
  const location = { latitude: 53.5, longitude: 9.9 }
  for (const name of ['A', 'B', 'C', 'D', 'E']) {
    await place.create({ name, type: 'venue', location, clientReference: `ref-${name}` })
  }
  const names: string[] = []
  for await (const each of place.list({ limit: 2, sort: 'name' })) names.push(String(each.name))
  assert.deepEqual(names, ['A', 'B', 'C', 'D', 'E'])
  const page = await place.list({ limit: 2, withTotal: 'true' })
  assert.equal(page.pagination.total, 5)

  const again = await place.create({ name: 'A', type: 'venue', location, clientReference: 'ref-A' })
  assert.equal(again.created, false)
  const changed = await place.update({ placeId: again.id, capacity: 300, ifVersion: again.version ?? 1 })
  assert.equal(changed.capacity, 300)
  await assert.rejects(place.update({ placeId: again.id, capacity: 1, ifVersion: 1 }), sdk.ConflictError)
  await assert.rejects(place.get({ placeId: `plc_${'0'.repeat(34)}` }), sdk.NotFoundError)
  const wrong = place.create({ name: '', type: 'venue', location })
  await assert.rejects(wrong, (error) => error instanceof sdk.InvalidRequestError && error.fields[0]?.path === '/name')
  const stranger = sdk.createClient({
    apiKey: `fg_sk_live_${'a'.repeat(38)}`,
    baseUrl: 'http://127.0.0.1:1',
    retriesMax: 0,
  })
  await assert.rejects(stranger.account.account.get(), sdk.ConnectionError)

  const key = { idempotencyKey: 'same-again' }
  const first = await place.create({ name: 'F', type: 'venue', location }, key)
  const second = await place.create({ name: 'F', type: 'venue', location }, key)
  assert.equal(first.id, second.id)
  assert.deepEqual(
    seen.slice(-2).map((each) => each.isReplayed),
    [false, true],
  )
  assert.ok(seen.every((each) => each.requestId?.startsWith('req_')))
})

test('a call over the rate limit is retried after Retry-After', async () => {
  await using w = await world({ rates: { secret: { name: 'secret', perSecond: 1, burst: 2 } } })
  const fairground = sdk.createClient({ apiKey: w.account.secretKey, baseUrl: await listening(w) })
  const started = performance.now()
  for (let call = 0; call < 3; call++) await fairground.account.account.get()
  assert.ok(performance.now() - started >= 900)
  // 20 concurrent calls empty the bucket at any speed.
  const all = Array.from({ length: 20 }, () => fairground.account.account.get({}, { retriesMax: 0 }))
  const refused = (await Promise.allSettled(all)).flatMap((each) => (each.status === 'rejected' ? [each.reason] : []))
  assert.ok(refused.length > 0)
  for (const error of refused) assert.ok(error instanceof sdk.RateLimitedError && error.retryAfterSeconds === 1)
})

test('the published package compiles in other projects, and its types refuse what the contract refuses', async () => {
  await inFolder(async (folder) => {
    const good = `import { createClient, type Place, type WebhookEvent } from '@fairground/sdk'
const client = createClient({ apiKey: 'k', baseUrl: 'http://x' })
export const place: Promise<Place> = client.places.place.create({ name: 'A', type: 'venue' })
export const nameOf = (event: WebhookEvent) => (event.type === 'places.place.created' ? event.data.name : event.type)
`
    const wrong = `import { createClient } from '@fairground/sdk'
const client = createClient({ apiKey: 'k', baseUrl: 'http://x' })
client.places.place.create({ name: 'A' })
client.places.place.create({ name: 'A', type: 'castle' })
client.places.place.create({ name: 'A', type: 'venue', colour: 'red' })
client.places.place.get({ placeId: 7 })
`
    await writeFile(join(folder, 'good.ts'), good)
    await writeFile(join(folder, 'wrong.ts'), wrong)
    const found = await compile(folder, ['good.ts', 'wrong.ts'])
    // Further lines of a finding are indented.
    const elsewhere = found.split('\n').filter((line) => !/wrong\.ts[(:]|^\s/.test(line))
    assert.deepEqual(elsewhere, [], 'neither the good file nor the package has an error')
    for (const line of [3, 4, 5, 6]) assert.match(found, new RegExp(`wrong\\.ts[(:]${line}[,:]`))
  })
})

test('the examples of the README run', async () => {
  await using w = await world()
  const address = await listening(w)
  const text = await readFile(join(root, 'packages/sdk/README.md'), 'utf8')
  const examples = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = '']) => code)
  assert.ok(examples.length >= 5)
  await inFolder(async (folder) => {
    const env = { FAIRGROUND_KEY: w.account.secretKey, FAIRGROUND_URL: address }
    const files = examples.map((code, index) => ({ name: `example${index}.ts`, code }))
    for (const { name, code } of files) await writeFile(join(folder, name), code)
    const names = files.map(({ name }) => name)
    assert.equal(await compile(folder, names), '')
    for (const { name, code } of files) {
      const { status, output } = await execute([join(folder, name)], env)
      assert.equal(status, 0, `${code}\n${output}`)
    }
  })
})

/** A folder below the repository with the built package installed in it, and the types of Node above it. */
async function inFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const builds = join(root, 'build')
  await mkdir(builds, { recursive: true })
  const folder = await mkdtemp(join(builds, 'consumer-'))
  try {
    await writeFile(join(folder, 'package.json'), '{ "type": "module" }')
    await mkdir(join(folder, 'node_modules', '@fairground'), { recursive: true })
    await symlink(sdkDist, join(folder, 'node_modules', '@fairground', 'sdk'))
    await work(folder)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function compile(folder: string, files: string[]): Promise<string> {
  const compilerOptions = {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: false,
    types: ['node'],
    lib: ['es2024', 'dom', 'dom.iterable'],
    allowImportingTsExtensions: true,
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, files }))
  const compiler = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')
  const { output } = await execute([compiler, '-p', folder, '--pretty', 'false'], {})
  return output.trim()
}

function execute(args: string[], env: Record<string, string>): Promise<{ status: number | null; output: string }> {
  const child = spawn(process.execPath, args, { cwd: root, env: { ...process.env, ...env }, timeout: runTimeoutMs })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (status) => resolve({ status, output }))
  })
}
