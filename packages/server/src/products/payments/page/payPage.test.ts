import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { payAt, startOf } from '#test/payments/checkouts.ts'
import { plain, scriptlessBrowser } from '#test/payments/scriptlessBrowser.ts'
import { world, type Input, type World } from '#test/world/world.ts'

let w: World
before(async () => void (w = await world()))
after(() => w[Symbol.asyncDispose]())

type Draft = Partial<Input<'payments.paymentLink.create'>>

async function madeLink(more: Draft = {}) {
  const lineItems = [{ name: 'Seat', amount: 2_500, adjustable: { min: 1, max: 9 } }]
  const draft = { title: 'Summer <night>', currency: 'EUR', lineItems, ...more } as const
  // cast: `more` completes the draft.
  const made = await w.call('payments.paymentLink.create', draft as Input<'payments.paymentLink.create'>)
  return { ...made, path: `/pay/${made.slug}` }
}

const visitor = (language = 'en') => scriptlessBrowser(w, language)

test('the page shows lines, price and form in the language of the payer, and a choice changes the price', async () => {
  const link = await madeLink({ customFields: [{ key: 'row', label: 'Row' }], collect: { name: true } })
  const english = await visitor().open(link.path)
  assert.equal(english.statusCode, 200)
  assert.match(english.body, /Summer &lt;night&gt;[^]*Test payment[^]*€25\.00 each[^]*Pay €25\.00/)
  assert.match(english.body, /name="name"[^]*name="answer0"/)
  const german = plain((await visitor('de-AT, en').open(`${link.path}?q=3`)).body)
  assert.match(german, /lang="de"[^]*Zu zahlen[^]*€ 75,00[^]*€ 75,00 zahlen/)
  const outside = await visitor().open(`${link.path}?q=10`)
  assert.match(
    outside.body,
    /name="q"[^>]*value="10"[^>]*aria-invalid="true"[^]*a whole number from 1 to 9\.[^]*Pay now/,
  )
  assert.equal((await w.call('payments.paymentLink.get', { paymentLinkId: link.id })).stats.views, 3)
  const qr = await visitor().open(`${link.path}/qr.svg`)
  assert.deepEqual([qr.statusCode, qr.headers['content-type']], [200, 'image/svg+xml'])
  assert.equal((await visitor().open('/pay/zzzzzzzzzzzzzzzzzzzz')).statusCode, 404)
})

test('amounts are read as the language of the page writes them, and wrong ones have no price', async () => {
  const customerAmount = { min: 500, max: 100_000, preset: 2_000 }
  const { path } = await madeLink({ amountMode: 'customer', lineItems: [], currency: 'JPY', customerAmount })
  const shown = async (amount: string) => plain((await visitor().open(`${path}?amount=${amount}`)).body)
  assert.match(await shown(''), /From ¥500 to ¥100,000[^]*value="2,000"[^]*Pay ¥2,000/)
  assert.match(await shown('501'), /Pay ¥501/)
  for (const wrong of ['1.5', '499', '-5', 'many']) {
    const body = await shown(wrong)
    assert.match(body, new RegExp(`value="${wrong}"[^]*aria-invalid[^]*This amount is not possible here`), wrong)
    assert.match(body, /Pay now/)
    assert.doesNotMatch(body, /Pay ¥|To pay/)
  }
  const dinar = await madeLink({ amountMode: 'customer', lineItems: [], currency: 'KWD', customerAmount: { min: 1 } })
  assert.match(plain((await visitor().open(`${dinar.path}?amount=1.234`)).body), /Pay KWD 1\.234/)
  assert.match(plain((await visitor().open(`${dinar.path}?amount=1,234`)).body), /Pay KWD 1,234\.000/)
})

test('the largest amount is taken in each language, and a wrong one is refused and charges none', async () => {
  const customerAmount = { min: 500, max: 100_000, preset: 2_000 }
  const link = await madeLink({ amountMode: 'customer', lineItems: [], customerAmount })
  for (const [language, typed, priced, wrong] of [
    ['en', '1,000.00', 'Pay €1,000.00', '1,000.01'],
    ['de', '1.000,00', '1.000,00 € zahlen', '1.000,01'],
  ] as const) {
    const payer = visitor(language)
    const taken = plain((await payer.open(`${link.path}?amount=${typed}`)).body)
    assert.ok(taken.includes(priced) && taken.includes(`value="${typed}"`), language)
    for (const amount of [wrong, 'many', '4.99', '4']) {
      const url = `${link.path}?amount=${amount}`
      const refused = await payer.submit(url, (await payer.open(url)).body, { email: 'ada@example.com' })
      assert.equal(refused.statusCode, 409, amount)
      assert.match(
        refused.body,
        /<input name="amount"[^>]*aria-invalid="true"[^>]*autofocus[^]*id="amount-error"[^>]*><p/,
      )
      assert.equal(refused.body.match(/autofocus/g)?.length, 1)
    }
  }
  const { items } = await w.call('payments.payment.all', { paymentLinkId: link.id })
  assert.deepEqual(items, [])
})

test('a choice that was typed and not priced starts no payment: the page comes back with its price', async () => {
  const lineItems = [{ name: 'Seat', amount: 2_500, adjustable: { min: 1, max: 9 } }]
  const fixed = await madeLink({ lineItems, allowCoupons: true })
  const gift = { amountMode: 'customer', lineItems: [], customerAmount: { min: 500, preset: 2_000 } } as const
  const free = await madeLink(gift)
  for (const [link, typed, price, other] of [
    [fixed, { q: '3' }, 'Pay €75.00', { q: '4' }],
    [free, { amount: '1,234.5' }, 'Pay €1,234.50', { amount: '12' }],
  ] as const) {
    const payer = visitor()
    const first = (await payer.open(link.path)).body
    const sent = { ...typed, email: 'ada@example.com' }
    const held = await payer.submit(link.path, first, sent)
    assert.equal(held.statusCode, 409)
    assert.match(
      plain(held.body),
      new RegExp(`tabindex="-1" autofocus>Nothing was charged yet[^]*ada@example[^]*${price}`),
    )
    assert.doesNotMatch(held.body, /<input[^>]*autofocus/)
    const again = await payer.submit(link.path, held.body, { ...other, email: 'ada@example.com' })
    assert.equal(again.statusCode, 409)
    const paid = await payer.submit(link.path, held.body, { email: 'ada@example.com' })
    assert.equal(paid.statusCode, 303)
  }
  const { items } = await w.call('payments.payment.all', { sort: 'createdAt', limit: 100 })
  const mine = items.filter(({ paymentLinkId }) => paymentLinkId === fixed.id || paymentLinkId === free.id)
  assert.deepEqual(
    mine.map(({ amount }) => amount),
    [7_500, 123_450],
  )
})

test('the button of the price starts nothing, keeps what was typed, and shows the price', async () => {
  const link = await madeLink({ collect: { name: true }, allowCoupons: true })
  const payer = visitor()
  const { body } = await payer.open(link.path)
  const shown = await payer.submit(link.path, body, { q: '2', code: 'nosuch', name: 'Ada', update: '1' })
  assert.equal(shown.statusCode, 200)
  assert.match(
    plain(shown.body),
    /value="2"[^]*value="nosuch"[^]*nosuch[^<]*code does not[^]*value="Ada"[^]*Pay €50\.00/i,
  )
  assert.deepEqual(shown.body.match(/<input name="\w+"[^>]*autofocus/g)?.length, 1, 'the code has the focus')
  assert.match(shown.body, /<input name="code"[^>]*autofocus/)
  const { items } = await w.call('payments.payment.all', { paymentLinkId: link.id })
  assert.deepEqual(items, [])
})

test('a wrong quantity is refused at its field, each of several, and charges nothing', async () => {
  const adjustable = { min: 1, max: 9 }
  const seat = { name: 'Seat', amount: 2_500, adjustable }
  const link = await madeLink({ lineItems: [seat, { name: 'Book', amount: 500 }, { ...seat, name: 'Box' }] })
  const payer = visitor('de')
  const { body } = await payer.open(link.path)
  for (const wrong of ['0', '1.5', '10', 'many', '', '-1', '99999999999']) {
    const pairs: Record<string, string> = { q: wrong, email: 'ada@example.com' }
    const refused = await payer.submit(link.path, body, pairs)
    // One quantity of two: the fields do not fit, and the page shows the present choice.
    assert.equal(refused.statusCode, 409, wrong)
    const at = `${link.path}?q=2&q=${wrong}`
    const page = (await payer.open(at)).body
    assert.match(page, new RegExp(`value="2"[^>]*form="pay-form" aria-describedby="q0-error"[^>]*>`), wrong)
    assert.match(page, new RegExp(`value="${wrong}"[^>]*"q2-error" aria-invalid="true"[^]*Zahl von 1 bis 9`), wrong)
    const again = await payer.submit(at, page, { email: 'ada@example.com' })
    assert.match(again.body, /"q2-error" aria-invalid="true" autofocus/, wrong)
    assert.equal(again.body.match(/autofocus/g)?.length, 1)
  }
  const both = (await payer.open(`${link.path}?q=x&q=10`)).body
  assert.equal(both.match(/Bitte wähle eine ganze Zahl/g)?.length, 2)
  const none = await madeLink({
    lineItems: [
      { ...seat, adjustable: { min: 0, max: 9 } },
      { ...seat, adjustable: { min: 0, max: 2 } },
    ],
  })
  assert.match((await payer.open(`${none.path}?q=0&q=0`)).body, /"q0-error" aria-invalid[^]*mindestens ein Stück/)
  const { items } = await w.call('payments.payment.all', { paymentLinkId: link.id })
  assert.deepEqual(items, [])
})

test('a link with a hundred quantities to choose is paid', async () => {
  const lineItems = Array.from({ length: 100 }, (_, index) => ({
    name: `Seat ${index}`,
    amount: 100,
    adjustable: { min: 0, max: 9 },
  }))
  const link = await madeLink({ lineItems })
  const payer = visitor()
  const { body } = await payer.open(link.path)
  assert.equal((await payer.submit(link.path, body, { email: 'ada@example.com' })).statusCode, 303)
})

test('an amount that languages read differently is shown again, as it was read', async () => {
  const link = await madeLink({ amountMode: 'customer', lineItems: [], currency: 'KWD', customerAmount: { min: 100 } })
  const page = plain((await visitor().open(`${link.path}?amount=1,234`)).body)
  assert.match(page, /You pay KWD 1,234\.000\. For KWD 1\.234, write 1\.234\.[^]*Pay KWD 1,234\.000/)
  assert.match(page, /name="amount"[^>]*value="1,234\.000"/)
  assert.doesNotMatch((await visitor().open(`${link.path}?amount=1.234`)).body, /For KWD/)
})

test('the message of a link is shown beside the amount once a payment is paid, and to no payer before', async () => {
  const link = await madeLink({ afterPayment: { message: 'Your key is K-4711.' } })
  const started = await startOf(w, link)
  const mine = { paymentId: started.id, proof: started.proof }
  const got = await w.call('payments.checkout.get', mine, { key: null })
  const refreshed = await w.call('payments.checkout.refresh', mine, { key: null })
  assert.deepEqual([started.message, got.message, refreshed.message], [null, null, null])
  const path = started.returnUrl.slice(new URL(started.returnUrl).origin.length)
  assert.doesNotMatch((await visitor().open(path)).body, /K-4711/)
  await payAt(w, started, '4242424242424242')
  assert.equal((await w.call('payments.checkout.get', mine, { key: null })).message, 'Your key is K-4711.')
  const after = plain((await visitor().open(path)).body)
  assert.match(after, /Your payment of €25\.00 has arrived\. The receipt goes to[^]*Your key is K-4711\./)
})

test('a submission starts one payment, also twice, and leads over a page of ours to the provider', async () => {
  const link = await madeLink()
  const payer = visitor()
  const url = `${link.path}?q=2`
  const { body } = await payer.open(url)
  const [first, second] = await Promise.all([
    payer.submit(url, body, { email: 'ada@example.com' }),
    payer.submit(url, body, { email: 'ada@example.com' }),
  ])
  assert.deepEqual([first.statusCode, second.statusCode], [303, 303])
  assert.equal(first.headers.location, second.headers.location)
  const leading = await payer.open(String(first.headers.location))
  assert.match(leading.body, /<meta http-equiv="refresh" content="0;url=[^"]*\/sandbox\/checkout\//)
  const { items: payments } = await w.call('payments.payment.all', { paymentLinkId: link.id })
  assert.deepEqual(
    payments.map(({ amount, status }) => [amount, status]),
    [[5_000, 'created']],
  )
})

test('a refused submission keeps what was typed, and says in words of the page what is wrong', async () => {
  const customFields = [{ key: 'row', label: 'Row', kind: 'number', isRequired: true }] as const
  const link = await madeLink({ customFields: [...customFields], collect: { name: true, phone: true } })
  const payer = visitor('de')
  const { body } = await payer.open(`${link.path}?q=4`)
  const typed = { email: 'no address', phone: '0301', answer0: 'vorn' }
  const refused = await payer.submit(`${link.path}?q=4`, body, typed)
  assert.equal(refused.statusCode, 400)
  const page = plain(refused.body)
  assert.match(page, /Bitte prüfe deine Angaben/)
  assert.match(page, /value="no address"[^]*Das ist keine E-Mail-Adresse[^]*"phone-error">Bitte schreibe die Nummer/)
  assert.match(page, /value="vorn"[^]*100,00 € zahlen/)
  const missing = await payer.submit(`${link.path}?q=4`, body, {
    ...typed,
    email: 'ada@example.com',
    phone: '0049 (30) 90182-0',
  })
  assert.match(missing.body, /"name-error">Bitte fülle das aus[^]*"answer0-error">Bitte schreibe eine Zahl/)
  await w.call('payments.paymentLink.update', { paymentLinkId: link.id, action: 'deactivate' })
  const closed = await payer.submit(link.path, body, { email: 'ada@example.com' })
  assert.match(closed.body, /Diese Seite nimmt keine Zahlungen an/)
})

test('a link that is off, over, sold out, paid or being paid says so', async () => {
  const title = async (path: string) => {
    const { statusCode, body } = await visitor().open(path)
    assert.equal(statusCode, 410)
    return /<h1>(.*?)<\/h1>/.exec(body)?.[1]
  }
  const off = await madeLink()
  await w.call('payments.paymentLink.update', { paymentLinkId: off.id, action: 'deactivate' })
  assert.equal(await title(off.path), 'This page takes no payments')
  const expiresAt = new Date(w.clock.now().getTime() + 60_000).toISOString()
  const over = await madeLink({ expiresAt })
  const last = await madeLink({ maxPayments: 1 })
  const payer = visitor()
  const { body } = await payer.open(last.path)
  const started = await payer.submit(last.path, body, { email: 'ada@example.com' })
  assert.equal(started.statusCode, 303)
  assert.equal(await title(last.path), 'The last ones are being paid right now')
  const session = /sandbox\/checkout\/([\w]+)/.exec((await payer.open(String(started.headers.location))).body)?.[1]
  await w.call('payments.sandbox.pay', { sessionId: String(session), card: '4242424242424242' }, { key: null })
  await w.settle()
  const after = await payer.open(String(started.headers.location).replace('&go=1', ''))
  assert.match(plain(after.body), /Thank you![^]*€25\.00[^]*ada@example\.com/)
  w.clock.advance(61_000)
  await w.settle()
  assert.equal(await title(last.path), 'This is paid')
  const few = await madeLink({ maxPayments: 2 })
  for (let taken = 0; taken < 2; taken++) await payAt(w, await startOf(w, few), '4242424242424242')
  assert.equal(await title(few.path), 'This is sold out')
  assert.equal(await title(over.path), 'This offer is over')
  const receipt = /href="[^"]*(\/pay\/receipt\/[^"]+)"/.exec(after.body)?.[1] ?? ''
  const shown = await payer.open(receipt)
  assert.match(plain(shown.body), /Receipt[^]*Test fair[^]*ada@example\.com[^]*Visa •••• 4242[^]*Total[^]*€25\.00/)
  assert.equal((await payer.open(receipt.replace(/proof=.*/, 'proof=x'))).statusCode, 404)
})

test('a payer who leaves the provider may go on, or cancel and try again', async () => {
  const link = await madeLink()
  const payer = visitor()
  const { body } = await payer.open(link.path)
  const { headers } = await payer.submit(link.path, body, { email: 'ada@example.com' })
  const back = String(headers.location).replace('&go=1', '')
  const left = await payer.open(`${back}&cancelled=1`)
  assert.match(left.body, /Your payment is not completed[^]*sandbox\/checkout[^]*Continue to payment/)
  const cancelled = await payer.submit(back, left.body, {})
  assert.equal(cancelled.statusCode, 303)
  const after = await payer.open(String(cancelled.headers.location))
  assert.match(after.body, new RegExp(`The payment is cancelled[^]*href="${link.path}"[^]*Try again`))
  const { items: payments } = await w.call('payments.payment.all', { paymentLinkId: link.id })
  assert.deepEqual(
    payments.map(({ status }) => status),
    ['cancelled'],
  )
})

test('embed code leads to the page of a link by a button, a link or a QR code, with texts escaped', async () => {
  const { id, path, url } = await madeLink()
  const codeOf = async (more: object = {}) => {
    const { code, qrSvg } = await w.call('payments.paymentLink.getEmbedCode', { paymentLinkId: id, ...more })
    assert.match(qrSvg, /^<svg class="qr"/)
    return code
  }
  assert.match(await codeOf(), new RegExp(`^<a href="${url}" style="[^"]+">Pay now</a>$`))
  assert.equal(
    await codeOf({ style: 'link', label: 'Tickets & "more"' }),
    `<a href="${url}">Tickets &amp; &quot;more&quot;</a>`,
  )
  assert.match(await codeOf({ style: 'qr' }), new RegExp(`<img src="[^"]*${path}/qr.svg" alt="Summer &lt;night&gt;"`))
})

test('a submission with several mistakes shows all of them at once, and focuses the first', async () => {
  const customFields = [
    { key: 'row', label: 'Row', isRequired: true },
    { key: 'age', label: 'Age', kind: 'number' },
  ] as const
  const link = await madeLink({ customFields: [...customFields], collect: { name: true, phone: true } })
  const payer = visitor()
  const { body } = await payer.open(link.path)
  const typed = { email: 'no address', phone: '0301', answer1: 'old' }
  const page = (await payer.submit(link.path, body, typed)).body
  const wrong = [...page.matchAll(/<p[^>]* id="(\w+)-error"/g)].map(([, name]) => name)
  assert.deepEqual(wrong, ['form', 'email', 'name', 'phone', 'answer0', 'answer1'])
  assert.match(page, /<input name="email"[^>]*autofocus/)
  assert.equal(page.match(/autofocus/g)?.length, 1)
})
