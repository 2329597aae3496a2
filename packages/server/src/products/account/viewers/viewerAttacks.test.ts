import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { parseId } from '#kit/values/ids.ts'
import { scriptlessBrowser } from '#test/payments/scriptlessBrowser.ts'
import { world, type Json, type World } from '#test/world/world.ts'
import { digitsOf, linkProofOf } from './viewerCode.ts'

let w: World

before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const accountId = () => w.account.account.publicId
const opening = () => w.app.operatorCtx(w.account.account, 'test')

async function codeOf(email: string) {
  const input = { accountId: accountId(), email }
  const { codeId } = await w.call('account.viewer.requestCode', input, { key: null })
  const uuid = parseId('vcd', codeId)?.uuid ?? ''
  return { codeId, code: digitsOf(opening(), uuid), link: `/signin/link/${codeId}/${linkProofOf(opening(), uuid)}` }
}

type Headers = Record<string, string>

async function signIn(email: string, headers: Headers = {}) {
  const { codeId, code } = await codeOf(email)
  const reply = await w.send('account.viewer.signIn', { codeId, code }, { key: null, headers })
  const cookie = String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return { reply, cookie, contactId: String(Object(reply.body['data']).contactId) }
}

async function viewerOf(cookie: string, headers: Headers = {}, of = accountId()): Promise<unknown> {
  const sent = { key: null, headers: { cookie, ...headers } }
  return Object((await w.send('account.viewer.get', { accountId: of }, sent)).body['data']).contactId
}

test('a link that a mail scanner opens still signs in, once, and its code with it', async () => {
  const { codeId, code, link } = await codeOf('scanned@example.com')
  const scanner = scriptlessBrowser(w)
  for (let opened = 0; opened < 4; opened++) assert.equal((await scanner.open(link)).statusCode, 200)
  await w.app.server.inject({ method: 'HEAD', url: link })
  const own = scriptlessBrowser(w)
  const { body } = await own.open(link)
  // A post without the token of the page, as another page would send it, starts no session.
  const forged = await w.app.server.inject({
    method: 'POST',
    url: link,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'csrf=x',
  })
  assert.doesNotMatch(String(forged.headers['set-cookie'] ?? ''), /viewer_acc/)
  const done = await own.submit(link, body, {})
  assert.equal(done.statusCode, 303)
  const again = await own.submit(link, body, {})
  assert.notEqual(again.statusCode, 303)
  assert.equal((await w.send('account.viewer.signIn', { codeId, code }, { key: null })).status, 403)
})

test('a planted session is not adopted, and a session of one account is none of another', async () => {
  const name = `viewer_${accountId()}`
  const planted = `${name}=${'A'.repeat(43)}`
  const { cookie, contactId } = await signIn('fixed@example.com', { cookie: planted })
  assert.notEqual(cookie, planted)
  assert.deepEqual([await viewerOf(cookie), await viewerOf(planted)], [contactId, null])
  const next = await signIn('fixed@example.com', { cookie })
  assert.notEqual(next.cookie, cookie)
  assert.equal(await viewerOf(cookie), null, 'the former session of the browser ended')
  const { account } = await w.another()
  const moved = next.cookie.replace(name, `viewer_${account.publicId}`)
  assert.equal(await viewerOf(moved, {}, account.publicId), null)
})

test('pages of other origins neither sign a viewer in nor out, and act for no one', async () => {
  const { cookie, contactId } = await signIn('csrf@example.com')
  const elsewhere = { origin: 'https://elsewhere.example' }
  const foreign = { key: null, headers: { cookie, ...elsewhere } }
  const rewardId = `rwd_${'0'.repeat(34)}`
  const perk = { accountId: accountId(), rewardId, attempt: 'attempt-1' }
  assert.match((await w.send('loyalty.wallet.takePerk', perk, foreign)).text, /viewer_needed/)
  await w.send('account.viewer.signOut', { accountId: accountId() }, foreign)
  assert.equal(await viewerOf(cookie), contactId)
  const { codeId, code } = await codeOf('attacker@example.com')
  const pushed = await w.send('account.viewer.signIn', { codeId, code }, { key: null, headers: elsewhere })
  assert.deepEqual([pushed.status, pushed.headers['set-cookie']], [403, undefined])
  const sameSite = { 'sec-fetch-site': 'same-site' }
  const near = await w.send('account.viewer.signIn', { codeId, code }, { key: null, headers: sameSite })
  assert.deepEqual([near.status, near.headers['set-cookie']], [403, undefined])
  // The refusals spent no code.
  assert.equal((await w.send('account.viewer.signIn', { codeId, code }, { key: null })).status, 200)
})

test('a network that guesses codes, or requests many, is refused for a while', async () => {
  const form = { name: 'form', perSecond: 10 / 60, burst: 30 }
  const failedAuthentication = { name: 'failed-authentication', perSecond: 20 / 60, burst: 20 }
  await using near = await world({ rates: { form, failedAuthentication } })
  const { publicId } = near.account.account
  const statusesOf = async (id: string, inputOf: (index: number) => Json) => {
    const statuses: number[] = []
    for (let index = 0; index < 40; index++) {
      statuses.push((await near.send(id, inputOf(index), { key: null })).status)
    }
    return [...new Set(statuses)].toSorted()
  }
  const asked = await statusesOf('account.viewer.requestCode', (index) => ({
    ...{ accountId: publicId, email: `flood${index}@example.com` },
  }))
  assert.deepEqual(asked, [200, 429])
  const guessed = await statusesOf('account.viewer.signIn', (index) => ({
    ...{ codeId: `vcd_${publicId.slice(4)}${String(index).padStart(26, '0')}`, code: '000000' },
  }))
  assert.deepEqual(guessed, [403, 429])
})

test('a request for a code says and writes the same for a known address as for an unknown one', async () => {
  await w.call('marketing.contact.create', { email: 'known@example.com' })
  const shapeOf = async (email: string) => {
    const { rows: before } = await w.app.pools.work.query('select count(*) from account_viewer_code')
    const reply = await w.send('account.viewer.requestCode', { accountId: accountId(), email }, { key: null })
    const { rows } = await w.app.pools.work.query('select count(*) from account_viewer_code')
    const text = reply.text.replaceAll(/(vcd|req)_\w+/g, '')
    const { 'set-cookie': cookie, 'content-type': type } = reply.headers
    return { status: reply.status, text, cookie, type, made: Number(rows[0].count) - Number(before[0].count) }
  }
  const known = await shapeOf('known@example.com')
  assert.deepEqual([known.status, known.made, known.cookie], [200, 1, undefined])
  assert.deepEqual(await shapeOf('unknown@example.com'), known)
})

test('a sign-in is a fact: it begins an automation, earns tokens by rule and stands in the time line', async () => {
  await w.settle()
  await w.call('loyalty.reward.create', {
    ...{ name: 'Hello', mode: 'rule', status: 'active', on: 'account.viewer.signedIn', amount: 5 },
    caps: { perContact: { max: 5, per: 'day' } },
  })
  const { id: automationId } = await w.call('marketing.automation.create', {
    ...{ name: 'Hello', status: 'active', trigger: { type: 'event', event: 'account.viewer.signedIn' } },
    nodes: [{ nodeId: 'end', type: 'exit' }],
  })
  const { contactId } = await signIn('fact@example.com')
  await signIn('fact@example.com')
  await w.settle()
  const { balance } = await w.call('loyalty.reward.all', { contactId })
  assert.deepEqual(
    balance?.map(({ available }) => available),
    [5],
  )
  assert.equal((await w.call('marketing.automation.get', { automationId: String(automationId) })).stats.entered, 1)
  const { items } = await w.call('marketing.contact.timeline', { contactId, name: 'account.viewer.signedIn' })
  assert.deepEqual(
    items.map(({ data }) => data),
    [{ way: 'code' }, { way: 'code' }],
  )
})
