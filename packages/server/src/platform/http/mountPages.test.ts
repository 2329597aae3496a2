import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { closed } from '#kit/nouns/standard.ts'
import { Type } from '#kit/values/schema.ts'
import { idOf, matching } from '#kit/values/fields.ts'
import { html } from '#kit/values/html.ts'
import { page, type HtmlResponse, type PageResponse } from '#kit/nouns/page.ts'
import { problem, reasons } from '#kit/call/problem.ts'
import { product } from '#kit/nouns/product.ts'
import { products } from '#products/index.ts'
import { places } from '#products/places/index.ts'
import { tenantProducts } from '#test/world/tenants.ts'
import { openRates, world, type World } from '#test/world/world.ts'
import { preferredLanguages } from './languages.ts'

const plain: HtmlResponse = { html: html`<p>${'<hello>'}</p>`, title: 'A & B', language: 'en' }
const responses: Record<string, PageResponse | (() => never)> = {
  plain,
  framed: { ...plain, frameAncestors: ['https://shop.example', '*.fan.example'], island: 'watch', cacheSeconds: 60 },
  open: { ...plain, frameAncestors: 'any', isIndexed: false, theme: 'dark', look: 'wide' },
  gone: { ...plain, status: 410 },
  moved: { redirect: '/elsewhere', status: 301 },
  data: { json: { a: 1 }, cacheSeconds: 5 },
  feed: { text: '<rss/>', type: 'application/rss+xml; charset=utf-8' },
  smuggled: { ...plain, frameAncestors: ["https://a.example; script-src 'unsafe-inline'", 'https://münchen.example'] },
  refused: () => {
    throw problem(reasons.unavailable, { retryAfterSeconds: 7 })
  },
  broken: () => {
    throw new Error('secret detail')
  },
}

const pages = [
  page('plant.thing', {
    route: 'GET /plant/{kind}',
    title: 'A plant',
    description: 'One response of every kind.',
    input: closed({ kind: matching('^[a-z]{1,20}$', 20), more: Type.Optional(Type.Boolean()) }),
    async handle(_ctx, { kind }) {
      const found = responses[kind]
      if (found === undefined) throw problem(reasons.notFound)
      return typeof found === 'function' ? found() : found
    },
  }),
  page('plant.form', {
    route: 'GET /plant-form',
    title: 'A form',
    description: 'A page with a form, which names a cache lifetime.',
    input: closed({ isShown: Type.Boolean() }),
    handle: async (_ctx, { isShown }, visitor) => ({
      ...plain,
      html: html`${isShown ? visitor.form().csrf : 'no form'}`,
      cacheSeconds: 60,
    }),
  }),
  page('plant.owner', {
    route: 'GET /plant/of/{placeId}',
    title: 'Owner',
    description: 'The account of an id, and the languages of the browser.',
    input: closed({ placeId: Type.Optional(idOf('plc')) }),
    handle: async (ctx, _input, { languages }) => ({ json: { account: ctx.account.publicId, languages } }),
  }),
]
const plant = product({ name: 'plant', title: 'Plant', description: 'Pages of every kind.', pages })

describe('pages', () => {
  let w: World
  before(async () => {
    w = await world({ products: [...tenantProducts, places, plant] })
  })
  after(() => w[Symbol.asyncDispose]())

  const open = (url: string, headers: Record<string, string> = {}) => w.app.server.inject({ url, headers })

  test('a page has a head, a strict policy, no cookie and its own language', async () => {
    const { statusCode, headers, body } = await open('/plant/plain?utm_source=x')
    assert.equal(statusCode, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(headers['content-language'], 'en')
    assert.equal(headers['cache-control'], 'private, no-cache')
    assert.equal(headers['x-content-type-options'], 'nosniff')
    assert.equal(headers['referrer-policy'], 'strict-origin-when-cross-origin')
    assert.equal(headers['set-cookie'], undefined)
    assert.match(String(headers.vary), /Accept-Language/)
    const policy = String(headers['content-security-policy'])
    for (const each of ["default-src 'none'", "script-src 'none'", "style-src 'self'", "frame-ancestors 'none'"]) {
      assert.ok(policy.includes(each), `${policy} lacks ${each}`)
    }
    assert.doesNotMatch(policy, /unsafe|connect-src/)
    assert.match(body, /^<!doctype html>\n<html lang="en">/)
    assert.ok(body.includes('<title>A &amp; B</title>') && body.includes('<p>&lt;hello&gt;</p>'), body)
    assert.doesNotMatch(body, /<script/)
  })

  test('an island adds its modules, with hashed names, and connect-src to the policy', async () => {
    const { headers, body } = await open('/plant/framed')
    const policy = String(headers['content-security-policy'])
    assert.match(policy, /script-src 'self';.*connect-src 'self' http:\/\/fairground\.test;/)
    assert.match(policy, /frame-ancestors https:\/\/shop\.example \*\.fan\.example;/)
    assert.equal(headers['cache-control'], 'public, max-age=60')
    const paths = [...body.matchAll(/(?:href|src)="(\/assets\/[^"]+)"/g)].map(([, path = '']) => path)
    assert.ok(paths.length >= 3, body)
    for (const path of paths) {
      const asset = await open(path, { 'accept-encoding': 'br' })
      assert.equal(asset.statusCode, 200, path)
      assert.equal(asset.headers['content-encoding'], 'br')
      assert.match(String(asset.headers['cache-control']), /immutable/)
      assert.match(path, /-[\w-]{8}\.(js|css)$/)
    }
    for (const path of ['manifest.json', '..%2fpackage.json', 'nothing.js']) {
      assert.equal((await open(`/assets/${path}`)).statusCode, 404, path)
    }
  })

  test('a page sets theme, look, robots and status, or responds with a redirect, JSON or a feed', async () => {
    const { body, headers } = await open('/plant/open')
    assert.match(body, /<html lang="en" data-theme="dark">[^]*<body class="wide">/)
    assert.equal(headers['x-robots-tag'], 'noindex')
    assert.match(String(headers['content-security-policy']), /frame-ancestors \*/)
    assert.equal((await open('/plant/gone')).statusCode, 410)
    const moved = await open('/plant/moved')
    assert.deepEqual([moved.statusCode, moved.headers.location], [301, '/elsewhere'])
    const data = await open('/plant/data')
    assert.deepEqual([data.json(), data.headers['cache-control']], [{ a: 1 }, 'public, max-age=5'])
    assert.equal((await open('/plant/feed')).headers['content-type'], 'application/rss+xml; charset=utf-8')
    const head = await w.app.server.inject({ method: 'HEAD', url: '/plant/plain' })
    assert.deepEqual([head.statusCode, head.body], [200, ''])
  })

  test('a text has a validator, with which a reader that polls gets 304 without a body', async () => {
    const first = await open('/plant/feed')
    const known = { 'if-none-match': String(first.headers.etag) }
    const again = await open('/plant/feed', known)
    assert.deepEqual([first.statusCode, again.statusCode, again.body], [200, 304, ''])
    assert.equal(again.headers.etag, first.headers.etag)
  })

  test('a page that shows its form is never cached, also one with a cache lifetime', async () => {
    const shown = await open('/plant-form?isShown=true')
    assert.ok(shown.headers['set-cookie'])
    assert.equal(shown.headers['cache-control'], 'private, no-cache')
    const other = await open('/plant-form?isShown=false')
    assert.deepEqual([other.headers['set-cookie'], other.headers['cache-control']], [undefined, 'public, max-age=60'])
  })

  test('an origin that a policy cannot name is left out of frame-ancestors, and adds no directive', async () => {
    const { statusCode, headers } = await open('/plant/smuggled')
    assert.equal(statusCode, 200)
    assert.match(String(headers['content-security-policy']), /frame-ancestors https:\/\/xn--mnchen-3ya\.example;/)
    assert.doesNotMatch(String(headers['content-security-policy']), /unsafe|\/a\.example/)
  })

  test('refusals are pages with the request id and without the text of errors', async () => {
    for (const [path, status, title] of [
      ['/plant/unknown', 404, 'There is nothing here'],
      ['/plant/NOT-A-KIND', 400, 'This address is not complete'],
      ['/plant/refused', 503, 'We will be right back'],
      ['/plant/broken', 500, 'Something went wrong on our side'],
    ] as const) {
      const { statusCode, headers, body } = await open(path)
      assert.equal(statusCode, status, path)
      assert.ok(body.includes(`<h1>${title}</h1>`), body)
      assert.ok(body.includes(String(headers['x-request-id'])))
      assert.equal(headers['cache-control'], 'no-store')
      assert.equal(headers['x-robots-tag'], 'noindex')
      assert.doesNotMatch(body, /secret detail/)
      assert.equal(headers['retry-after'], status === 503 ? '7' : undefined)
      // The address of a request may begin with two slashes, which as a reference is another host.
      assert.equal(/<a class="button" href="([^"]*)"/.exec(body)?.[1], status >= 500 ? '' : undefined)
    }
  })

  test('a refusal is in the first language of the browser that error pages have', async () => {
    const titleOf = async (languages: string) => {
      const { headers, body } = await open('/plant/unknown', { 'accept-language': languages })
      return [headers['content-language'], /<h1>([^<]*)/.exec(body)?.[1]]
    }
    assert.deepEqual(await titleOf('de-AT,en;q=0.5'), ['de', 'Hier ist nichts'])
    assert.deepEqual(await titleOf('fr,de;q=0.5'), ['de', 'Hier ist nichts'])
    assert.deepEqual(await titleOf('en-GB,de;q=0.9'), ['en', 'There is nothing here'])
    assert.deepEqual(await titleOf('fr'), ['en', 'There is nothing here'])
  })

  test('an unknown address gets a page for browsers and JSON for programs', async () => {
    const person = await open('/nothing/here', { accept: 'text/html,application/xhtml+xml' })
    assert.deepEqual([person.statusCode, person.headers['content-type']], [404, 'text/html; charset=utf-8'])
    for (const [url, accept] of [
      ['/nothing/here', '*/*'],
      ['/api/nothing', 'text/html'],
      ['/public/nothing', 'text/html'],
    ] as const) {
      assert.equal((await open(url, { accept })).json().error.reason, 'route_not_found', url)
    }
  })

  test('the account of a page is that of an id in the address; an unknown account gets 404', async () => {
    const id = `plc_${w.account.account.publicId.slice(4)}${'0'.repeat(26)}`
    const seen = await open(`/plant/of/${id}`, { 'accept-language': 'pt-BR, en;q=0.5' })
    assert.deepEqual(seen.json(), { account: w.account.account.publicId, languages: ['pt-BR', 'en'] })
    assert.equal((await open(`/plant/of/plc_${'0'.repeat(34)}`)).statusCode, 404)
  })
})

test('pages have the public rate per network', async () => {
  const scarce = { name: 'public', perSecond: 0.001, burst: 2 }
  await using w = await world({
    products: [...tenantProducts, plant],
    rates: { ...openRates, public: scarce },
  })
  const statuses = []
  for (let count = 0; count < 3; count++) statuses.push((await w.app.server.inject('/plant/plain')).statusCode)
  assert.deepEqual(statuses, [200, 200, 429])
  const last = await w.app.server.inject('/plant/plain')
  assert.ok(last.body.includes('<h1>A moment, please</h1>'))
  assert.ok(Number(last.headers['retry-after']) > 0)
})

test('every page has its own address, an input with the parameters of its path, and a description', () => {
  const operations = products.flatMap((product) => product.operations)
  const all = products.flatMap((product) => product.pages)
  assert.ok(all.length >= 9)
  const shape = (path: string) => path.replaceAll(/\{\w+\}/g, '{}')
  const addresses = [...all, ...operations.filter(({ method }) => method === 'GET')].map(({ path }) => shape(path))
  assert.equal(new Set(addresses).size, addresses.length)
  assert.equal(new Set([...all, ...operations].map(({ id }) => id)).size, all.length + operations.length)
  for (const { id, path, input, description } of all) {
    const inPath = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    assert.deepEqual(
      inPath,
      inPath.filter((name) => Array.isArray(input.required) && input.required.includes(name)),
      id,
    )
    assert.match(description, /^[A-Z].*\.$/, id)
    assert.equal(Object(input).additionalProperties, false, id)
  }
})

test('the form of a page submits an operation without a key, and its fields are inputs of that operation', () => {
  const forms = products.flatMap(({ pages }) => pages.flatMap(({ form }) => form ?? []))
  assert.ok(forms.length > 0)
  for (const { submits, fields } of forms) {
    assert.equal(submits.credential, 'none', submits.id)
    assert.deepEqual(
      fields.filter((name) => !Object.hasOwn(submits.input.properties, name)),
      [],
      submits.id,
    )
  }
})

test('preferredLanguages() sorts by weight and drops tags that are not well-formed', () => {
  assert.deepEqual(preferredLanguages('de;q=0.5, en-GB, fr;q=0, *, C, a-b, en_US, pt;q=0.9, <x>'), [
    'en-GB',
    'pt',
    'de',
  ])
  assert.deepEqual(preferredLanguages(undefined), [])
  assert.equal(preferredLanguages(Array.from({ length: 50 }, () => 'en').join(',')).length, 10)
})
