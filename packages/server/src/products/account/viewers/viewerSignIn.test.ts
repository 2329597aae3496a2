import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { viewersPort } from '#platform/auth/viewersPort.ts'
import { world, type World } from '#test/world/world.ts'

let w: World

before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const formType = { 'content-type': 'application/x-www-form-urlencoded' }

/** A browser without scripts: it keeps cookies, and posts the form of the page that it opened last. */
function browser() {
  const jar = new Map<string, string>()
  let csrf = ''
  const request = async (method: 'GET' | 'POST', url: string, fields: Record<string, string> = {}) => {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ')
    const isPost = method === 'POST'
    const payload = isPost ? { payload: new URLSearchParams({ csrf, ...fields }).toString() } : {}
    const headers = { cookie, accept: 'text/html', ...(isPost ? formType : {}) }
    const reply = await w.app.server.inject({ method, url, headers, ...payload })
    for (const line of [reply.headers['set-cookie'] ?? []].flat()) {
      const [name = '', value = ''] = (line.split(';')[0] ?? '').split(/=(.*)/)
      if (value === '') jar.delete(name)
      else jar.set(name, value)
    }
    csrf = /name="csrf" value="([^"]+)"/.exec(reply.body)?.[1] ?? csrf
    return reply
  }
  return {
    jar,
    open: (path: string) => request('GET', path),
    post: (path: string, fields?: Record<string, string>) => request('POST', path, fields),
  }
}

/** Digits and path of the link in the newest mail to an address. */
async function mailed(to: string): Promise<{ digits: string; link: string; text: string }> {
  await w.settle()
  const { items } = await w.call('account.mail.all')
  const newest = items.find((each) => each.to === to)
  assert.ok(newest, `no mail to ${to}`)
  const { text, subject } = await w.call('account.mail.get', { mailId: String(newest.id) })
  return {
    text,
    digits: /^(\d{6}) /.exec(subject)?.[1] ?? '',
    link: /http:\/\/fairground\.test(\/signin\/link\/\S+)/.exec(text)?.[1] ?? '',
  }
}

const path = () => `/signin/${w.account.account.publicId}`
const wrongOf = (digits: string) => String((Number(digits) + 1) % 1_000_000).padStart(6, '0')

async function codeFor(email: string): Promise<string> {
  const input = { accountId: w.account.account.publicId, email }
  const reply = await w.send('account.viewer.requestCode', input, { key: null })
  assert.equal(reply.status, 200, reply.text)
  return String(Object(reply.body['data']).codeId)
}

const guess = (codeId: string, code: string) => w.send('account.viewer.signIn', { codeId, code }, { key: null })

test('a person signs in by the code of a mail without scripts, and becomes one contact', async () => {
  const own = browser()
  assert.equal((await own.open(`${path()}?next=/live`)).statusCode, 200)
  const requested = await own.post(`${path()}?next=/live`, { email: 'mira@example.com', language: 'de' })
  assert.equal(requested.statusCode, 303)
  const codePath = String(requested.headers['location'])
  assert.match(codePath, /^\/signin\/code\/vcd_\w+\?next=%2Flive$/)
  const { digits, text } = await mailed('mira@example.com')
  assert.match(text, /Er gilt zehn Minuten/)
  await own.open(codePath)
  const refused = await own.post(codePath, { code: wrongOf(digits) })
  assert.equal(refused.statusCode, 403)
  assert.match(refused.body, /The code is wrong/)
  const done = await own.post(codePath, { code: `${digits.slice(0, 3)} ${digits.slice(3)}` })
  assert.deepEqual([done.statusCode, done.headers['location']], [303, '/live'])
  const cookie = [done.headers['set-cookie'] ?? []].flat().join()
  assert.match(cookie, /^viewer_acc_\w{8}=[\w-]{43}; Max-Age=7776000; Path=\/; HttpOnly; SameSite=Lax$/)
  const contact = await w.call('marketing.contact.get', { email: 'mira@example.com' })
  assert.equal(contact.status, 'unsubscribed')
  // The sign-in page of a viewer leads on, and a code works once.
  assert.equal((await own.open(`${path()}?next=/live`)).headers['location'], '/live')
  const other = browser()
  await other.open(codePath)
  assert.equal((await other.post(codePath, { code: digits })).statusCode, 403)
})

test('a link of a mail signs in by its button alone, and sign-out ends the session', async () => {
  await codeFor('link@example.com')
  const { link } = await mailed('link@example.com')
  const own = browser()
  assert.equal((await own.open(link)).statusCode, 200)
  assert.equal(
    [...own.jar.keys()].some((name) => name.startsWith('viewer_')),
    false,
  )
  const done = await own.post(link)
  assert.equal(done.statusCode, 303)
  const shown = await own.open(String(done.headers['location']))
  assert.match(shown.body, /You are signed in/)
  assert.equal(shown.headers['cache-control'], 'private, no-cache')
  const used = await browser().open(link)
  assert.match(used.body, /This link is too old/)
  const stolen = new Map(own.jar)
  const signOut = `/signout/${w.account.account.publicId}`
  await own.open(signOut)
  assert.match((await own.post(signOut)).body, /You are signed out/)
  const thief = browser()
  for (const [name, value] of stolen) thief.jar.set(name, value)
  assert.doesNotMatch((await thief.open(path())).body, /You are signed in/)
})

test('a code takes five guesses, also of parallel callers, and ends after ten minutes', async () => {
  const codeId = await codeFor('guess@example.com')
  const { digits } = await mailed('guess@example.com')
  const replies = await Promise.all(Array.from({ length: 20 }, () => guess(codeId, wrongOf(digits))))
  assert.deepEqual(new Set(replies.map(({ status }) => status)), new Set([403]))
  assert.equal((await guess(codeId, digits)).status, 403)
  const late = await codeFor('late@example.com')
  const mail = await mailed('late@example.com')
  w.clock.advance(10 * 60_000)
  assert.equal((await guess(late, mail.digits)).status, 403)
})

test('parallel sign-ins by one code start one session', async () => {
  const codeId = await codeFor('twice@example.com')
  const { digits } = await mailed('twice@example.com')
  const replies = await Promise.all(Array.from({ length: 4 }, () => guess(codeId, digits)))
  assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 403, 403, 403])
})

test('an address gets three codes within ten minutes, known or not, also from parallel callers', async () => {
  await w.call('marketing.contact.create', { email: 'known@example.com' })
  const input = (email: string) => ({ accountId: w.account.account.publicId, email })
  for (const email of ['known@example.com', 'Unknown@example.com']) {
    const send = () => w.send('account.viewer.requestCode', input(email), { key: null })
    const replies = await Promise.all(Array.from({ length: 6 }, send))
    assert.deepEqual(replies.map(({ status }) => status).toSorted(), [200, 200, 200, 409, 409, 409])
    assert.match((await send()).text, /codes_sent/)
  }
  w.clock.advance(10 * 60_000)
  await codeFor('known@example.com')
})

test('next leads to paths of this server alone', async () => {
  for (const next of ['//evil.example', '/\\evil.example', 'https://evil.example', '/a b', '/\tevil', 'javascript:x']) {
    const own = browser()
    const page = await own.open(`${path()}?${new URLSearchParams({ next })}`)
    assert.doesNotMatch(page.body, /evil|javascript:/, next)
    const asked = await own.post(`${path()}?${new URLSearchParams({ next })}`, { email: `n${next.length}@example.com` })
    assert.match(String(asked.headers['location'] ?? ''), /^(\/signin\/code\/vcd_\w+)?$/, next)
  }
})

test('a viewer token names account and contact for 15 minutes, and opens no other account', async () => {
  const made = await w.call('account.viewer.createToken', { externalId: 'customer-42' })
  const again = await w.call('account.viewer.createToken', { externalId: 'customer-42' })
  assert.equal(made.contactId, again.contactId)
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const read = (token: string) => ctx.port(viewersPort).ofToken(ctx, token)
  assert.deepEqual(await read(made.token), { contactId: made.contactId })
  const other = await w.another()
  const foreign = w.app.operatorCtx(other.account, 'test')
  assert.equal(await foreign.port(viewersPort).ofToken(foreign, made.token), undefined)
  assert.equal(await read(`${made.token.slice(0, -4)}AAAA`), undefined)
  w.clock.advance(15 * 60_000 + 1_000)
  assert.equal(await read(made.token), undefined)
  await w.refused('account.viewer.createToken', {}, { code: 'invalid_request' })
  const unknown = { contactId: `con_${'0'.repeat(34)}` }
  await w.refused('account.viewer.createToken', unknown, { code: 'invalid_request', mention: 'contactId' })
})

test('the session follows a merged contact and ends with an erased one', async () => {
  const accountId = w.account.account.publicId
  const signedIn = await guess(await codeFor('merge@example.com'), (await mailed('merge@example.com')).digits)
  const cookie = String(signedIn.headers['set-cookie']).split(';')[0] ?? ''
  const current = async (more: Record<string, string> = {}) => {
    const reply = await w.send('account.viewer.get', { accountId }, { key: null, headers: { cookie, ...more } })
    return Object(reply.body['data'])
  }
  const { contactId: mergedId, token } = await current()
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  assert.deepEqual(await ctx.port(viewersPort).ofToken(ctx, token), { contactId: mergedId })
  // A page of another origin sees no viewer.
  assert.equal((await current({ origin: 'https://elsewhere.example' })).contactId, null)
  const kept = await w.call('marketing.contact.create', { email: 'kept@example.com' })
  await w.call('marketing.contact.update', { contactId: String(kept.id), mergeFrom: mergedId })
  await w.settle()
  assert.equal((await current()).contactId, kept.id)
  await w.call('marketing.contact.delete', { contactId: String(kept.id), mode: 'erase' })
  await w.settle()
  assert.deepEqual(await current(), { contactId: null, token: null, expiresAt: null })
})
