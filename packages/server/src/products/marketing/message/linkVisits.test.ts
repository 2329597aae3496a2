import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

const person = 'Mozilla/5.0 (Macintosh) Safari/605.1.15'
const news = {
  name: 'News',
  audience: { tags: ['news'] },
  subject: 'News',
  format: 'html',
  body:
    '<p><a href="https://example.com/a">A</a> <a href="https://example.com/b?x=1">B</a> ' +
    '<a href="https://example.com/c?utm_source=own">C</a> <a href="{{ unsubscribeUrl }}">Leave</a></p>',
  utm: { source: 'fair', medium: 'email' },
  status: 'sending',
} as const

type Mail = { open: string; trap: string; links: string[] }

async function mailTo(w: World, email: string): Promise<Mail> {
  const { items } = await w.call('account.mail.all', { limit: 100 })
  const found = items.find(({ to }) => to === email)
  const { html } = await w.call('account.mail.get', { mailId: String(found?.id) })
  const paths = [...String(html).matchAll(/"http:\/\/fairground\.test(\/t\/[^"]+)"/g)].map(([, path]) =>
    String(path).replaceAll('&amp;', '&'),
  )
  const of = (use: string) => paths.filter((path) => path.startsWith(`/t/${use}/`))
  return { open: of('o')[0] ?? '', trap: of('h')[0] ?? '', links: of('c') }
}

const visit = (w: World, url = '', agent = person) =>
  w.app.server.inject({ method: agent === 'HEAD' ? 'HEAD' : 'GET', url, headers: { 'user-agent': agent } })

test('links count clicks of people, their people and machines apart; scanners are found by what they do', async () => {
  await using w = await world()
  const ids: string[] = []
  for (const name of ['ada', 'bob', 'cleo']) {
    const made = await w.call('marketing.contact.create', { email: `${name}@example.com`, tags: ['news'] })
    ids.push(String(made.id))
  }
  const campaignId = String((await w.call('marketing.campaign.create', news)).id)
  await w.settle()
  w.clock.advance(60_000)
  const [ada, bob, cleo] = [
    await mailTo(w, 'ada@example.com'),
    await mailTo(w, 'bob@example.com'),
    await mailTo(w, 'cleo@example.com'),
  ]
  const read = async () => w.call('marketing.campaign.get', { campaignId, include: ['links'] })

  const [a, b, c] = ada.links
  const led = await visit(w, a)
  assert.equal(led.headers['location'], 'https://example.com/a?utm_source=fair&utm_medium=email')
  assert.equal((await visit(w, c)).headers['location'], 'https://example.com/c?utm_source=own&utm_medium=email')
  await visit(w, a)
  await visit(w, a, 'HEAD')
  const first = await read()
  assert.equal(first.stats.clicked, 1)
  assert.deepEqual(first.links, [
    { url: 'https://example.com/a?utm_source=fair&utm_medium=email', clicks: 2, machineClicks: 1, people: 1 },
    { url: 'https://example.com/c?utm_source=own&utm_medium=email', clicks: 1, machineClicks: 0, people: 1 },
  ])
  assert.ok(b)

  // Three links within a moment: the two that looked like clicks of a person are taken back.
  for (const link of bob.links) await visit(w, link)
  const burst = await read()
  assert.deepEqual([burst.stats.clicked, burst.stats.clicks.machine], [1, 2])
  assert.equal(
    burst.links?.reduce((sum, { people }) => sum + people, 0),
    2,
  )
  const { items } = await w.call('marketing.contact.timeline', { contactId: ids[1] ?? '', kinds: ['event'] })
  assert.doesNotMatch(JSON.stringify(items), /message\.clicked/)

  // The link that no person sees, and a click after it.
  assert.equal(
    (
      await visit(
        w,
        cleo.trap.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')),
      )
    ).statusCode,
    404,
  )
  await visit(w, cleo.links[0])
  assert.equal((await read()).stats.clicked, 2)
  assert.equal((await visit(w, cleo.trap)).statusCode, 200)
  await visit(w, cleo.links[1])
  assert.equal((await read()).stats.clicked, 1)

  // The proxy of Apple loads images in advance, that of Google when the mail is opened.
  w.clock.advance(60_000)
  await visit(w, bob.open, 'Mozilla/5.0')
  assert.deepEqual((await read()).stats.opens, { human: 1, machine: 2, unique: 3 })
  await visit(w, bob.open, 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)')
  assert.equal((await read()).stats.opens.human, 2)

  const { preview } = await w.call('marketing.campaign.get', { campaignId, include: ['preview'] })
  assert.equal(preview?.subject, 'News')
  assert.doesNotMatch(String(preview?.html), /\/t\/[coh]\//)
})

test('a mail that cannot be made for a contact of the audience is refused at the start', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const body = '{% if contact.email %}{% for i in (1..99999999) %}too long{% endfor %}{% endif %}'
  const refusal = { code: 'invalid_request', mention: 'template_error' }
  await w.refused('marketing.campaign.create', { ...news, body }, refusal)
  const draft = await w.call('marketing.campaign.create', { ...news, body, status: 'draft' })
  await w.refused('marketing.campaign.update', { campaignId: String(draft.id), action: 'start' }, refusal)
})

test('a click leads to an address with letters beyond ASCII', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, status: 'sending', subject: 'News', format: 'html' },
    body: '<a href="https://bücher.example/日本?q=ü">Read</a>',
  })
  await w.settle()
  const [caught] = (await w.call('account.mail.all')).items
  const { html } = await w.call('account.mail.get', { mailId: String(caught?.id) })
  const url = /http:\/\/fairground\.test(\/t\/c\/[^"]+)/.exec(String(html))?.[1] ?? ''
  const { statusCode, headers } = await w.app.server.inject({ method: 'GET', url })
  const location = 'https://xn--bcher-kva.example/%E6%97%A5%E6%9C%AC?q=%C3%BC'
  assert.deepEqual([statusCode, headers['location']], [302, location])
})

test('a link with an address that is too long or has control characters leads there, without a count', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const long = `https://example.com/${'x'.repeat(4_000)}`
  const controls = 'https://example.com/{{ "%00%01" | url_decode }}b'
  await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, status: 'sending', subject: 'News', format: 'html' },
    body: `<a href="${long}">A</a> <a href="${controls}">B</a> <a href="https://example.com/c\n\td">C</a>`,
  })
  await w.settle()
  const [caught] = (await w.call('account.mail.all')).items
  const { html } = await w.call('account.mail.get', { mailId: String(caught?.id) })
  const hrefs = [...String(html).matchAll(/href="([^"]+)"/g)].map(([, href]) => href ?? '')
  assert.deepEqual([hrefs[0], hrefs[1]], [long, 'https://example.com/\u0001b'])
  const { statusCode, headers } = await w.app.server.inject({
    method: 'GET',
    url: new URL(hrefs[2] ?? '').pathname + new URL(hrefs[2] ?? '').search,
  })
  assert.deepEqual([statusCode, headers['location']], [302, 'https://example.com/cd'])
})

test('half a character in the address of a link holds up no other mail', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', firstName: '\u{1F600}x', tags: ['news'] })
  await w.call('marketing.contact.create', { email: 'bob@example.com', firstName: 'Bob', tags: ['news'] })
  await w.call('marketing.campaign.create', {
    ...{ name: 'News', audience: { tags: ['news'] }, status: 'sending', subject: 'News', format: 'html' },
    body: '<a href="https://example.com/{{ contact.firstName | slice: 0, 1 }}">Read</a>',
  })
  await w.settle()
  const { items } = await w.call('account.mail.all')
  assert.deepEqual(items.map(({ to }) => to).toSorted(), ['ada@example.com', 'bob@example.com'])
  assert.equal(
    (await visit(w, (await mailTo(w, 'ada@example.com')).links[0])).headers['location'],
    'https://example.com/%EF%BF%BD',
  )
})

test('a mail with very many tags that do not end leaves as others', async () => {
  await using w = await world()
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const doubled = '{% for i in (1..17) %}{% assign tags = tags | append: tags %}{% endfor %}{{ tags | raw }}'
  for (const tag of ['<a b', '<body b']) {
    await w.call('marketing.campaign.create', {
      ...{
        name: tag,
        audience: { tags: ['news'] },
        status: 'sending',
        subject: tag,
        format: 'html',
        preheader: 'News',
      },
      body: `<p>{% assign tags = "${tag}" %}${doubled}</p>`,
    })
    await w.settle()
  }
  assert.equal((await w.call('account.mail.all')).items.length, 2)
})
