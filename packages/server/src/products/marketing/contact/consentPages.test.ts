import assert from 'node:assert/strict'
import { test } from 'node:test'
import { world, type World } from '#test/world/world.ts'

/** Sends a form the way a browser without cookies and scripts does, or a mail provider. */
async function post(w: World, path: string, body: string) {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  return w.app.server.inject({ method: 'POST', url: path, headers, payload: body })
}

const open = (w: World, path: string) =>
  w.app.server.inject({ method: 'GET', url: path, headers: { accept: 'text/html' } })

/** Paths of the links in caught mails, the newest first. */
async function mailedPaths(w: World): Promise<string[]> {
  await w.settle()
  const { items } = await w.call('account.mail.all')
  const mails = await Promise.all(items.map(({ id }) => w.call('account.mail.get', { mailId: String(id) })))
  return mails.flatMap(({ text }) => /http:\/\/fairground\.test(\/\S+)/.exec(text)?.[1] ?? [])
}

/** The form of an account, as a visitor opens it. `send` fills and posts it. */
async function subscribePage(w: World) {
  const path = `/subscribe/${w.account.account.publicId}`
  const page = await open(w, path)
  const cookie = String(page.headers['set-cookie']).split(';')[0] ?? ''
  const csrf = /name="csrf" value="([^"]+)"/.exec(page.body)?.[1] ?? ''
  const send = (email: string) =>
    w.app.server.inject({
      method: 'POST',
      url: path,
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie },
      payload: new URLSearchParams({ csrf, email, firstName: 'Mira' }).toString(),
    })
  return { page, send }
}

test('a double opt-in confirms by the button alone, once, and works without cookies', async () => {
  await using w = await world()
  const made = await w.call('marketing.contact.create', { email: 'mira@example.com', status: 'pending' })
  const [path = ''] = await mailedPaths(w)
  assert.match(path, /^\/confirm\/con_/)
  const status = async () => (await w.call('marketing.contact.get', { contactId: String(made.id) })).status
  const page = await open(w, path)
  assert.equal(page.statusCode, 200)
  assert.match(page.body, /mira@example\.com/)
  assert.equal(page.headers['set-cookie'], undefined)
  assert.equal(await status(), 'pending')
  const done = await post(w, path, '')
  assert.equal(done.statusCode, 200)
  assert.match(done.body, /is confirmed/)
  assert.equal(await status(), 'subscribed')
  assert.equal((await post(w, path, '')).statusCode, 200)
  assert.equal((await w.emitted('marketing.contact.subscribed')).length, 1)
})

test('a forged proof and a proof of a former address open nothing', async () => {
  await using w = await world()
  const made = await w.call('marketing.contact.create', { email: 'mira@example.com', status: 'pending' })
  const [path = ''] = await mailedPaths(w)
  const forged = path.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  assert.equal((await open(w, forged)).statusCode, 404)
  assert.equal((await post(w, forged, '')).statusCode, 404)
  const preferences = path.replace('/confirm/', '/preferences/')
  assert.equal((await open(w, preferences)).statusCode, 404)
  await w.call('marketing.contact.update', { contactId: String(made.id), email: 'other@example.com' })
  assert.equal((await post(w, path, '')).statusCode, 404)
})

test('a form sends one mail to each address, and its response is the same for a known one', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'news', name: 'News', isDefault: true })
  const { page, send } = await subscribePage(w)
  assert.equal(page.statusCode, 200)
  const first = await send('mira@example.com')
  assert.equal(first.statusCode, 200)
  assert.match(first.body, /One more step/)
  assert.equal((await send('mira@example.com')).body, first.body)
  assert.match((await send('mira@')).body, /must be a mail address/)
  const known = await w.call('marketing.contact.get', { email: 'mira@example.com' })
  assert.equal(known.status, 'pending')
  assert.deepEqual(known.topics, ['news'])
  assert.equal((await mailedPaths(w)).length, 1)
})

test('a contact chooses its topics, leaves and comes back by the link in a mail', async () => {
  await using w = await world()
  await w.call('marketing.topic.create', { key: 'news', name: 'News' })
  await w.call('marketing.topic.create', { key: 'events', name: 'Events', description: 'Once a month' })
  await w.call('marketing.topic.create', { key: 'inner', name: 'Inner', isPublic: false })
  const topics = ['news', 'inner'] as const
  const made = await w.call('marketing.contact.create', { email: 'mira@example.com', topics })
  const { preferencesUrl } = await import('./contactToken.ts')
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const path = new URL(preferencesUrl(ctx, { id: String(made.id), email: made.email })).pathname
  const page = await open(w, path)
  assert.match(page.body, /value="news" checked/)
  assert.match(page.body, /Once a month/)
  assert.doesNotMatch(page.body, /Inner/)
  const contact = () => w.call('marketing.contact.get', { contactId: String(made.id) })
  assert.match((await post(w, path, 'isSubscribed=yes&topics=events')).body, /are saved/)
  assert.deepEqual((await contact()).topics, ['inner', 'events'])
  assert.match((await post(w, path, 'topics=events')).body, /sends no more mail to mira@example.com/)
  assert.equal((await contact()).status, 'unsubscribed')
  await post(w, path, 'isSubscribed=yes&topics=events&topics=inner&topics=nothing')
  assert.equal((await contact()).status, 'subscribed')
  assert.deepEqual((await contact()).topics, ['inner', 'events'])
})

test('a contact that left comes back by the form, with a mail for each request', async () => {
  await using w = await world()
  const made = await w.call('marketing.contact.create', { email: 'mira@example.com' })
  const contactId = String(made.id)
  await w.call('marketing.contact.update', { contactId, action: 'unsubscribe' })
  const { send } = await subscribePage(w)
  await send('mira@example.com')
  await send('mira@example.com')
  assert.equal((await mailedPaths(w)).length, 1)
  w.clock.advance(10 * 60_000)
  await send('mira@example.com')
  const [path = '', ...others] = await mailedPaths(w)
  assert.equal(others.length, 1)
  const status = async () => (await w.call('marketing.contact.get', { contactId })).status
  assert.equal(await status(), 'unsubscribed')
  assert.match((await post(w, path, '')).body, /is confirmed/)
  assert.equal(await status(), 'subscribed')
})

test('a network that subscribes many addresses at once is refused, and they get no mail', async () => {
  await using w = await world({ rates: { form: { name: 'form', perSecond: 0.1, burst: 3 } } })
  const { send } = await subscribePage(w)
  const codes: number[] = []
  for (let index = 0; index < 5; index += 1) codes.push((await send(`person${index}@example.com`)).statusCode)
  assert.deepEqual([...new Set(codes)], [200, 429])
  assert.equal((await mailedPaths(w)).length, codes.filter((code) => code === 200).length)
})

test('the link of a confirmation opens nothing after the contact left, until it requests mail again', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.contact.create', { email: 'mira@example.com', status: 'pending' })
  const [path = ''] = await mailedPaths(w)
  await post(w, path, '')
  const contactId = String(id)
  const status = async () => (await w.call('marketing.contact.get', { contactId })).status
  assert.equal(await status(), 'subscribed')
  w.clock.advance(60_000)
  await w.call('marketing.contact.update', { contactId, action: 'unsubscribe' })
  assert.deepEqual([(await open(w, path)).statusCode, (await post(w, path, '')).statusCode], [404, 404])
  assert.equal(await status(), 'unsubscribed')
  w.clock.advance(60_000)
  const { send } = await subscribePage(w)
  await send('mira@example.com')
  const [again = ''] = await mailedPaths(w)
  assert.equal((await post(w, again, '')).statusCode, 200)
  assert.equal(await status(), 'subscribed')
})
