import assert from 'node:assert/strict'
import { Resolver } from 'node:dns/promises'
import { test } from 'node:test'
import { createTransport } from 'nodemailer'
import { dkimVerify } from 'mailauth/lib/dkim/verify.js'
import { readSettings } from '#platform/settings/readSettings.ts'
import { productSettings } from '#products/productSettings.ts'
import { returnedSamples } from '#test/mail/returnedSamples.ts'
import { mailServer } from '#test/world/mailServer.ts'
import { nameServer, type NameServer } from '#test/world/nameServer.ts'
import { world, type World } from '#test/world/world.ts'

const news = {
  name: 'News',
  audience: { tags: ['news'] },
  from: { name: 'Fair', email: 'hello@news.fair.example' },
  subject: 'News',
  format: 'markdown',
  body: 'Hello {{ contact.firstName }}\n\n[Leave]({{ unsubscribeUrl }})',
} as const

const get = (w: World, sendingDomainId: string) => w.call('marketing.sendingDomain.get', { sendingDomainId })

/** Publishes the records of a domain. */
async function publish(w: World, names: NameServer, sendingDomainId: string) {
  for (const { type, name, value } of (await get(w, sendingDomainId)).records) {
    if (type === 'TXT') names.texts.set(name, [value])
    else names.aliases.set(name, value)
  }
}

test('a domain is verified once the DNS has its key, fails without it, and recovers by itself', async () => {
  await using names = await nameServer()
  await using w = await world({ nameServers: [names.at] })
  const made = await w.call('marketing.sendingDomain.create', { domain: 'news.fair.example' })
  const { id: sendingDomainId } = made
  assert.equal(made.status, 'unverified')
  assert.deepEqual(
    made.records.map(({ name, isFound }) => [name, isFound]),
    [
      [`${made.selector}._domainkey.news.fair.example`, null],
      ['news.fair.example', null],
      ['_dmarc.news.fair.example', null],
    ],
  )
  const early = await w.call('marketing.sendingDomain.verify', { sendingDomainId })
  assert.deepEqual([early.status, early.hasDkim], ['unverified', false])
  await publish(w, names, sendingDomainId)
  w.clock.set(String(early.nextCheckAt))
  await w.settle()
  const verified = await get(w, sendingDomainId)
  assert.deepEqual([verified.status, verified.hasSpf, verified.hasDmarc], ['verified', true, true])
  assert.equal((await w.emitted('marketing.sendingDomain.verified')).length, 1)
  const [key = ''] = [...names.texts.keys()]
  const [record = ''] = names.texts.get(key) ?? []
  names.texts.set(key, [record.replace(/p=.*/, 'p=AAAA')])
  w.clock.set(String(verified.nextCheckAt))
  await w.settle()
  const failing = await get(w, sendingDomainId)
  assert.deepEqual([failing.status, failing.lastError], ['failing', 'The DKIM record has another key.'])
  names.texts.set(key, [record])
  w.clock.set(String(failing.nextCheckAt))
  await w.settle()
  assert.equal((await get(w, sendingDomainId)).status, 'verified')
  const dump = await w.app.pools.work.query("select string_agg(d::text, ' ') as text from marketing_sending_domain d")
  assert.doesNotMatch(String(dump.rows[0].text), /PRIVATE KEY/)
})

test('silent name servers change the state of no domain', async () => {
  await using w = await world({ nameServers: ['127.0.0.1:9'] })
  const { id: sendingDomainId } = await w.call('marketing.sendingDomain.create', { domain: 'news.fair.example' })
  await w.app.pools.work.query("update marketing_sending_domain set status = 'verified'")
  const checked = await w.call('marketing.sendingDomain.verify', { sendingDomainId })
  assert.deepEqual([checked.status, checked.lastError], ['verified', 'The name servers did not answer.'])
})

test('a sender of a domain that is not verified starts no campaign', async () => {
  await using server = await mailServer()
  const from = { name: 'Operator', address: 'post@operator.example' }
  await using w = await world({ smtp: { url: `smtp://127.0.0.1:${server.port}`, from } })
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const refusal = { code: 'conflict', mention: 'sender_unverified' }
  await w.refused('marketing.campaign.create', { ...news, status: 'sending' }, refusal)
  const other = { ...news, from: { name: 'Fair', email: 'news@operator.example' }, status: 'sending' } as const
  await w.refused('marketing.campaign.create', other, refusal)
  await w.call('marketing.campaign.create', { ...other, from: { name: 'Fair', email: 'Post@operator.example' } })
  const { id: campaignId } = await w.call('marketing.campaign.create', news)
  await w.refused('marketing.campaign.test', { campaignId, to: ['eve@example.com'] }, refusal)
  await w.settle()
  assert.deepEqual(
    server.taken.map(({ from: sender }) => sender),
    ['Post@operator.example'],
  )
  for (const domain of ['fair', 'a b.example', 'x\r\ny.example', '-a.example']) {
    await w.refused('marketing.sendingDomain.create', { domain }, 'invalid_request')
  }
})

test('a campaign pauses when the domain of its sender has lost its key', async () => {
  await using names = await nameServer()
  await using server = await mailServer()
  await using w = await world({ nameServers: [names.at] })
  const config = { host: '127.0.0.1', port: server.port }
  await w.call('marketing.integration.create', { name: 'Own', type: 'smtp', config, isDefault: true })
  const { id: sendingDomainId } = await w.call('marketing.sendingDomain.create', { domain: 'news.fair.example' })
  await publish(w, names, sendingDomainId)
  await w.call('marketing.sendingDomain.verify', { sendingDomainId })
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const { id } = await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  names.texts.clear()
  assert.equal((await w.call('marketing.sendingDomain.verify', { sendingDomainId })).status, 'failing')
  await w.settle()
  const paused = await w.call('marketing.campaign.get', { campaignId: String(id) })
  assert.deepEqual([paused.status, paused.pauseReason, server.taken.length], ['paused', 'senderUnverified', 0])
})

test('each mail of a verified domain has a valid DKIM signature over its one-click headers', async () => {
  await using names = await nameServer()
  await using server = await mailServer()
  await using w = await world({ nameServers: [names.at] })
  const { id: sendingDomainId } = await w.call('marketing.sendingDomain.create', { domain: 'news.fair.example' })
  await publish(w, names, sendingDomainId)
  await w.call('marketing.sendingDomain.verify', { sendingDomainId })
  const config = { host: '127.0.0.1', port: server.port }
  await w.call('marketing.integration.create', { name: 'Own', type: 'smtp', config, isDefault: true })
  for (const firstName of ['Ada', 'Łukasz ☀']) {
    await w.call('marketing.contact.create', { email: `${firstName.length}@example.com`, firstName, tags: ['news'] })
  }
  await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  await w.settle()
  assert.equal(server.taken.length, 2)
  const resolver = new Resolver()
  resolver.setServers([names.at])
  for (const { raw } of server.taken) {
    const { results } = await dkimVerify(Buffer.from(raw), { resolver: (name: string) => resolver.resolveTxt(name) })
    const [result] = results
    assert.equal(result?.status.result, 'pass', JSON.stringify(result?.status))
    assert.equal(result?.signingDomain, 'news.fair.example')
    const signed = String(result?.signingHeaders?.keys).toLowerCase()
    for (const name of ['from', 'subject', 'list-unsubscribe', 'list-unsubscribe-post']) {
      assert.ok(signed.split(/[\s:;,]+/).includes(name), `${name} in ${signed}`)
    }
    const forged = await dkimVerify(Buffer.from(raw.replace('List-Unsubscribe-Post: ', 'List-Unsubscribe-Post: x')), {
      resolver: (name: string) => resolver.resolveTxt(name),
    })
    assert.notEqual(forged.results[0]?.status.result, 'pass')
  }
})

test('bounces come back by a name of the sending domain once the DNS leads it here', async () => {
  await using names = await nameServer()
  await using server = await mailServer()
  const inbound = { INBOUND_SMTP_PORT: '0', INBOUND_MAIL_DOMAIN: 'Bounces.operator.example' }
  await using w = await world({ nameServers: [names.at], settings: readSettings(productSettings, inbound) })
  const port = (await w.app.inbound.start()) ?? assert.fail()
  const { id: sendingDomainId } = await w.call('marketing.sendingDomain.create', { domain: 'news.fair.example' })
  await publish(w, names, sendingDomainId)
  names.aliases.clear()
  assert.equal((await w.call('marketing.sendingDomain.verify', { sendingDomainId })).hasReturn, false)
  const config = { host: '127.0.0.1', port: server.port }
  await w.call('marketing.integration.create', { name: 'Own', type: 'smtp', config, isDefault: true })
  await w.call('marketing.contact.create', { email: 'ada@example.com', tags: ['news'] })
  const start = async () => {
    const { id } = await w.call('marketing.campaign.create', { ...news, status: 'sending' })
    await w.settle()
    return { campaignId: String(id), from: server.taken.at(-1)?.from ?? '' }
  }
  assert.match((await start()).from, /^b-.+@bounces\.operator\.example$/i)
  await publish(w, names, sendingDomainId)
  const { hasReturn, records } = await w.call('marketing.sendingDomain.verify', { sendingDomainId })
  assert.deepEqual([hasReturn, records.find(({ purpose }) => purpose === 'return')?.isFound], [true, true])
  const { campaignId, from } = await start()
  assert.match(from, /^b-.+@bounce\.news\.fair\.example$/)
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true })
  const raw = returnedSamples['postfix: unknown user']?.raw ?? ''
  await transport.sendMail({ envelope: { from: '', to: from }, raw })
  transport.close()
  await w.settle()
  assert.equal((await w.call('marketing.campaign.get', { campaignId })).stats.bounced, 1)
  names.aliases.set('bounce.news.fair.example', 'elsewhere.example')
  const lost = await w.call('marketing.sendingDomain.verify', { sendingDomainId })
  assert.deepEqual([lost.status, lost.hasReturn], ['verified', false])
})

test('a domain is created from capitals and letters beyond ASCII, and one that is none is refused', async () => {
  await using w = await world()
  const made = await w.call('marketing.sendingDomain.create', { domain: 'Müller-Festival.de' })
  assert.equal(made.domain, 'xn--mller-festival-gsb.de')
  const taken = { code: 'conflict', mention: 'domain_taken' }
  await w.refused('marketing.sendingDomain.create', { domain: 'MÜLLER-festival.DE' }, taken)
  for (const domain of ['festival', 'fest_ival.de', '1.2.3.4', 'a..de', 'ümlaut', '.de']) {
    const refusal = { code: 'invalid_request', mention: '/domain' }
    await w.refused('marketing.sendingDomain.create', { domain }, refusal)
  }
})
