import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { products } from '#products/index.ts'
import { arrayOf, objectOf, world, type Json, type World } from '#test/world/world.ts'

/** Addresses that the server never calls, with the rule that each breaks. */
const refusedWeb: [string, string][] = [
  ...['127.0.0.1', '10.1.2.3', '[::1]', '169.254.169.254', '2130706433', 'localhost', 'api.localhost'].map(
    (host): [string, string] => [`https://${host}/x`, 'address'],
  ),
  ...['printer', 'db.internal', 'box.local', 'router.home.arpa'].map((host): [string, string] => [
    `https://${host}/x`,
    'address',
  ]),
  ['https://example.com:25/x', 'port'],
  ['ftp://example.com/x', 'format'],
  ['gopher://example.com/x', 'format'],
]
const refusedPush: [string, string][] = [
  ...['127.0.0.1', '192.168.1.9', '[::1]', 'localhost', 'encoder.internal'].map((host): [string, string] => [
    `rtmp://${host}/app`,
    'address',
  ]),
  ['rtmp://example.com:22/app', 'port'],
  ['http://example.com/app', 'pattern'],
  ['srt://example.com/app', 'pattern'],
]

const webhook = (url: string): Json => ({ url })
const captions = (url: string): Json => ({ captions: [{ locale: 'en', url }] })
const credentials = (baseUrl: string): Json => ({ credentials: { apiKey: 'k', baseUrl, organizer: 'o' } })
const simulcast = (serverUrl: string): Json => ({ simulcastTargets: [{ name: 'There', serverUrl, streamKey: 'k' }] })

const webhookOut = (url: string): Json => ({ type: 'outboundWebhook', config: { url }, secrets: {} })

/** Operations with a field that the server calls: the input for an address, and the path of the field. */
const called: Record<string, { path: string; input: (url: string) => Json }> = {
  'account.webhookEndpoint.create': { path: '/url', input: webhook },
  'account.webhookEndpoint.update': { path: '/url', input: webhook },
  'livestream.details.create': { path: '/captions/0/url', input: captions },
  'livestream.details.update': { path: '/captions/0/url', input: captions },
  'livestream.stream.create': { path: '/simulcastTargets/0/serverUrl', input: simulcast },
  'livestream.stream.update': { path: '/simulcastTargets/0/serverUrl', input: simulcast },
  'livestream.ticketingEvent.create': { path: '/credentials/baseUrl', input: credentials },
  'livestream.ticketingEvent.update': { path: '/credentials/baseUrl', input: credentials },
  'marketing.contact.import': { path: '/url', input: (url) => ({ url }) },
  'marketing.integration.create': { path: '/config/url', input: webhookOut },
  'marketing.integration.update': { path: '/config/url', input: (url) => ({ config: { url } }) },
}

describe('addresses that the server calls', () => {
  let w: World
  before(async () => {
    w = await world({ outboundAllowPrivate: false })
  })
  after(() => w[Symbol.asyncDispose]())

  async function problemsAt(operationId: string, url: string): Promise<Json[]> {
    const { path, input } = called[operationId] ?? assert.fail(`no input of ${operationId}`)
    const reply = await w.send(operationId, input(url))
    assert.equal(reply.status, 400, `${operationId} ${url}: ${reply.text}`)
    return arrayOf(objectOf(reply.body['error'])['fields']).filter((each) => each['path'] === path)
  }

  test('stand in the table, one per operation that has such a field', () => {
    const operations = products.flatMap((product) => product.operations)
    const found = operations.filter((each) => JSON.stringify(each.input).includes('"x-called"')).map((each) => each.id)
    assert.deepEqual(found.toSorted(), Object.keys(called))
  })

  for (const operationId of Object.keys(called)) {
    const refused = called[operationId]?.input === simulcast ? refusedPush : refusedWeb
    test(`are refused at once by ${operationId}, with the field and one rule`, async () => {
      for (const [url, rule] of refused) {
        const found = await problemsAt(operationId, url)
        assert.deepEqual(
          found.map((each) => each['rule']),
          [rule],
          url,
        )
        assert.doesNotMatch(String(found[0]?.['message']), /127\.|10\.1|::1/)
      }
    })
  }

  test('may be http without a secret, and must be https with one', async () => {
    const [problem] = await problemsAt('livestream.ticketingEvent.create', 'http://example.com/api')
    assert.equal(problem?.['rule'], 'scheme')
    await w.call('account.webhookEndpoint.create', { url: 'http://example.com/hooks', facts: ['places.*'] })
  })

  test('are refused for an import, unless players alone fetch the video', async () => {
    const video = { title: 'A video', videoUrl: 'http://10.1.2.3/video.mp4' }
    await w.refused('livestream.static.create', video, { code: 'invalid_request', mention: '/videoUrl' })
    const linked = await w.call('livestream.static.create', { ...video, importMode: 'link' })
    assert.equal(linked['status'], 'published')
  })
})
