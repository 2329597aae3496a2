import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'
import { test } from 'node:test'
import { mailServer } from '#test/world/mailServer.ts'
import { until } from '#test/world/until.ts'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'

const news = {
  name: 'News',
  audience: { tags: ['news'] },
  subject: 'News for {{ contact.firstName }}',
  format: 'markdown',
  body: 'Hello {{ contact.firstName }}\n\n[Read](https://example.com/a?x=1&y=2)\n\n[Leave]({{ unsubscribeUrl }})',
} as const

async function people(w: World, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let index = 0; index < count; index++) {
    const person = { email: `p${index}@example.com`, firstName: `P${index}`, tags: ['news'] }
    ids.push(String((await w.call('marketing.contact.create', person)).id))
  }
  return ids
}

async function start(w: World, more: object = {}): Promise<string> {
  const made = await w.call('marketing.campaign.create', { ...news, ...more, status: 'sending' })
  await w.settle()
  return String(made.id)
}

/** Numbers of a campaign, after a check that the audience is the sum of the end states. */
async function stats(w: World, campaignId: string) {
  const { stats: found, status } = await w.call('marketing.campaign.get', { campaignId })
  const { queued, sending, sent, deferred, bounced, failed, uncertain, skipped, cancelled } = found
  const sum = queued + sending + sent + deferred + bounced + failed + uncertain + skipped + cancelled
  assert.equal(found.audience, sum)
  return { ...found, status }
}

async function mails(w: World) {
  const { items } = await w.call('account.mail.all', { limit: 100 })
  return Promise.all(items.map(({ id }) => w.call('account.mail.get', { mailId: String(id) })))
}

const get = (w: World, url: string, agent = 'Mozilla/5.0 (Macintosh) Safari/605.1.15') =>
  w.app.server.inject({
    method: 'GET',
    url: url.replace('http://fairground.test', ''),
    headers: { 'user-agent': agent },
  })

test('a campaign goes once to each subscribed contact of its audience, and ends', async () => {
  await using w = await world()
  const [first = ''] = await people(w, 4)
  await w.call('marketing.contact.update', { contactId: first, action: 'unsubscribe' })
  await w.call('marketing.contact.create', { email: 'other@example.com' })
  const draft = await w.call('marketing.campaign.create', news)
  assert.equal(draft.audienceEstimate, 3)
  assert.deepEqual(draft.warnings, [])
  const campaignId = String(draft.id)
  await w.call('marketing.campaign.update', { campaignId, action: 'start' })
  await w.settle()
  const end = await stats(w, campaignId)
  assert.deepEqual([end.status, end.audience, end.sent, end.skipped, end.skippedUnsubscribed], ['sent', 4, 3, 1, 1])
  const taken = await mails(w)
  assert.deepEqual(taken.map(({ to }) => to).toSorted(), ['p1@example.com', 'p2@example.com', 'p3@example.com'])
  assert.equal(taken.find(({ to }) => to === 'p1@example.com')?.subject, 'News for P1')
  assert.equal((await w.emitted('marketing.campaign.completed')).length, 1)
  await w.refused(
    'marketing.campaign.update',
    { campaignId, name: 'Late' },
    { code: 'conflict', mention: 'campaign_started' },
  )
})

test('one click unsubscribes by POST without cookies; opening the link does not', async () => {
  await using w = await world()
  const [contactId = ''] = await people(w, 1)
  const campaignId = await start(w)
  const [mail] = await mails(w)
  const url = /http:\/\/fairground\.test(\/u\/[^\s\])]+)/.exec(String(mail?.text))?.[1] ?? ''
  const status = async () => (await w.call('marketing.contact.get', { contactId })).status
  assert.equal((await get(w, url)).statusCode, 200)
  assert.equal(await status(), 'subscribed')
  const forged = url.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A'))
  const send = (to: string, type: string, payload: string) =>
    w.app.server.inject({ method: 'POST', url: to, headers: { 'content-type': type }, payload })
  const body = 'List-Unsubscribe=One-Click'
  assert.equal((await send(forged, 'application/x-www-form-urlencoded', body)).statusCode, 404)
  const multipart = `--x\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--x--\r\n`
  assert.equal((await send(url, 'multipart/form-data; boundary=x', multipart)).statusCode, 200)
  assert.equal(await status(), 'unsubscribed')
  assert.equal((await send(url, 'application/x-www-form-urlencoded', body)).statusCode, 200)
  assert.equal((await stats(w, campaignId)).unsubscribed, 1)
  assert.equal((await w.emitted('marketing.contact.unsubscribed')).length, 1)
  const [told] = await w.emitted('marketing.message.unsubscribed')
  assert.equal(objectOf(arrayOf(told?.payload['messages'])[0])['campaignId'], campaignId)
})

test('opens and clicks of people count, those of machines stand apart, and no target can be forged', async () => {
  await using w = await world()
  await people(w, 1)
  const campaignId = await start(w)
  const [mail] = await mails(w)
  const open = /http:\/\/fairground\.test\/t\/o\/[^"]+/.exec(String(mail?.html))?.[0] ?? ''
  const click = (/http:\/\/fairground\.test\/t\/c\/[^"]+/.exec(String(mail?.html))?.[0] ?? '').replaceAll('&amp;', '&')
  const pixel = await get(w, open)
  assert.equal(pixel.headers['content-type'], 'image/gif')
  assert.deepEqual((await stats(w, campaignId)).machineOpened, 1)
  w.clock.advance(60_000)
  await get(w, open, 'Googlebot/2.1 (+http://www.google.com/bot.html)')
  assert.equal((await stats(w, campaignId)).opened, 0)
  const led = await get(w, click)
  assert.equal(led.statusCode, 302)
  assert.equal(led.headers['location'], 'https://example.com/a?x=1&y=2')
  await get(w, click)
  const end = await stats(w, campaignId)
  assert.deepEqual([end.opened, end.clicked], [1, 1])
  const forged = click.replace(encodeURIComponent('https://example.com'), encodeURIComponent('https://evil.example'))
  assert.notEqual(forged, click)
  assert.equal((await get(w, forged)).statusCode, 404)
  await w.settle()
  const buyers = { name: 'Clicked', filter: { email: { action: 'clicked', campaignId } } } as const
  assert.equal((await w.call('marketing.segment.create', buyers)).count, 1)
})

test('a contact without tracking gets a mail without it', async () => {
  await using w = await world()
  const [contactId = ''] = await people(w, 1)
  await w.call('marketing.contact.update', { contactId, trackingDisabled: true })
  await start(w)
  const [mail] = await mails(w)
  assert.doesNotMatch(String(mail?.html), /\/t\/[oc]\//)
})

test('a pause holds what has not left, a cancel ends it', async () => {
  await using w = await world()
  await people(w, 5)
  const made = await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  const campaignId = String(made.id)
  await w.call('marketing.campaign.update', { campaignId, action: 'pause' })
  await w.settle()
  assert.equal((await stats(w, campaignId)).queued, 5)
  assert.deepEqual(await mails(w), [])
  await w.refused('marketing.campaign.delete', { campaignId }, { code: 'conflict', mention: 'invalid_transition' })
  await w.call('marketing.campaign.update', { campaignId, action: 'resume' })
  await w.refused('marketing.campaign.delete', { campaignId }, { code: 'conflict', mention: 'invalid_transition' })
  await w.call('marketing.campaign.update', { campaignId, action: 'cancel' })
  await w.settle()
  const end = await stats(w, campaignId)
  assert.deepEqual([end.status, end.cancelled, end.sent], ['cancelled', 5, 0])
  const counts = ['started', 'paused', 'resumed', 'cancelled'].map(async (name) => {
    const facts = await w.emitted(`marketing.campaign.${name}`)
    return facts.length
  })
  assert.deepEqual(await Promise.all(counts), [1, 1, 1, 1])
  await w.call('marketing.campaign.delete', { campaignId })
})

test('a scheduled campaign starts at its time, and is missed after too long', async () => {
  await using w = await world()
  await people(w, 1)
  const sendAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  const first = await w.call('marketing.campaign.create', { ...news, sendAt, status: 'scheduled' })
  const late = { ...news, name: 'Late', sendAt, latestStart: 'PT1H', status: 'scheduled' } as const
  const second = await w.call('marketing.campaign.create', late)
  await w.settle()
  assert.equal((await stats(w, String(first.id))).status, 'scheduled')
  w.clock.advance(3 * 3_600_000)
  await w.settle()
  assert.equal((await stats(w, String(first.id))).status, 'sent')
  assert.equal((await stats(w, String(second.id))).status, 'missed')
})

test('a mail server that refuses, defers or accepts decides the fate of each message', async () => {
  await using server = await mailServer()
  const smtp = { url: `smtp://127.0.0.1:${server.port}`, from: { name: 'Fair', address: 'fair@example.org' } }
  await using w = await world({ smtp })
  server.refuse.set('p0@example.com', '550 5.1.1 no such user')
  server.refuse.set('p1@example.com', '450 4.2.1 later')
  server.refuse.set('p2@example.com', '550 5.7.1 blocked by policy')
  await people(w, 4)
  const campaignId = await start(w, {
    from: { name: 'News', email: 'fair@example.org' },
    replyTo: 'answers@example.org',
  })
  const first = await stats(w, campaignId)
  assert.deepEqual([first.sent, first.bounced, first.deferred], [1, 2, 1])
  const [taken] = server.taken
  for (const header of [
    /^List-Unsubscribe:\s+<http/m,
    /^List-Unsubscribe-Post: List-Unsubscribe=One-Click/m,
    /^List-ID: </m,
  ]) {
    assert.match(String(taken?.raw), header)
  }
  assert.match(String(taken?.raw), /^From: News <fair@example\.org>/m)
  assert.match(String(taken?.raw), /^Reply-To: answers@example\.org/m)
  const suppressed = async (email: string) => (await w.call('marketing.contact.get', { email })).isSuppressed
  assert.equal(await suppressed('p0@example.com'), true)
  assert.equal(await suppressed('p2@example.com'), false)
  w.clock.advance(61_000)
  await w.settle()
  const deferrals = (await w.emitted('marketing.message.deferred')).map(({ payload }) => payload['messages'])
  // cast: the shape of the fact.
  const [[deferral] = [], ...more] = deferrals as { reason: string; campaignId: string }[][]
  assert.deepEqual([deferral?.reason, deferral?.campaignId, more], ['4.2.1', campaignId, []])
  server.refuse.clear()
  w.clock.advance(5 * 60_000)
  await w.settle()
  const end = await stats(w, campaignId)
  assert.deepEqual([end.status, end.sent, end.deferred], ['sent', 2, 0])
})

/** A world with a mail server that waits for `atEnd` after each mail. */
async function worldWithServer(atEnd: (done: (error?: Error) => void) => void) {
  const server = await mailServer({
    onData(stream, _session, done) {
      stream.resume().on('end', () => atEnd(done))
    },
  })
  const smtp = { url: `smtp://127.0.0.1:${server.port}`, from: { name: 'Fair', address: 'fair@example.org' } }
  return { server, w: await world({ smtp }) }
}

test('a mail whose server hangs up after its end is uncertain, and leaves once', async () => {
  const taken = { count: 0 }
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket))
    socket.write('220 fake\r\n')
    let text = ''
    socket.on('data', (piece) => {
      text += String(piece)
      if (text.endsWith('\r\n.\r\n')) {
        taken.count += 1
        return socket.destroy()
      }
      if (text.endsWith('DATA\r\n')) return socket.write('354 go on\r\n')
      return text.includes('DATA\r\n') ? true : socket.write('250 ok\r\n')
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  // cast: a server on a port has an address with one.
  const { port } = server.address() as AddressInfo
  await using w = await world({
    smtp: { url: `smtp://127.0.0.1:${port}`, from: { name: 'Fair', address: 'fair@example.org' } },
  })
  await people(w, 1)
  const campaignId = await start(w)
  assert.deepEqual([taken.count, (await stats(w, campaignId)).sending], [1, 1])
  w.clock.advance(10 * 60_000)
  await w.settle()
  const end = await stats(w, campaignId)
  assert.deepEqual([end.status, end.uncertain, end.deferred, taken.count], ['sent', 1, 0, 1])
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('a mail that is deferred while its campaign is cancelled ends with it', async () => {
  const held: { release?: (error?: Error) => void } = {}
  const { server, w } = await worldWithServer((done) => (held.release = done))
  await using _server = server
  await using _w = w
  await people(w, 1)
  const { id } = await w.call('marketing.campaign.create', { ...news, status: 'sending' })
  const campaignId = String(id)
  const settled = w.settle()
  await until(() => held.release !== undefined)
  await w.call('marketing.campaign.update', { campaignId, action: 'cancel' })
  held.release?.(Object.assign(new Error('4.2.1 later'), { responseCode: 450 }))
  await settled
  const end = await stats(w, campaignId)
  assert.deepEqual([end.status, end.cancelled, end.deferred], ['cancelled', 1, 0])
})

test('a campaign without an audience, with a wrong text, and by a caller without the right is refused', async () => {
  await using w = await world()
  const draft = await w.call('marketing.campaign.create', news)
  const begin = { campaignId: String(draft.id), action: 'start' } as const
  await w.refused('marketing.campaign.update', begin, { code: 'invalid_request', mention: 'audience_empty' })
  const wrong = { ...news, body: '{{ x | shout }}' }
  await w.refused('marketing.campaign.create', wrong, { code: 'invalid_request', mention: 'template_error' })
  await w.refused(
    'marketing.campaign.create',
    { ...news, audience: {} },
    { code: 'invalid_request', mention: '/audience' },
  )
  await people(w, 1)
  const key = await w.key({ kind: 'restricted', scopes: ['marketing.campaign:write'] })
  await w.refused('marketing.campaign.update', begin, { code: 'not_authorized', mention: 'send_not_allowed', key })
})

test('contacts of another account, and a topic that does not exist, are refused in a campaign', async () => {
  await using w = await world()
  const other = await w.another()
  const foreign = await w.call('marketing.contact.create', { email: 'mira@example.com' }, { key: other.secretKey })
  const texts = { name: 'A', subject: 'Hello', format: 'text', body: 'Hello' } as const
  const refused = (input: object, mention: string) =>
    w.refused('marketing.campaign.create', { ...texts, ...input }, { code: 'invalid_request', mention })
  await refused({ audience: { contactIds: [String(foreign.id)] } }, '/audience/contactIds/0')
  await refused({ audience: { tags: ['a'] }, topic: 'nothing' }, '"path":"/topic"')
})

test('a test mail goes to the given addresses and counts nothing', async () => {
  await using w = await world()
  const draft = await w.call('marketing.campaign.create', news)
  const campaignId = String(draft.id)
  await w.call('marketing.campaign.test', { campaignId, to: ['me@example.com'] })
  await w.settle()
  const [mail] = await mails(w)
  assert.deepEqual([mail?.to, mail?.subject], ['me@example.com', '[Test] News for Mira'])
  assert.equal((await stats(w, campaignId)).audience, 0)
})

test('each action is carried out once under an Idempotency-Key', async () => {
  await using w = await world()
  await people(w, 1)
  const sendAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  const campaignId = String((await w.call('marketing.campaign.create', { ...news, sendAt })).id)
  for (const action of ['schedule', 'unschedule', 'start', 'pause', 'resume', 'pause']) {
    const headers = { 'idempotency-key': `${action}-${Math.random()}` }
    for (const replayed of [undefined, 'true']) {
      const reply = await w.send('marketing.campaign.update', { campaignId, action }, { headers })
      assert.equal(reply.status, 200, `${action}: ${reply.text}`)
      assert.equal(reply.headers['idempotent-replayed'], replayed, action)
    }
  }
  assert.equal((await w.emitted('marketing.campaign.paused')).length, 2)
})

test('campaigns are listed by the time of their creation, with their numbers', async () => {
  await using w = await world()
  await people(w, 2)
  await start(w)
  w.clock.advance(86_400_000)
  const between = w.clock.now().toISOString()
  w.clock.advance(1_000)
  const { id } = await w.call('marketing.campaign.create', { ...news, name: 'Later' })
  const listed = async (input: object) => {
    const { items } = await w.call('marketing.campaign.all', { ...input, sort: 'createdAt' })
    return items.map((each) => [each.name, each.stats.audience, each.stats.sent])
  }
  const both = [
    ['News', 2, 2],
    ['Later', 0, 0],
  ]
  assert.deepEqual(await listed({}), both)
  assert.deepEqual(await listed({ createdAfter: between }), both.slice(1))
  assert.deepEqual(await listed({ createdBefore: between }), both.slice(0, 1))
  assert.equal((await stats(w, String(id))).countedAt, w.clock.now().toISOString())
})

test('recipients are read page by page, all of them or those of a state', async () => {
  await using w = await world()
  const ids = await people(w, 5)
  await w.call('marketing.contact.update', { contactId: String(ids[1]), action: 'unsubscribe' })
  await w.call('marketing.contact.update', { contactId: String(ids[3]), action: 'unsubscribe' })
  const campaignId = await start(w)
  const pages = async (input: object) => {
    const found: string[] = []
    let more: object = {}
    for (;;) {
      const page = { campaignId, include: ['recipients'], pagination: { limit: 1, ...more }, ...input } as const
      const { recipients = [], pagination } = await w.call('marketing.campaign.get', page)
      found.push(...recipients.map(({ contactId }) => contactId))
      if (pagination?.hasMore !== true) return found
      more = { cursor: pagination.nextCursor }
    }
  }
  assert.deepEqual(await pages({}), ids)
  assert.deepEqual(await pages({ recipientStatus: 'sent' }), [ids[0], ids[2], ids[4]])
  assert.deepEqual(await pages({ recipientStatus: 'skipped' }), [ids[1], ids[3]])
})

test('the numbers of a campaign to very many are those of a moment, and are counted again after a pause', async () => {
  await using w = await world()
  const { id } = await w.call('marketing.campaign.create', news)
  const campaignId = String(id)
  await w.app.pools.work.query(
    `insert into marketing_message (account_id, id, campaign_id, contact_id, channel, state, attempts, due_at,
       created_at)
     select c.account_id, gen_random_uuid(), c.id, gen_random_uuid(), 'email', 'queued', 0, now(), now()
     from marketing_campaign c, generate_series(1, 50001)`,
  )
  w.clock.advance(1)
  const first = await stats(w, campaignId)
  assert.equal(first.queued, 50_001)
  await w.app.pools.work.query(`update marketing_message set state = 'sent', sent_at = now()`)
  w.clock.advance(400)
  assert.deepEqual(await stats(w, campaignId), first)
  w.clock.advance(200)
  const later = await stats(w, campaignId)
  assert.deepEqual([later.queued, later.sent, later.countedAt], [0, 50_001, w.clock.now().toISOString()])
  await w.app.pools.work.query(`update marketing_message set state = 'bounced'`)
  w.clock.advance(-3_600_000)
  assert.equal((await stats(w, campaignId)).bounced, 50_001, 'after the clock was set back')
  w.clock.advance(1)
  assert.equal((await stats(w, campaignId)).bounced, 50_001)
  await w.app.pools.work.query(`update marketing_message set state = 'failed'`)
  await w.call('marketing.campaign.update', { campaignId, name: 'Other' })
  w.clock.advance(1)
  assert.equal((await stats(w, campaignId)).failed, 50_001, 'after the campaign changed')
})

test('a segment and a template of a campaign that is to start are in use', async () => {
  await using w = await world()
  const filter = { field: 'email', is: 'exists' } as const
  const segmentId = String((await w.call('marketing.segment.create', { name: 'All', filter })).id)
  const texts = { name: 'Text', format: 'text', subject: 'News', body: 'Hello' } as const
  const templateId = String((await w.call('marketing.template.create', texts)).id)
  const made = await w.call('marketing.campaign.create', {
    name: 'News',
    audience: { segmentIds: [segmentId] },
    templateId,
  })
  const inUse = { code: 'conflict', mention: String(made.id) }
  await w.refused('marketing.segment.delete', { segmentId }, inUse)
  await w.refused('marketing.template.delete', { templateId }, inUse)
  await people(w, 2)
  await w.settle()
  await w.call('marketing.campaign.update', { campaignId: String(made.id), action: 'start' })
  await w.settle()
  assert.equal((await stats(w, String(made.id))).sent, 2)
  await w.call('marketing.segment.delete', { segmentId })
})
