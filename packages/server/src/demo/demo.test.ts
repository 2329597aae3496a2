import assert from 'node:assert/strict'
import { test } from 'node:test'
import { demoLines, fillDemo } from './demo.ts'
import { readPlaylist } from '#test/video/hlsPlaylist.ts'
import { arrayOf, objectOf, world, type World } from '#test/world/world.ts'

test('the demo fills places, videos and views once, and the API returns them', async () => {
  await using w = await world({ startsAt: '2026-11-20T18:00:00.000Z' })
  const first = await fillDemo(w.app)
  assert.ok(first.isNew && first.placeCount >= 60 && first.videoCount >= 20, JSON.stringify(first))
  const key = first.secretKey ?? ''
  const near = await w.call('places.place.all', { near: '53.5413,9.9964', radiusM: 500, limit: 5 }, { key })
  assert.equal(near.items.length, 5)
  const scheduled = await w.call('livestream.static.all', { status: 'scheduled' }, { key })
  assert.equal(scheduled.items.length, 3)
  const german = await w.call('livestream.details.all', { locale: 'de', limit: 100 }, { key })
  assert.ok(german.items.length >= 5)
  await checkPlayable(w, key)
  await checkMarketing(w, key)
  await checkStreamMoney(w, key)
  const { rows } = await w.app.pools.work.query('select count(distinct day) as days from places_view_daily')
  assert.ok(rows[0].days >= 7, `${rows[0].days} days of views`)

  const count = async () => (await w.app.pools.work.query('select count(*) as n from account_outbox')).rows[0].n
  const before = await count()
  const second = await fillDemo(w.app)
  assert.deepEqual([second.isNew, second.placeCount, second.secretKey], [false, first.placeCount, undefined])
  assert.equal(await count(), before)
  const lines = demoLines(first, 'http://localhost:8080').join('\n')
  assert.match(lines, /curl -H 'X-Service-API-Key: fg_sk_live_/)
  await checkRequests(w, key, lines)
  for (const kind of ['Secret key  fg_sk_live_', 'Test key    fg_sk_test_', 'Public key  fg_pk_', 'Reading key fg_rk_'])
    assert.ok(lines.includes(kind), kind)
  assert.doesNotMatch(demoLines(second, 'http://localhost:8080').join('\n'), /fg_|this once/)
})

test('the demo has payments and loyalty in each state, and its ledgers match', async () => {
  await using w = await world({ startsAt: '2026-11-20T18:00:00.000Z' })
  // Media have tests of their own, and take the most time to settle.
  const { secretKey = '' } = await fillDemo(w.app, ['marketing', 'money'])
  await checkMoney(w, secretKey)
})

/** Asserts that the server takes every request to try. */
async function checkRequests(w: World, key: string, lines: string): Promise<void> {
  const requests = [...lines.matchAll(/curl -H '[^']+' (?:--json '(.+?)' )?'?http:\/\/localhost:8080([^'\n]+)/g)]
  assert.equal(requests.length, 6)
  for (const [, payload, url = ''] of requests) {
    const type = payload === undefined ? {} : { 'content-type': 'application/json' }
    const headers = { 'x-service-api-key': key, ...type }
    const method = payload === undefined ? 'GET' : 'POST'
    const { statusCode, body } = await w.app.server.inject({ method, url, headers, payload })
    assert.equal(statusCode, 200, `${url}: ${body}`)
  }
}

/** Asserts that contacts have a history, that the sums of the campaign hold, and that automations are at work. */
async function checkMarketing(w: World, key: string): Promise<void> {
  const { count } = await w.call('marketing.contact.count', {}, { key })
  assert.ok(count >= 5_000, String(count))
  const segments = (await w.call('marketing.segment.all', {}, { key })).items
  assert.ok(segments.length === 4 && segments.every((each) => Number(each.count) > 100), JSON.stringify(segments))
  const [sent] = (await w.call('marketing.campaign.all', { status: ['sent'] }, { key })).items
  const stats = objectOf(sent?.stats)
  assert.ok(Number(stats['opened']) > 300 && Number(stats['clicked']) > 100, JSON.stringify(stats))
  const ends = Number(stats['sent']) + Number(stats['bounced']) + Number(stats['skipped'])
  assert.equal(stats['audience'], ends)
  const automations = (await w.call('marketing.automation.all', { status: ['active'] }, { key })).items
  assert.equal(automations.length, 2)
}

/** Asserts that payments are in each state, and that the ledgers match. */
async function checkMoney(w: World, key: string): Promise<void> {
  for (const ms of [4_000, 31_000, 4_000]) {
    w.clock.advance(ms)
    await w.settle()
  }
  const verified = await w.call('payments.reconciliation.verify', {}, { key })
  assert.deepEqual(verified, { isMatching: true, violations: [] })
  const { defects, txns } = await w.call('loyalty.reward.audit', {}, { key })
  assert.deepEqual([defects, txns > 80], [[], true])
  const statesOf = async (of: string) => {
    const sql = `select distinct status from ${of} order by status`
    return (await w.app.pools.work.query(sql)).rows.map(({ status }) => status).join(' ')
  }
  for (const [of, expected] of Object.entries(moneyStates)) assert.equal(await statesOf(of), expected, of)
  const { items } = await w.call('payments.reconciliation.all', { status: 'open' }, { key })
  assert.deepEqual(new Set(items.map(({ day }) => day)), new Set(['2026-11-20']))
}

/** Asserts that the page of the stream has drops and a link, that a video sells, and that a link is paid in parts. */
async function checkStreamMoney(w: World, key: string): Promise<void> {
  const stream = await w.call('livestream.stream.get', { clientReference: 'demo:stream:pier' }, { key })
  const page = await w.app.server.inject(`/watch/${objectOf(stream.playback)['playbackId']}`)
  assert.match(page.body, /data-status="open" data-quantity="50"\s+data-claimed="7"[^]*data-status="scheduled"/)
  assert.ok(page.body.includes('A coin for the lantern keepers'))
  const video = await w.call('livestream.static.get', { clientReference: 'demo:video:0' }, { key })
  const watch = await w.app.server.inject(`/watch/${objectOf(video.playback)['playbackId']}`)
  assert.match(watch.body, /Festival mug/)
  const link = await w.call('payments.paymentLink.get', { clientReference: 'demo:link:parts' }, { key })
  assert.deepEqual([link.allowPartial, link.reminders?.length], [{ firstMin: 20_000 }, 2])
}

/** States of records that screens of payments and loyalty show. */
const moneyStates = {
  payments_payment:
    'cancelled created disputed expired lost partiallyRefunded processing refunded requiresAction succeeded',
  payments_payment_link: 'active completed expired inactive',
  payments_refund: 'failed succeeded',
  payments_dispute: 'lost open won',
  payments_reconciliation: 'open resolved',
  loyalty_coupon: 'active exhausted expired paused scheduled',
  loyalty_coupon_batch: 'ready',
  loyalty_redemption: 'partiallyRolledBack redeemed released reserved rolledBack',
  loyalty_promotion: 'active archived draft ended exhausted paused scheduled',
  "loyalty_reward where mode = 'rule'": 'active draft ended paused',
  "loyalty_reward where mode = 'perk'": 'active paused soldOut',
  "loyalty_reward where mode = 'grant'": 'expired partiallySpent pending posted reversed spent',
}

/** Asserts that every published video plays, and that captions cover all chapters. */
async function checkPlayable(w: World, key: string): Promise<void> {
  const text = async (url: string) => {
    const { statusCode, body } = await w.app.server.inject(url.replace('http://fairground.test', ''))
    assert.equal(statusCode, 200, `${url}: ${body}`)
    return body
  }
  const published = (await w.call('livestream.static.all', { status: 'published' }, { key })).items
  assert.ok(published.length >= 18)
  for (const { id, durationSeconds, playback } of published) {
    const { segments, isEnded } = readPlaylist(await text(`/hls/${objectOf(playback)['playbackId']}/video.m3u8`))
    const seconds = segments.reduce((sum, each) => sum + each.durationSeconds, 0)
    assert.ok(isEnded && Math.abs(seconds - Number(durationSeconds)) < 0.1)
    const sheet = { targetType: 'static', targetId: id, locale: 'de' }
    const { status, body } = await w.send('livestream.details.get', sheet, { key })
    if (status === 404) continue
    const { chapters, captions } = objectOf(body['data'])
    const lastChapter = arrayOf(chapters).at(-1)
    assert.ok(Number(lastChapter?.['startSeconds']) < seconds)
    assert.equal(arrayOf(captions).length, 2)
    for (const { vttUrl } of arrayOf(captions))
      assert.match(await text(String(vttUrl)), /00:00:55.000 --> 00:00:59.500/)
  }
}
