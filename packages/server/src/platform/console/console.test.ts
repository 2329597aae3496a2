import assert from 'node:assert/strict'
import { test } from 'node:test'
import fastify from 'fastify'
import { consoleDir } from '#app/config.ts'
import { openBundle } from '#platform/pages/bundle.ts'
import { products } from '#products/index.ts'
import { registerConsole } from './console.ts'

const server = fastify()
registerConsole(server, {
  products,
  folder: consoleDir,
  publicUrl: 'https://fair.example',
  pageStyle: () => Promise.resolve('/assets/main.css'),
})
const get = (url: string) => server.inject({ url, headers: { accept: 'text/html' } })

test('every address below /console has the same document, each time with another nonce in its policy', async () => {
  const nonces = new Set<string>()
  for (const url of ['/console', '/console/acc_1/places/place?status=active', '/console/sign-in']) {
    const { statusCode, headers, body } = await get(url)
    assert.equal(statusCode, 200)
    const policy = String(headers['content-security-policy'])
    const nonce = /style-src 'self' 'nonce-([^']+)'/.exec(policy)?.[1] ?? ''
    assert.ok(body.includes(`nonce="${nonce}"`) && nonce.length > 20)
    assert.match(policy, /script-src 'self';/)
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(body, /<script(?![^>]* src=)/)
    assert.equal(headers['cache-control'], 'private, no-store')
    nonces.add(nonce)
  }
  assert.equal(nonces.size, 3)
})

test('only the document of a page that scans may open the camera', async () => {
  const cameraOf = async (path: string) =>
    /camera=\(([^)]*)\)/.exec(String((await get(`/console${path}`)).headers['permissions-policy']))?.[1]
  assert.equal(await cameraOf('/acc_1/livestream/door?event=tev_1'), 'self')
  for (const path of [
    '',
    '/acc_1',
    '/acc_1/livestream/ticketingEvent/tev_1',
    '/acc_1/places/door',
    '/a/b/livestream/door',
  ])
    assert.equal(await cameraOf(path), '', path)
})

test('files of the bundle are cached for good, and unknown names are not found', async () => {
  const { body } = await get('/console')
  const files = [...body.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, file = '']) => file)
  assert.ok(files.length >= 2)
  for (const file of files) {
    const { statusCode, headers } = await get(file)
    assert.equal(statusCode, 200, file)
    assert.match(String(headers['cache-control']), /immutable/)
  }
  for (const name of ['manifest.json', '..%2fmanifest.json', 'none.js']) {
    const response = await get(`/console/assets/${name}`)
    assert.notEqual(response.statusCode, 200, name)
  }
})

test('the description revalidates by its ETag, and each product has its schemas', async () => {
  const { headers, statusCode } = await get('/console/description.json')
  assert.equal(statusCode, 200)
  const again = await server.inject({
    url: '/console/description.json',
    headers: { 'if-none-match': String(headers['etag']) },
  })
  assert.equal(again.statusCode, 304)
  for (const { name } of products) assert.equal((await get(`/console/description/${name}.json`)).statusCode, 200)
})

test('the first load, with the home page, is at most 180 kB over the wire', async () => {
  const bundle = openBundle(consoleDir, '/console/assets/')
  const { styles, modules } = await bundle.filesOf(['src/main.tsx', 'src/app/home/homePage.tsx'])
  const sizes = [...styles, ...modules].map(async (address) => {
    const kept = await bundle.find(address.slice('/console/assets/'.length))
    return kept?.gzip.length ?? Number.NaN
  })
  const bytes = (await Promise.all(sizes)).reduce((sum, each) => sum + each, 0)
  assert.ok(bytes <= 180_000, `${bytes} bytes`)
})
