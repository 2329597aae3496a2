import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { linkOf, payAt } from '#test/payments/checkouts.ts'
import { plain, scriptlessBrowser } from '#test/payments/scriptlessBrowser.ts'
import { world, type World } from '#test/world/world.ts'

let w: World
before(async () => void (w = await world()))
after(() => w[Symbol.asyncDispose]())

type Browser = ReturnType<typeof scriptlessBrowser>

/** Pays what the page shows, and returns the payment. */
async function pay(browser: Browser, { url, linkId }: { url: string; linkId: string }) {
  const { body } = await browser.open(url)
  const { headers, statusCode } = await browser.submit(url, body, { email: 'ada@example.com' })
  assert.equal(statusCode, 303)
  const { items } = await w.call('payments.payment.all', { paymentLinkId: linkId })
  const leading = await browser.open(String(headers.location))
  const redirectUrl = /content="0;url=([^"]+)"/.exec(leading.body)?.[1] ?? null
  if (redirectUrl !== null) await payAt(w, { redirectUrl }, '4242424242424242')
  return w.call('payments.payment.get', { paymentId: String(items[0]?.id) })
}

async function signedIn(email: string): Promise<Browser> {
  const browser = scriptlessBrowser(w)
  await signInAt(browser, `/signin/${w.account.account.publicId}`, email)
  return browser
}

/** Signs in by the code of a mail. Returns the path that the browser is led to. */
async function signInAt(browser: Browser, path: string, email: string): Promise<string> {
  const { body } = await browser.open(path)
  const { headers } = await browser.submit(path, body, { email })
  await w.settle()
  const { items } = await w.call('account.mail.all')
  const { subject } = await w.call('account.mail.get', { mailId: String(items.find(({ to }) => to === email)?.id) })
  const codePath = String(headers.location)
  const codePage = await browser.open(codePath)
  const done = await browser.submit(codePath, codePage.body, { code: subject.slice(0, 6) })
  assert.equal(done.statusCode, 303)
  return String(done.headers.location)
}

test('a payer signs in from the page to use tokens, and comes back to the same choice', async () => {
  const link = await linkOf(w, { allowCoupons: true, acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 40 } })
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'back@example.com' })
  await w.call('loyalty.reward.create', { name: 'Points', contactId, amount: 700 })
  const browser = scriptlessBrowser(w)
  const url = `/pay/${link.slug}?q=3&code=NOSUCH`
  const { body } = await browser.open(url)
  const [, path = ''] = /<a href="(\/signin\/[^"]+)">Sign in to pay with your POINTS</.exec(body) ?? []
  assert.equal(await signInAt(browser, path.replaceAll('&amp;', '&'), 'back@example.com'), url)
  const back = plain((await browser.open(url)).body)
  assert.match(back, /You may use up to 700\.[^]*Pay €75\.00/)
  assert.doesNotMatch(back, /\/signin\//)
  const plainLink = await linkOf(w)
  assert.doesNotMatch((await scriptlessBrowser(w).open(`/pay/${plainLink.slug}`)).body, /\/signin\//)
  const long = `/pay/${link.slug}?code=${'A'.repeat(200)}&${'q=1&'.repeat(90)}`.slice(0, -1)
  const [, next = ''] = /\/signin\/\w+\?next=([^"&]+)"/.exec((await scriptlessBrowser(w).open(long)).body) ?? []
  assert.equal(decodeURIComponent(next), `/pay/${link.slug}`)
})

test('a code lowers the price before it is paid, and its use is redeemed by the payment', async () => {
  const discount = { type: 'percent', percentOff: 20 } as const
  const coupon = await w.call('loyalty.coupon.create', { name: 'Sale', code: 'SALE20', discount, maxRedemptions: 1 })
  const link = await linkOf(w, { allowCoupons: true })
  const browser = scriptlessBrowser(w)
  const url = `/pay/${link.slug}?q=2&code=sale20`
  const shown = plain((await browser.open(url)).body)
  assert.match(shown, /Subtotal[^]*€50\.00[^]*-€10\.00[^]*To pay[^]*€40\.00[^]*Pay €40\.00/)
  const paid = await pay(browser, { url, linkId: link.id })
  assert.deepEqual([paid.status, paid.amount, paid.discountTotal], ['succeeded', 4_000, 1_000])
  const { redeemed } = Object(await w.call('loyalty.coupon.get', { couponId: String(coupon.id) }))
  assert.equal(redeemed, 1)
  const again = plain((await scriptlessBrowser(w).open(url)).body)
  assert.match(again, /SALE20: this code[^]*Pay €50\.00/i)
})

test('a code may make an order free, and a payment that is cancelled gives its code back', async () => {
  const discount = { type: 'percent', percentOff: 100 } as const
  const free = await w.call('loyalty.coupon.create', { name: 'Free', code: 'FREE', discount, maxRedemptions: 2 })
  const link = await linkOf(w, { allowCoupons: true })
  const url = `/pay/${link.slug}?code=free`
  const paid = await pay(scriptlessBrowser(w), { url, linkId: link.id })
  assert.deepEqual([paid.status, paid.amount], ['succeeded', 0])
  const half = { name: 'Half', code: 'HALF', discount: { type: 'percent', percentOff: 50 }, maxRedemptions: 1 } as const
  await w.call('loyalty.coupon.create', half)
  const browser = scriptlessBrowser(w)
  const halfUrl = `/pay/${link.slug}?code=half`
  const { headers } = await browser.submit(halfUrl, (await browser.open(halfUrl)).body, { email: 'ada@example.com' })
  assert.doesNotMatch((await scriptlessBrowser(w).open(halfUrl)).body, /Pay €12\.50/)
  const back = String(headers.location).replace('&go=1', '')
  await browser.submit(back, (await browser.open(`${back}&cancelled=1`)).body, {})
  assert.match((await scriptlessBrowser(w).open(halfUrl)).body, /Pay €12\.50/)
  const { redeemed } = Object(await w.call('loyalty.coupon.get', { couponId: String(free.id) }))
  assert.equal(redeemed, 1)
})

test('a viewer who is signed in pays a part with tokens, and others are not offered them', async () => {
  const acceptTokens = { token: 'POINTS', rate: 1, maxPercent: 40 }
  const link = await linkOf(w, { acceptTokens })
  const url = `/pay/${link.slug}`
  assert.doesNotMatch((await scriptlessBrowser(w).open(url)).body, /name="tokens"/)
  const browser = await signedIn('mira@example.com')
  const { id: contactId } = await w.call('marketing.contact.get', { email: 'mira@example.com' })
  await w.call('loyalty.reward.create', { name: 'Points', contactId: String(contactId), amount: 700 })
  const page = plain((await browser.open(url)).body)
  assert.match(page, /You may use up to 700\.[^]*name="tokens"[^]*value="mira@example\.com"/)
  const withTokens = `${url}?tokens=600`
  assert.match(plain((await browser.open(withTokens)).body), /POINTS[^]*-€6\.00[^]*Pay €19\.00/)
  const paid = await pay(browser, { url: withTokens, linkId: link.id })
  assert.deepEqual([paid.status, paid.amount, paid.tokenValue, paid.contactId], ['succeeded', 1_900, 600, contactId])
  const { balance } = await w.call('loyalty.reward.all', { contactId: String(contactId) })
  assert.equal(balance?.[0]?.available, 100)
})

test('a code for certain contacts says so, and applies to the contact whose address is typed', async () => {
  const { id: contactId } = await w.call('marketing.contact.create', { email: 'vip@example.com' })
  const audience = { contactId: String(contactId) }
  const discount = { type: 'percent', percentOff: 20 } as const
  await w.call('loyalty.coupon.create', { name: 'Few', code: 'FEW20', discount, audience })
  const link = await linkOf(w, { allowCoupons: true })
  const url = `/pay/${link.slug}?code=few20`
  const { body } = await scriptlessBrowser(w).open(url)
  assert.match(body, /FEW20: this code is for certain people\. Sign in to see[^]*your e-mail address is enough/i)
  assert.match((await scriptlessBrowser(w, 'de').open(url)).body, /Dieser Code gilt für bestimmte Personen/)
  const browser = scriptlessBrowser(w)
  const { body: shown } = await browser.open(url)
  const changed = await browser.submit(url, shown, { email: 'vip@example.com' })
  assert.match(plain(changed.body), /Please check the new price[^]*Pay €20\.00/)
  const stranger = await browser.submit(url, shown, { email: 'stranger@example.com' })
  assert.doesNotMatch(plain(stranger.body), /Pay €20\.00/)
})

test('the part that tokens may pay follows the price, and a field holds no older limit', async () => {
  const link = await linkOf(w, { acceptTokens: { token: 'POINTS', rate: 1, maxPercent: 50 } })
  const browser = await signedIn('follows@example.com')
  const { id: contactId } = await w.call('marketing.contact.get', { email: 'follows@example.com' })
  await w.call('loyalty.reward.create', { name: 'Points', contactId: String(contactId), amount: 9_000 })
  const url = `/pay/${link.slug}`
  const { body } = await browser.open(url)
  assert.match(body, /You may use up to 1,250\./)
  assert.doesNotMatch(/<input name="tokens"[^>]*>/.exec(body)?.[0] ?? '', / max=/)
  const updated = plain((await browser.submit(url, body, { q: '3', tokens: '3750', update: '1' })).body)
  assert.match(updated, /You may use up to 3,750\.[^]*value="3750"[^]*-€37\.50[^]*Pay €37\.50/)
  const fewer = plain((await browser.submit(url, updated, { q: '1', tokens: '3750', update: '1' })).body)
  assert.match(fewer, /You may use up to 1,250\.[^]*You cannot use more than 1,250 here\.[^]*Pay €12\.50/)
})

test('a code that gives nothing is refused at its field, and the price without it is paid', async () => {
  const link = await linkOf(w, { allowCoupons: true })
  const url = `/pay/${link.slug}`
  const browser = scriptlessBrowser(w)
  const { body } = await browser.open(url)
  assert.match(body, /<input name="code"[^>]*aria-describedby="code-error"/)
  assert.doesNotMatch(/<input name="code"[^>]*>/.exec(body)?.[0] ?? '', /aria-invalid/)
  const refused = await browser.submit(url, body, { code: 'NOSUCH', email: 'ada@example.com' })
  assert.match(refused.body, /<input name="code"[^>]*aria-invalid="true" autofocus/)
  assert.match(refused.body, /id="code-error"[^>]*>\s*<p class="complaint">NOSUCH: /)
  assert.equal(refused.body.split('NOSUCH: ').length, 2, 'the complaint is shown once')
  assert.match(plain(refused.body), /Nothing was charged yet[^]*Pay €25\.00/)
  const missing = await browser.submit(url, refused.body, { email: '' })
  assert.match(missing.body, /<input[^>]*name="email"[^>]*autofocus/)
  assert.doesNotMatch(/<input name="code"[^>]*>/.exec(missing.body)?.[0] ?? '', /autofocus/)
  const paid = await browser.submit(url, refused.body, { email: 'ada@example.com' })
  assert.equal(paid.statusCode, 303)
})
