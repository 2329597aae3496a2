import assert from 'node:assert/strict'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import fastify from 'fastify'
import { everyReason } from '#platform/openapi/refusals.ts'
import { products } from '#products/index.ts'
import { openApiFile } from '#app/config.ts'
import { registerDocs } from './docs.ts'

const operations = products.flatMap((product) => product.operations)
const server = fastify()
registerDocs(server, { products, openApiFile, publicUrl: 'https://fair.example' })

test('the contract is served compressed, and a client with the current ETag gets 304', async () => {
  const br = await server.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip, br' } })
  assert.equal(br.headers['content-encoding'], 'br')
  const gzip = await server.inject({ url: '/openapi.json', headers: { 'accept-encoding': 'gzip;q=1, br;q=0' } })
  assert.equal(gzip.headers['content-encoding'], 'gzip')
  const plain = await server.inject('/openapi.json')
  assert.equal(plain.headers['content-encoding'], undefined)
  const { servers, ...document } = plain.json()
  assert.deepEqual(servers, [{ url: 'https://fair.example', description: 'This installation.' }])
  const { servers: _anyServer, ...expected } = JSON.parse(await readFile(openApiFile, 'utf8'))
  assert.ok(isDeepStrictEqual(document, expected), 'the document of the repository is served')
  assert.equal(brotliDecompressSync(br.rawPayload).toString(), plain.body)
  assert.equal(gunzipSync(gzip.rawPayload).toString(), plain.body)
  const etag = String(br.headers.etag)
  const again = await server.inject({
    url: '/openapi.json',
    headers: { 'accept-encoding': 'br', 'if-none-match': `"other", W/${etag}` },
  })
  assert.equal(again.statusCode, 304)
  assert.equal(again.body, '')
})

test('a document is rendered and compressed once, and all requests share its bytes', async () => {
  const own = fastify()
  const paths: string[] = []
  const sent: unknown[] = []
  own.addHook('onRoute', ({ url, method }) => void (method === 'GET' && paths.push(url)))
  own.addHook('onSend', async (_request, reply, payload) => {
    if (reply.statusCode === 200) sent.push(payload)
    return payload
  })
  registerDocs(own, { products, openApiFile, publicUrl: 'https://fair.example' })
  let documents = 0
  for (const url of paths) {
    for (const coding of ['br', 'gzip', 'identity']) {
      const request = () => own.inject({ url, headers: { 'accept-encoding': coding } })
      const [first] = await Promise.all([request(), request()])
      await request()
      const bytes = new Set(sent.splice(0))
      if (first.statusCode !== 200) continue
      documents += 1
      assert.deepEqual([bytes.size, Buffer.isBuffer([...bytes][0])], [1, true], `${url} in ${coding}`)
    }
  }
  assert.equal(documents, 3 * 7)
})

test('every reason has a section with advice', async () => {
  const { body, headers } = await server.inject('/docs/errors')
  assert.match(String(headers['content-security-policy']), /default-src 'none'/)
  for (const { reason } of everyReason(operations)) assert.ok(body.includes(`<article id="${reason}">`), reason)
  assert.ok(!/<script/i.test(body))
})

test('every reason that any source file declares has its section', async () => {
  const { body } = await server.inject('/docs/errors')
  const root = join(import.meta.dirname, '../..')
  const files = (await readdir(root, { recursive: true })).filter((name) => /(?<!\.test)\.ts$/.test(name))
  const sources = await Promise.all(files.map((name) => readFile(join(root, name), 'utf8')))
  const declared = sources.flatMap((text) => [...text.matchAll(/\breason\(\s*'[a-z_]+',\s*'([a-z_]+)'/g)])
  const names = new Set(declared.map((match) => match[1] ?? ''))
  assert.ok(names.size > 40 && names.has('metrics_token'))
  assert.deepEqual(
    [...names].filter((name) => !body.includes(`<article id="${name}">`)),
    [],
  )
})

test('the guide for machines lists every operation', async () => {
  const { body, headers } = await server.inject('/llms.txt')
  assert.match(String(headers['content-type']), /^text\/plain/)
  for (const each of operations) assert.ok(body.includes(`- ${each.method} ${each.path}: ${each.title}`), each.id)
})

test('the guide for machines names what stands and what is coming', async () => {
  const { body } = await server.inject('/llms.txt')
  assert.match(body, /Standing: .*Livestream.*Places.*\. Coming: ads, loyalty, .*payments\./)
  for (const [where, names] of products.flatMap(({ awaited }) => Object.entries(awaited))) {
    assert.ok(body.includes(`- ${where}: ${names.join(', ')}`), where)
  }
})

test('the reference loads a script of its own, whose address changes with it', async () => {
  const { body, headers } = await server.inject('/docs')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /script-src 'self';/)
  assert.match(policy, /connect-src 'self' https:\/\/fair\.example;/)
  const address = /src="(\/docs\/reference\.js\?v=[^"]+)"/.exec(body)?.[1]
  assert.ok(address !== undefined)
  const script = await server.inject({ url: address, headers: { 'accept-encoding': 'br' } })
  assert.match(String(script.headers['cache-control']), /immutable/)
  const text = brotliDecompressSync(script.rawPayload).toString()
  assert.ok(text.length > 1_000_000 && !text.includes('sourceMappingURL=standalone'))
  assert.doesNotMatch(String((await server.inject('/docs/reference.js')).headers['cache-control']), /immutable/)
  assert.equal((await server.inject('/docs/')).headers.location, '/docs')
  for (const style of ['/docs/style.css', '/docs/reference.css']) {
    assert.match(String((await server.inject(style)).headers['content-type']), /^text\/css/)
  }
})
