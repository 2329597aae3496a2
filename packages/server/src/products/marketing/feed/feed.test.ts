import assert from 'node:assert/strict'
import { test } from 'node:test'
import { captionServer, type CaptionFile } from '#test/video/captionServer.ts'
import { world, type World } from '#test/world/world.ts'
import { priceOf } from '#platform/feeds/feedItem.ts'
import { parseFeed } from '#platform/feeds/feedParse.ts'

const origin = { url: 'https://shop.example.com/feed', currency: undefined }
const cdn = 'https://cdn.example.com'
const rss = (items: string, before = '') =>
  [
    `<?xml version="1.0"?>${before}<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>`,
    `${items}</channel></rss>`,
  ].join('')
const cup = `<item><g:id>cup</g:id><title><![CDATA[Cup & <b>]]></title>
  <link>https://shop.example.com/cup?a=1&amp;b=2</link>
  <g:image_link>/cup.jpg</g:image_link><g:price>12.00 EUR</g:price><g:product_type>Cups &gt; Tea</g:product_type>
  <g:availability>in stock</g:availability></item>`
const pot =
  '<item><g:id>pot</g:id><g:title>Pot</g:title><g:price>1,299 JPY</g:price>' +
  '<g:availability>out_of_stock</g:availability></item>'

async function feedAt(w: World, url: string, more: object = {}) {
  const draft = { name: 'My Shop', type: 'shopFeed', config: { url, ...more } } as const
  const made = await w.call('marketing.integration.create', draft)
  assert.equal(made.status, 'pending')
  await w.settle()
  return String(made.id)
}

const shown = (w: World, integrationId: string) =>
  w.call('marketing.integration.get', { integrationId, include: ['items'] })

const titles = async (w: World, integrationId: string) =>
  ((await shown(w, integrationId)).items ?? []).map((each) => each.title)

async function pass(w: World, minutes: number) {
  w.clock.advance(minutes * 60_000)
  await w.settle()
}

test('a feed in RSS is read at once, and mails show its available items', async () => {
  await using w = await world()
  await using files = await captionServer({ '/feed': rss(cup + pot) })
  const integrationId = await feedAt(w, files.url('/feed'))
  const { status, lastError, items = [] } = await shown(w, integrationId)
  assert.deepEqual([status, lastError], ['active', null])
  const { updatedAt: _at, ...first } = items[0] ?? assert.fail()
  assert.deepEqual(first, {
    key: 'cup',
    title: 'Cup & <b>',
    url: 'https://shop.example.com/cup?a=1&b=2',
    imageUrl: files.url('/cup.jpg'),
    price: 1_200,
    currency: 'EUR',
    category: 'Cups > Tea',
    isAvailable: true,
  })
  assert.deepEqual([items[1]?.price, items[1]?.currency, items[1]?.isAvailable], [1_299, 'JPY', false])
  const body =
    '{% for item in feed %}{{ item.title }} {{ item.price | money: item.currency }} {{ item.url }};{% endfor %}' +
    '{{ feeds.my-shop.size }}'
  const template = { name: 'Shop', type: 'email', format: 'text', subject: 'New', body } as const
  const { id } = await w.call('marketing.template.create', template)
  const { rendered } = await w.call('marketing.template.get', { templateId: String(id), preview: {} })
  assert.equal(rendered?.text.trim(), 'Cup & <b> €12.00 https://shop.example.com/cup?a=1&b=2;1')
})

test('a reading replaces the items, a broken one keeps them, and the feed recovers by itself', async () => {
  await using w = await world()
  const files: Record<string, CaptionFile> = { '/feed': rss(cup + pot) }
  await using server = await captionServer(files)
  const integrationId = await feedAt(w, server.url('/feed'), { everyHours: 1 })
  files['/feed'] = rss(pot)
  await pass(w, 59)
  assert.equal(server.requestCount(), 1)
  await pass(w, 1)
  assert.deepEqual(await titles(w, integrationId), ['Pot'])
  const bad: [CaptionFile, RegExp][] = [
    ['<rss><channel><item>', /no valid XML/],
    [rss(''), /no <item>/],
    ['[{"id": 1]', /no valid JSON/],
    ['[]', /no item with an id/],
    ['Sorry, we are closed.', /no JSON, XML or CSV/],
    [503, /status 503/],
    ['x'.repeat(20 * 1_048_576 + 1), /too large|more than|longer/],
    [
      rss(`<item><id>a</id><title>&b;</title></item>`, '<!DOCTYPE r [<!ENTITY a "x"><!ENTITY b "&a;&a;">]>'),
      /entities/,
    ],
  ]
  for (const [file, cause] of bad) {
    files['/feed'] = file
    await w.call('marketing.integration.update', { integrationId, name: `Shop ${String(cause)}` })
    await w.settle()
    const { status, lastError } = await shown(w, integrationId)
    assert.equal(status, 'error')
    assert.match(String(lastError), cause)
  }
  assert.deepEqual(await titles(w, integrationId), ['Pot'])
  files['/feed'] = rss(cup)
  await pass(w, 15)
  const { status, lastError, items } = await shown(w, integrationId)
  assert.deepEqual([status, lastError, items?.length], ['active', null, 1])
})

test('a disabled feed is not read; a deleted one has no items', async () => {
  await using w = await world()
  await using server = await captionServer({ '/feed': rss(cup) })
  const integrationId = await feedAt(w, server.url('/feed'))
  await w.call('marketing.integration.update', { integrationId, action: 'disable' })
  await pass(w, 600)
  assert.equal(server.requestCount(), 1)
  await w.call('marketing.integration.update', { integrationId, action: 'enable' })
  await w.settle()
  assert.equal(server.requestCount(), 2)
  await w.call('marketing.integration.delete', { integrationId })
  const { rows } = await w.app.pools.work.query('select 1 from marketing_feed_item')
  assert.equal(rows.length, 0)
  await pass(w, 600)
  assert.equal(server.requestCount(), 2)
})

test('a feed that leads to a private address is refused', async () => {
  const outboundResolve = async () => [{ address: '10.0.0.7', family: 4 }]
  await using w = await world({ outboundAllowPrivate: false, outboundResolve })
  const direct = { name: 'Shop', type: 'shopFeed', config: { url: 'https://10.0.0.7/feed' } } as const
  await w.refused('marketing.integration.create', direct, 'invalid_request')
  const { status, lastError } = await shown(w, await feedAt(w, 'https://shop.example.com/feed'))
  assert.equal(status, 'error')
  assert.match(String(lastError), /^The address /)
})

test('products of Shopify and lines of CSV become items', () => {
  const products = [
    {
      id: 7,
      title: 'Shirt',
      handle: 'shirt',
      product_type: 'Shirts',
      images: [{ src: `${cdn}/shirt.jpg` }],
      variants: [
        { id: 1, title: 'S', price: '19.90', available: false },
        { id: 2, title: 'M', price: '19.90', available: true },
      ],
    },
  ]
  const shirt = {
    key: '7',
    title: 'Shirt',
    url: 'https://shop.example.com/products/shirt',
    imageUrl: `${cdn}/shirt.jpg`,
    price: 1_990,
    currency: 'EUR',
    category: 'Shirts',
    isAvailable: true,
  }
  assert.deepEqual(parseFeed({ ...origin, currency: 'EUR', text: JSON.stringify({ products }) }), [shirt])
  const csv =
    '\uFEFFid;title;link;image_link;price;product_type;availability\r\n' +
    `7;Shirt;/products/shirt;${cdn}/shirt.jpg;"19,90 EUR";Shirts;in stock\r\n` +
    '7;Again;;;;;\r\n8;Link;javascript:alert(1);;;;\r\n;No id\r\n'
  const [first, link, ...others] = parseFeed({ ...origin, text: csv })
  assert.deepEqual([first, others], [shirt, []])
  assert.deepEqual([link?.title, link?.url, link?.price], ['Link', null, null])
  const atom =
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><id>a</id><title>A</title>' +
    '<link href="https://a.example.com"/></entry></feed>'
  assert.equal(parseFeed({ ...origin, text: atom })[0]?.url, 'https://a.example.com/')
  const many = JSON.stringify(Array.from({ length: 12_000 }, (_, id) => ({ id, title: 'T' })))
  assert.equal(parseFeed({ ...origin, text: many }).length, 10_000)
})

test('prices become minor units of their currency', () => {
  const cases: [string, string | undefined, number | undefined][] = [
    ['12.00 EUR', undefined, 1_200],
    ['EUR 1.299,00', undefined, 129_900],
    ['1,299.50 USD', undefined, 129_950],
    ['12,5', 'EUR', 1_250],
    ['1500 JPY', undefined, 1_500],
    ['1.234 KWD', undefined, 1_234],
    ['1500.00 HUF', undefined, 150_000],
    ['12.00', undefined, undefined],
    ['on request', 'EUR', undefined],
  ]
  for (const [text, currency, minor] of cases) assert.equal(priceOf(text, currency)?.minor, minor, text)
})
