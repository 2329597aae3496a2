import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { digitsOf } from '#products/account/viewers/viewerCode.ts'
import { parseId } from '#kit/values/ids.ts'
import { linkOf, payAt, startOf } from '#test/payments/checkouts.ts'
import { plain } from '#test/payments/scriptlessBrowser.ts'
import { world, type World } from '#test/world/world.ts'

let w: World

before(async () => {
  w = await world()
})
after(() => w[Symbol.asyncDispose]())

const path = () => `/wallet/${w.account.account.publicId}`

/** Signs a member of the audience in. Returns the contact and the cookie. */
async function signIn(email: string): Promise<{ contactId: string; cookie: string }> {
  const input = { accountId: w.account.account.publicId, email }
  const requested = await w.send('account.viewer.requestCode', input, { key: null })
  const codeId = String(Object(requested.body['data']).codeId)
  const ctx = w.app.operatorCtx(w.account.account, 'test')
  const code = digitsOf(ctx, parseId('vcd', codeId)?.uuid ?? '')
  const reply = await w.send('account.viewer.signIn', { codeId, code }, { key: null })
  const cookie = String(reply.headers['set-cookie']).split(';')[0] ?? ''
  return { cookie, contactId: String(Object(reply.body['data']).contactId) }
}

const open = (cookie: string, language = 'en', query = '') =>
  w.app.server.inject({
    method: 'GET',
    url: `${path()}${query}`,
    headers: { accept: 'text/html', cookie, 'accept-language': language },
  })

async function grant(contactId: string, amount: number): Promise<void> {
  await w.call('loyalty.reward.create', { name: 'Welcome', mode: 'grant', contactId, amount, expiresAfter: 'P30D' })
}

async function perk(name: string, cost: number, more: object = {}): Promise<string> {
  const draft = { name, mode: 'perk', cost, gives: { type: 'manual' }, ...more } as const
  const { id } = await w.call('loyalty.reward.create', draft)
  return String(id)
}

test('a wallet needs a sign-in, and shows tokens, coupons and history of its contact alone', async () => {
  const away = await open('')
  assert.equal(away.statusCode, 302)
  assert.equal(away.headers['location'], `/signin/${w.account.account.publicId}?next=${encodeURIComponent(path())}`)
  const mira = await signIn('mira@example.com')
  await grant(mira.contactId, 1_250)
  const { code } = await w.call('loyalty.coupon.create', {
    name: 'For you',
    discount: { type: 'amount', amount: 500, currency: 'EUR' },
    audience: { contactId: mira.contactId },
    expiresAt: '2026-12-24T12:00:00.000Z',
  })
  const { body, headers, statusCode } = await open(mira.cookie)
  assert.equal(statusCode, 200)
  assert.equal(headers['cache-control'], 'private, no-cache')
  for (const part of ['mira@example.com', '<strong>1,250</strong> POINTS', '€5.00 off', String(code), 'Dec 24, 2026']) {
    assert.ok(body.includes(part), part)
  }
  assert.match(body, /aria-label="QR code of \w+"/)
  assert.match(body, /Received: <bdi>Welcome<\/bdi><\/td>\s*<td>\+1,250 POINTS/)
  assert.match((await open(mira.cookie, 'de')).body, /1\.250<\/strong> POINTS[^]*5,00\s€ Rabatt/)
  const other = await signIn('other@example.com')
  const foreign = (await open(other.cookie)).body
  assert.ok(!foreign.includes(String(code)) && !foreign.includes('1,250'))
})

test('a double click on a perk takes it once, and a perk beyond the balance or the stock is refused', async () => {
  const { contactId, cookie } = await signIn('perks@example.com')
  await grant(contactId, 100)
  const rewardId = await perk('A drink', 60)
  const shown = await open(cookie)
  const visitor = String(shown.headers['set-cookie']).split(';')[0] ?? ''
  const [, csrf = ''] = /name="csrf" value="([^"]+)"/.exec(shown.body) ?? []
  const [, attempt = ''] =
    new RegExp(`${rewardId}">\\s*<input type="hidden" name="attempt" value="([^"]+)`).exec(shown.body) ?? []
  const press = (fields: Record<string, string>) =>
    w.app.server.inject({
      method: 'POST',
      url: path(),
      headers: { 'content-type': 'application/x-www-form-urlencoded', cookie: `${cookie}; ${visitor}` },
      payload: new URLSearchParams({ csrf, rewardId, ...fields }).toString(),
    })
  const clicks = await Promise.all([press({ attempt }), press({ attempt }), press({ attempt })])
  assert.deepEqual(new Set(clicks.map(({ statusCode }) => statusCode)), new Set([303]))
  const after = await open(cookie)
  assert.ok(after.body.includes('<strong>40</strong> POINTS'), 'the cost was taken once')
  assert.match(after.body, /You have too few for it/)
  assert.match(after.body, /Spent: <bdi>A drink<\/bdi><\/td>\s*<td>-60 POINTS/)
  assert.match((await open(cookie, 'en', '?taken=1')).body, /role="status">“A drink” is yours. Show this page/)
  assert.match((await open(cookie, 'de', '?taken=1')).body, /role="status">„A drink“ gehört dir\. Zeig diese Seite/)
  const refused = await press({ attempt: 'another-attempt' })
  assert.equal(refused.statusCode, 409)
  assert.match(refused.body, /role="alert"/)
  // Without the cookie of a viewer nothing moves.
  const input = { accountId: w.account.account.publicId, rewardId, attempt: 'stranger-1' }
  assert.equal((await w.send('loyalty.wallet.takePerk', input, { key: null })).status, 403)
})

test('a wallet shows receipts with refunds, used and expired coupons, and pages of its history', async () => {
  const email = 'receipts@example.com'
  const { contactId, cookie } = await signIn(email)
  const own = { discount: { type: 'percent', percentOff: 20 }, audience: { contactId } } as const
  const used = await w.call('loyalty.coupon.create', { name: 'Fifth off', ...own })
  const expiresAt = new Date(w.clock.now().getTime() + 3_600_000).toISOString()
  await w.call('loyalty.coupon.create', { name: 'Too late', expiresAt, ...own })
  const started = await startOf(w, await linkOf(w, { allowCoupons: true }), { email, codes: [String(used.code)] })
  await payAt(w, started, '4242424242424242')
  const refund = { paymentId: started.id, amount: 500, clientReference: 'part' }
  await w.call('payments.paymentLink.refundPayment', refund)
  w.clock.advance(3_600_000)
  await w.settle()
  const shown = plain((await open(cookie)).body)
  assert.match(shown, /Used and expired coupons[^]*Too late[^]*Expired on[^]*Fifth off[^]*Used on/)
  assert.match(shown, /Receipts[^]*\/pay\/receipt\/pay_\w+\?proof=[^"]+">Summer night<[^]*€20\.00[^]*€5\.00 refunded/)
  assert.match(plain((await open(cookie, 'de')).body), /Eingelöste und abgelaufene[^]*Belege[^]*5,00 € erstattet/)
  const [, receipt = ''] = /href="(?:http:\/\/fairground\.test)?(\/pay\/receipt\/[^"]+)"/.exec(shown) ?? []
  assert.equal((await w.app.server.inject({ method: 'GET', url: receipt })).statusCode, 200)
  const stranger = await signIn('stranger@example.com')
  const foreign = (await open(stranger.cookie)).body
  assert.ok(!foreign.includes('Summer night') && !foreign.includes('Too late') && !foreign.includes('Fifth off'))
  for (let made = 1; made <= 52; made++) await grant(contactId, made)
  const first = (await open(cookie)).body
  assert.ok(first.includes('+52 POINTS') && !first.includes('+1 POINTS') && first.includes('?p=2">Older'))
  const second = (await open(cookie, 'en', '?p=2')).body
  assert.ok(second.includes('+1 POINTS') && !second.includes('+52 POINTS') && second.includes('?p=1">Newer'))
  assert.equal((await open(cookie, 'en', '?p=0')).statusCode, 400)
})

test('the history names tokens that paid, with the receipt, and those that are only set aside', async () => {
  const email = 'tokens@example.com'
  const { contactId, cookie } = await signIn(email)
  await grant(contactId, 1_000)
  const link = await linkOf(w, { acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 50 } })
  const { token: viewerToken } = await w.call('account.viewer.createToken', { contactId })
  const started = await startOf(w, link, { email, tokens: 500, viewerToken })
  const history = async (language = 'en') =>
    plain((await open(cookie, language)).body).split(/History|Verlauf/)[1] ?? ''
  assert.match(await history(), /Set aside\s*<\/td>\s*<td>-500 POINTS/)
  await payAt(w, started, '4242424242424242')
  const paid = await history()
  assert.match(paid, /Paid with tokens: <a href="[^"]*\/pay\/receipt\/pay_[^"]*">Summer night<\/a>\s*<\/td>\s*<td>-500/)
  assert.ok(!paid.includes('Set aside'))
  assert.match(await history('de'), /Mit Token bezahlt: /)
  const { entries } = await w.call('loyalty.reward.statement', { contactId })
  assert.deepEqual(
    entries.map(({ kind, about }) => [kind, about?.slice(0, 4)]),
    [
      ['hold', 'pay_'],
      ['grant', 'rwd_'],
    ],
  )
  await w.call('payments.paymentLink.refundPayment', { paymentId: started.id, clientReference: 'back' })
  assert.match(await history(), /Returned after a refund\s*<\/td>\s*<td>\+500/)
  const hold = { contactId, amount: 10, mode: 'hold', clientReference: 'seat-1' } as const
  await w.call('loyalty.reward.spend', hold)
  assert.match(await history(), /Set aside: <bdi>seat-1<\/bdi>\s*<\/td>\s*<td>-10/)
  await w.call('loyalty.reward.spend', { ...hold, mode: 'capture' })
  await w.call('loyalty.reward.spend', { contactId, amount: 7, clientReference: 'Two coffees at the bar' })
  const named = await history()
  assert.match(named, /Spent: <bdi>Two coffees at the bar<\/bdi>\s*<\/td>\s*<td>-7/)
  assert.match(named, /Paid with tokens: <bdi>seat-1<\/bdi>\s*<\/td>\s*<td>-10/)
  await w.call('loyalty.reward.spend', { contactId, amount: 3, clientReference: `order ${started.id}` })
  assert.match(await history(), /Spent\s*<\/td>\s*<td>-3/)
})

test('a coupon that begins later is in the wallet with its first day, and without a code to show', async () => {
  const { contactId, cookie } = await signIn('early@example.com')
  const startsAt = new Date(w.clock.now().getTime() + 86_400_000).toISOString()
  const discount = { type: 'percent', percentOff: 20 } as const
  const own = { discount, audience: { contactId }, startsAt }
  const { code } = await w.call('loyalty.coupon.create', { name: 'From tomorrow', ...own })
  await w.call('loyalty.coupon.create', { name: 'Not for you', discount, startsAt })
  const day = new Intl.DateTimeFormat('de', { dateStyle: 'medium', timeZone: 'UTC' }).format(new Date(startsAt))
  const shown = plain((await open(cookie, 'de')).body)
  assert.match(shown, new RegExp(`From tomorrow</h3>\\s*<p>20 % Rabatt</p>\\s*<p class="small">Gültig ab [^]*>${day}<`))
  assert.ok(!shown.includes(String(code)) && !shown.includes('Not for you') && !shown.includes('keine Gutscheine'))
  w.clock.advance(86_400_000)
  const later = plain((await open(cookie, 'de')).body)
  assert.ok(later.includes(`<code>${code}</code>`) && !later.includes('Gültig ab'))
})

test('a perk that is taken, sold out or too dear says so, and has no button', async () => {
  const { contactId, cookie } = await signIn('limits@example.com')
  await grant(contactId, 100)
  const once = await perk('Once each', 10, { perContact: 1 })
  const last = await perk('The last one', 11, { stock: 1 })
  await perk('Too dear', 5_000)
  await perk('Open to all', 12)
  const shown = async (language: string) => {
    const { body } = await open(cookie, language)
    const cards = body.split('<li class="wallet-card">').filter((each) => each.includes('<h3>'))
    return (name: string) => plain(cards.find((each) => each.includes(`<h3>${name}</h3>`)) ?? '')
  }
  for (const name of ['Once each', 'The last one']) assert.match((await shown('en'))(name), /<button/)
  for (const [rewardId, clientReference] of [[once, 'once-1'] as const, [last, 'last-1'] as const])
    await w.call('loyalty.reward.spend', { contactId, rewardId, clientReference })
  const [english, german] = [await shown('en'), await shown('de')]
  const cases = [
    ['Once each', 'You have it: one person cannot take more.', 'Du hast es schon: Mehr gibt es nicht pro Person.'],
    ['The last one', 'Sold out', 'Vergriffen'],
    ['Too dear', 'You have too few for it.', 'Dafür hast du zu wenig.'],
  ] as const
  for (const [name, inEnglish, inGerman] of cases) {
    assert.ok(english(name).includes(inEnglish) && german(name).includes(inGerman), name)
    assert.doesNotMatch(english(name) + german(name), /<button/)
  }
  assert.match(english('Open to all'), /<button/)
  const other = await signIn('others@example.com')
  await grant(other.contactId, 100)
  assert.match((await open(other.cookie)).body, /aria-label="Get it: Once each"/)
})

test('a coupon of a promotion has the title of the promotion, and says each of its effects', async () => {
  const { contactId, cookie } = await signIn('promoted@example.com')
  const { id: promotionId } = await w.call('loyalty.promotion.create', {
    name: 'By code',
    status: 'active',
    trigger: 'code',
    currency: 'EUR',
    effects: [
      { type: 'orderPercent', percentOff: 15 },
      { type: 'grantTokens', amount: 50, token: 'STARS' },
    ],
    display: { title: 'Thank you' },
  })
  await grant(contactId, 100)
  const rewardId = await perk('A promotion', 10, { gives: { type: 'coupon', promotionId: String(promotionId) } })
  await w.call('loyalty.reward.spend', { contactId, rewardId, clientReference: 'promoted-1' })
  const coupons = async (language: string) =>
    plain((await open(cookie, language)).body).match(/<li class="wallet-card wallet-coupon">[^]*?<\/li>/)?.[0] ?? ''
  assert.match(await coupons('en'), /<h3>Thank you<\/h3>\s*<p>15% off<\/p>\s*<p>50 STARS more<\/p>/)
  assert.match(await coupons('de'), /<h3>Thank you<\/h3>\s*<p>15 % Rabatt<\/p>\s*<p>50 STARS dazu<\/p>/)
  assert.ok(!(await open(cookie)).body.includes('By code'))
})
