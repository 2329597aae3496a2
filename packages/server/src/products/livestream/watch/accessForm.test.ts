import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { encodeId, uuidv7 } from '#kit/values/ids.ts'
import { playbackIdOf } from '#products/livestream/records/playbackAddresses.ts'
import { makeGeneric, makeVideo, ticketsOf } from '#test/video/ticketing.ts'
import { foundTenant } from '#test/world/tenants.ts'
import { world, type World } from '#test/world/world.ts'

/** Spaces around it belong to a password, and the form sends them. */
const password = ' open sesame '
const closed = {
  title: 'Closed',
  videoUrl: 'https://media.example.com/a.mp4',
  importMode: 'link',
  visibility: 'password',
  password,
} as const
const form = { 'content-type': 'application/x-www-form-urlencoded' }

describe('the form of a closed video', () => {
  let w: World
  let path: string

  before(async () => {
    w = await world()
    const made = await w.call('livestream.static.create', closed)
    path = `/watch/${String(made.id).replace('sta_', 'plb_')}`
  })
  after(() => w[Symbol.asyncDispose]())

  const open = (headers: Record<string, string> = {}) => w.app.server.inject({ url: path, headers })
  const post = (payload: Record<string, string>, headers: Record<string, string> = {}) =>
    w.app.server.inject({
      method: 'POST',
      url: path,
      payload: String(new URLSearchParams(payload)),
      headers: { ...form, ...headers },
    })

  /** Opens the page as a new browser: its cookie and the token of its form. */
  async function visit() {
    const { body, headers } = await open()
    const [cookie = ''] = String(headers['set-cookie']).split(';')
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(body) ?? []
    return { cookie, csrf, set: String(headers['set-cookie']), cached: headers['cache-control'], body }
  }

  test('the page sets an unreadable cookie, is not cached, and names the fields', async () => {
    const { set, cached, csrf, body } = await visit()
    assert.match(set, /^visitor=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.equal(cached, 'private, no-cache')
    assert.match(csrf, /^[\w-]{43}$/)
    assert.match(body, /<label class="field"\s*>Password\s*<input name="password" type="password"/)
  })

  test('the right password leads to the open video by 303, with the same cookie again', async () => {
    const { cookie, csrf } = await visit()
    const sent = await post({ csrf, password }, { cookie, 'sec-fetch-site': 'same-origin' })
    assert.equal(sent.statusCode, 303, sent.body)
    const location = String(sent.headers.location)
    assert.match(location, /^\/watch\/plb_\w+\?token=[\w.-]+$/)
    const opened = await w.app.server.inject({ url: location, headers: { cookie } })
    assert.match(opened.body, /<video class="plain"[^>]+src="https:\/\/media\.example\.com\/a\.mp4"/)
    assert.equal(opened.headers['set-cookie'], undefined)
  })

  test('a wrong password renders the page again with the reason, without the password', async () => {
    const { cookie, csrf } = await visit()
    const sent = await post({ csrf, password: 'open barley' }, { cookie })
    assert.equal(sent.statusCode, 403)
    assert.match(sent.body, /<p class="complaint" id="form-error" role="alert">That does not open this video\.<\/p>/)
    assert.match(sent.body, /name="password"[^>]+aria-describedby="form-error" autofocus/)
    assert.ok(!sent.body.includes('barley'))
  })

  test('an invalid field is marked, described and focused', async () => {
    const { cookie, csrf } = await visit()
    const sent = await post({ csrf, password: 'x'.repeat(201) }, { cookie })
    assert.equal(sent.statusCode, 400)
    assert.match(sent.body, /name="password"[^>]+aria-invalid="true" aria-describedby="password-error" autofocus/)
    assert.match(sent.body, /<p class="complaint" id="password-error">This must have at most 200 characters\.<\/p>/)
  })

  test('submissions without the token of their own cookie are refused and run nothing', async () => {
    const [own, other] = [await visit(), await visit()]
    for (const [csrf, cookie] of [
      ['', own.cookie],
      [other.csrf, own.cookie],
      [own.csrf, ''],
      [own.csrf, 'visitor=short'],
    ] as const) {
      const sent = await post({ csrf, password }, { cookie })
      assert.equal(sent.statusCode, 403)
      assert.match(sent.body, /Please send it again\./)
    }
  })

  test('submissions from other sites are refused before their body is read', async () => {
    const { cookie, csrf } = await visit()
    const foreign: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { origin: 'https://evil.example' },
      { origin: 'null' },
    ]
    for (const headers of foreign) {
      const sent = await post({ csrf, password }, { cookie, ...headers })
      assert.equal(sent.statusCode, 403, JSON.stringify(headers))
      assert.ok(!sent.body.includes('csrf'))
    }
  })

  test('JSON bodies are refused, with and without the token of the form', async () => {
    const { cookie, csrf } = await visit()
    for (const body of [
      { csrf: 123 },
      { csrf: true },
      { csrf, password },
      { csrf, password: { length: 1 } },
      [],
      null,
    ]) {
      const headers = { cookie, 'content-type': 'application/json' }
      const sent = await w.app.server.inject({ method: 'POST', url: path, headers, payload: JSON.stringify(body) })
      assert.equal(sent.statusCode, 400, JSON.stringify(body))
      assert.ok(!sent.body.includes('csrf'))
    }
  })

  test('typed text that looks like an id of another account is a wrong password', async () => {
    const { cookie, csrf } = await visit()
    const { account } = await foundTenant(w, 'business')
    const sent = await post({ csrf, password: encodeId('tke', account.id, uuidv7(0)) }, { cookie })
    assert.equal(sent.statusCode, 403)
    assert.match(sent.body, /That does not open this video\./)
  })

  test('the language of the address stays through a refusal and after success', async () => {
    const page = await w.app.server.inject(`${path}?lang=de&utm_source=mail`)
    const [cookie = ''] = String(page.headers['set-cookie']).split(';')
    const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.body) ?? []
    const [, action = ''] = /method="post" action="([^"]+)"/.exec(page.body) ?? []
    assert.equal(action, `${path}?lang=de`)
    const send = (typed: string) => {
      const payload = String(new URLSearchParams({ csrf, password: typed }))
      return w.app.server.inject({ method: 'POST', url: action, payload, headers: { ...form, cookie } })
    }
    assert.ok((await send('open barley')).body.includes(`action="${action}"`))
    assert.match(String((await send(password)).headers.location), /^\/watch\/plb_\w+\?token=[\w.-]+&lang=de$/)
  })

  test('large, compressed and other bodies are refused, and form bodies on other routes', async () => {
    const { cookie, csrf } = await visit()
    const large = await post({ csrf, password: 'x'.repeat(20_000) }, { cookie })
    assert.equal(large.statusCode, 400)
    assert.ok(!large.body.includes('csrf'))
    assert.equal((await post({ csrf }, { cookie, 'content-encoding': 'gzip' })).statusCode, 400)
    assert.equal((await post({ csrf }, { cookie, 'content-type': 'text/plain' })).statusCode, 400)
    const api = await w.app.server.inject({
      method: 'POST',
      url: '/public/video/access',
      payload: 'password=x',
      headers: form,
    })
    assert.equal(api.statusCode, 400)
    assert.equal((await w.app.server.inject({ method: 'POST', url: '/live', headers: form })).statusCode, 405)
  })
})

test('an installation with https sets the cookie for this host and secure connections alone', async () => {
  await using w = await world({ publicUrl: 'https://fair.example' })
  const made = await w.call('livestream.static.create', closed)
  const url = `/watch/${String(made.id).replace('sta_', 'plb_')}`
  const { headers } = await w.app.server.inject({ url })
  assert.match(String(headers['set-cookie']), /^__Host-visitor=[\w-]{22}; Path=\/; HttpOnly; SameSite=Lax; Secure$/)
})

test('wrong passwords of one network share the limit of the operation', async () => {
  await using w = await world({
    rates: { failedAuthentication: { name: 'failed-authentication', perSecond: 0.001, burst: 3 } },
  })
  const made = await w.call('livestream.static.create', closed)
  const url = `/watch/${String(made.id).replace('sta_', 'plb_')}`
  const page = await w.app.server.inject({ url })
  const [cookie = ''] = String(page.headers['set-cookie']).split(';')
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.body) ?? []
  const guess = async (word: string) => {
    const payload = String(new URLSearchParams({ csrf, password: word }))
    const sent = await w.app.server.inject({ method: 'POST', url, payload, headers: { ...form, cookie } })
    return sent.statusCode
  }
  const wrong = [await guess('a'), await guess('b'), await guess('c')]
  assert.deepEqual([wrong, await guess(password)], [[403, 403, 403], 429])
})

/** Opens the page of a form as a new browser. Returns the page and a function that submits its form. */
async function visitForm(w: World, url: string) {
  const page = await w.app.server.inject({ url })
  const [cookie = ''] = String(page.headers['set-cookie']).split(';')
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(page.body) ?? []
  const [, action = ''] = /method="post" action="([^"]+)"/.exec(page.body) ?? []
  const submit = (fields: Record<string, string>) => {
    const payload = String(new URLSearchParams({ csrf, ...fields }))
    return w.app.server.inject({ method: 'POST', url: action, payload, headers: { ...form, cookie } })
  }
  return { body: page.body, submit }
}

test('the form of a ticketed video holds the code of a mailed link, and opens for one browser', async () => {
  await using w = await world()
  const event = await makeGeneric(w, { attendees: [{ email: 'ada@example.com' }] })
  const [ticket] = await ticketsOf(w, event.id)
  const code = String(ticket?.code)
  const path = `/watch/${playbackIdOf(String(event.staticId))}`
  const { body, submit } = await visitForm(w, `${path}?ticket=${code}`)
  assert.match(body, new RegExp(`name="ticket" type="text" value="${code}"`))
  const wrong = await submit({ ticket: 'AAAA-AAAA-AAAA' })
  assert.equal(wrong.statusCode, 403)
  assert.match(wrong.body, /name="ticket" type="text" value="AAAA-AAAA-AAAA"/)
  const opened = await submit({ ticket: code })
  assert.equal(opened.statusCode, 303, opened.body)
  const watched = await w.app.server.inject({ url: String(opened.headers['location']) })
  assert.match(watched.body, /"access":null/)
  const other = await visitForm(w, path)
  const inUse = await other.submit({ ticket: code })
  assert.equal(inUse.statusCode, 403)
  assert.match(inUse.body, /id="form-error" role="alert">This ticket is in use elsewhere/)
})

test('the form of an invitation opens it for one browser, and the embedded player links to it', async () => {
  await using w = await world()
  const made = await makeVideo(w, { visibility: 'private' })
  const signed = { staticId: made.id, signed: { expiresInSeconds: 600, maxSessions: 1 } }
  const { playerUrl } = await w.call('livestream.stream.getEmbedCode', signed)
  const query = new URL(String(playerUrl)).search
  const playbackId = playbackIdOf(String(made.id))
  const embedded = await w.app.server.inject({ url: `/embed/video/${playbackId}${query}` })
  const link = /<noscript>[^]*<a href="([^"]+)" target="_blank"/.exec(embedded.body)?.[1]
  assert.equal(link, `/watch/${playbackId}${query}`)
  const first = await (await visitForm(w, link)).submit({})
  assert.equal(first.statusCode, 303, first.body)
  const second = await (await visitForm(w, link)).submit({})
  assert.equal(second.statusCode, 403)
  assert.match(second.body, /id="form-error" role="alert" tabindex="-1" autofocus>This link is in use/)
})
